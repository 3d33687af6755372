import { sql } from 'kysely'
import type {} from '../../account/companies/tables.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import { digits } from '../../core/rules.ts'
import type {} from '../channels/tables.ts'
import { notifyOfTrouble } from '../channels/trouble.ts'
import { marketsOfContact, marketsOfPhone } from './markets.ts'
import { formatMicros, type Price, type PriceCategory, priceCategories, priceTexts, warnedShare } from './rules.ts'
import type { Costs } from './schema.ts'
import type {} from './tables.ts'

const kind = 'whatsapp'

/** The company's account with its currency, and its day. */
type Account = { channelId: string; currency: string | null; address: string | null; today: string }

async function findPaying(trx: Trx, companyId: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select ch.id as "channelId", ch.currency, ch.address, (now() at time zone co.time_zone)::date as today
    from channels ch join companies co on co.id = ch.company_id
    where ch.company_id = ${companyId} and ch.kind = ${kind}`.execute(trx)
  return rows[0]
}

const usedNow = (companyId: string, { channelId, today }: Account) =>
  sql`service_used(${companyId}, ${channelId}, date_trunc('month', ${today}::date)::date, 1000000)`

/**
 * The price of messages of one category to these telephones, outside the window; null where the price of any of them is
 * not known in the currency of the company's account.
 */
export async function estimateWithin(
  trx: Trx,
  companyId: string,
  category: PriceCategory,
  phones: readonly string[]
): Promise<Price | null> {
  const account = await findPaying(trx, companyId)
  if (!account?.currency) return null
  const { currency, today } = account
  const people = new Map<string, number>()
  for (const phone of phones) {
    const markets = marketsOfPhone(phone).join(' ')
    people.set(markets, (people.get(markets) ?? 0) + 1)
  }
  const { rows } = await sql<{ micros: number; isKnown: boolean }>`
    select coalesce(sum(n * micros), 0)::bigint as micros, coalesce(bool_and(micros is not null), true) as "isKnown"
    from (
      select p.n, message_price(price_card(${currency}, string_to_array(p.markets, ' '), ${today}::date), ${category},
        false, false, ${usedNow(companyId, account)}) as micros
      from unnest(${[...people.keys()]}::text[], ${[...people.values()]}::integer[]) as p (markets, n)) as priced`.execute(
    trx
  )
  const [sum] = rows
  return sum?.isKnown ? { currency, micros: sum.micros } : null
}

/** The same for callers without a transaction, such as the audience of a campaign. */
export const estimate = (
  db: Db,
  companyId: string,
  category: PriceCategory,
  phones: readonly string[]
): Promise<Price | null> => db.company(companyId, trx => estimateWithin(trx, companyId, category, phones))

/** The person that a message is for: their address at the provider or their telephone, and the free times that run. */
export type Payee = { contact: string | null; phone: string | null; isInWindow: boolean; hasFreeEntry: boolean }

/** The price of one message to a person now; null where it is not known. */
export async function priceFor(
  trx: Trx,
  companyId: string,
  category: PriceCategory,
  { contact, phone, isInWindow, hasFreeEntry }: Payee
): Promise<Price | null> {
  const account = await findPaying(trx, companyId)
  if (!account?.currency) return null
  const markets = contact !== null ? marketsOfContact(contact) : phone !== null ? marketsOfPhone(phone) : ['other']
  const { rows } = await sql<{ micros: number | null }>`
    select message_price(price_card(${account.currency}, ${markets}::text[], ${account.today}::date), ${category},
      ${isInWindow}, ${hasFreeEntry}, ${usedNow(companyId, account)}) as micros`.execute(trx)
  const micros = rows[0]?.micros ?? null
  return micros === null ? null : { currency: account.currency, micros }
}

/** Prices by category. */
export type PriceList = (category: PriceCategory) => Price | null

/** The prices of the country of the company's own number. Runs in the company's scope. */
export async function homePrices(trx: Trx): Promise<PriceList> {
  const { rows } = await sql<{ companyId: string }>`
    select company_id as "companyId" from channels where kind = ${kind} limit 1`.execute(trx)
  const companyId = rows[0]?.companyId
  return companyId === undefined ? () => null : pricesOf(trx, companyId)
}

export async function pricesOf(trx: Trx, companyId: string): Promise<PriceList> {
  const account = await findPaying(trx, companyId)
  if (!account?.currency) return () => null
  const { currency, today } = account
  const { rows: listed } = await sql<{ category: PriceCategory; micros: number | null }>`
    select c.category, listed_price(price_card(${currency}, ${homeOf(account)}::text[], ${today}::date), c.category) as micros
    from unnest(${[...priceCategories]}::text[]) as c (category)`.execute(trx)
  return category => {
    const micros = listed.find(each => each.category === category)?.micros ?? null
    return micros === null ? null : { currency, micros }
  }
}

const homeOf = ({ address }: Account): string[] => marketsOfContact(digits(address ?? '') || '55')

/** Notes what a message costs that the provider has accepted. */
export async function noteCost(trx: Trx, companyId: string, messageId: string, contact: string): Promise<void> {
  await sql`select note_cost(${companyId}, ${messageId}, ${marketsOfContact(contact)}::text[])`.execute(trx)
}

/** The costs of one month by category. Without one it is the present month by the company's clock. */
export async function readCosts(trx: Trx, companyId: string, month?: string): Promise<Costs> {
  const account = await findPaying(trx, companyId)
  const { rows: now } = await sql<{ month: string; limit: number | null }>`
    select to_char(now() at time zone co.time_zone, 'YYYY-MM') as month,
      (select limit_micros from whatsapp_spending where company_id = co.id) as "limit"
    from companies co where co.id = ${companyId}`.execute(trx)
  const shown = month ?? now[0]?.month ?? ''
  const { rows } = await sql<{
    category: PriceCategory
    messages: number
    estimated: number
    billed: number
    micros: number
    unpriced: number
  }>`
    select category, count(*)::integer as messages, count(*) filter (where estimated > 0)::integer as estimated,
      count(*) filter (where billed_type = 'regular')::integer as billed,
      coalesce(sum(coalesce(billed, estimated)), 0)::bigint as micros,
      count(*) filter (where coalesce(billed, estimated) is null)::integer as unpriced
    from message_costs where company_id = ${companyId} and month = ${`${shown}-01`}::date and not failed
    group by category`.execute(trx)
  const of = (category: PriceCategory) => {
    const { estimated = 0, billed = 0, micros = 0 } = rows.find(each => each.category === category) ?? {}
    return { estimated, billed, micros }
  }
  const free = account?.currency ? await freeMessages(trx, account, shown) : null
  const used = rows.find(each => each.category === 'service')?.messages ?? 0
  return {
    month: shown,
    currency: account?.currency ?? null,
    categories: {
      marketing: of('marketing'),
      utility: of('utility'),
      authentication: of('authentication'),
      service: of('service')
    },
    freeService: { used: free === null ? used : Math.min(used, free), of: free },
    micros: rows.reduce((sum, each) => sum + each.micros, 0),
    unpriced: rows.reduce((sum, each) => sum + each.unpriced, 0),
    limit: now[0]?.limit ?? null
  }
}

/** Answers that are free in a month, by the card of the company's own country; null where all are, or none is known. */
async function freeMessages(trx: Trx, account: Account, month: string): Promise<number | null> {
  const { rows } = await sql<{ free: number | null }>`
    select ((price_card(${account.currency}, ${homeOf(account)}::text[], least(${account.today}::date,
      (${`${month}-01`}::date + interval '1 month - 1 day')::date))).rules ->> 'freeServiceMessages')::integer as free`.execute(
    trx
  )
  return rows[0]?.free ?? null
}

/** Sets the limit of the company's costs in a month; null lifts it. Returns the one before. */
export async function setLimit(trx: Trx, companyId: string, micros: number | null): Promise<number | null> {
  await takeLocks(trx, companyId, 'whatsapp spending')
  const before = await trx.selectFrom('whatsapp_spending').select('limit_micros').executeTakeFirst()
  await trx
    .insertInto('whatsapp_spending')
    .values({ company_id: companyId, limit_micros: micros, warned_month: null })
    .onConflict(conflict => conflict.column('company_id').doUpdateSet({ limit_micros: micros, warned_month: null }))
    .execute()
  await warnOfLimit(trx, companyId)
  return before?.limit_micros ?? null
}

export type SpendingRefusal = { code: 'LIMITE_DE_GASTO'; text: string }

type Spending = {
  limit: number
  spent: number
  waiting: number
  month: string
  warned: boolean
  currency: string | null
}

/** Templates that wait to be sent count as spent: two people who press at once do not pass the limit together. */
async function readSpending(trx: Trx, companyId: string): Promise<Spending | undefined> {
  const { rows } = await sql<Spending>`
    select s.limit_micros as "limit", m.month, coalesce(s.warned_month = m.month, false) as warned,
      (select currency from channels where company_id = s.company_id and kind = ${kind}) as currency,
      (select coalesce(sum(coalesce(c.billed, c.estimated)), 0)::bigint from message_costs c
        where c.company_id = s.company_id and c.month = m.month and not c.failed) as spent,
      (select coalesce(sum((w.data -> 'price' ->> 'micros')::bigint), 0)::bigint from messages w
        where w.company_id = s.company_id and w.status in ('queued', 'sending') and w.data ? 'price') as waiting
    from whatsapp_spending s join companies co on co.id = s.company_id
    cross join lateral (select date_trunc('month', now() at time zone co.time_zone)::date as month) as m
    where s.company_id = ${companyId} and s.limit_micros is not null`.execute(trx)
  return rows[0]
}

/** Why messages of this price may not be sent: the company's limit of the month. Null where they may. */
export async function refusalWithin(trx: Trx, companyId: string, micros: number): Promise<SpendingRefusal | null> {
  const spending = await readSpending(trx, companyId)
  if (!spending) return null
  const { limit, spent, waiting } = spending
  const taken = spent + waiting
  // Where the price is not known, a limit that is reached holds all the same.
  if (taken + micros <= limit && taken < limit) return null
  return { code: 'LIMITE_DE_GASTO', text: priceTexts.limit }
}

/** The same for callers without a transaction. */
export const spendingRefusal = (db: Db, companyId: string, micros: number): Promise<SpendingRefusal | null> =>
  db.company({ id: companyId, held: true, deleted: true }, trx => refusalWithin(trx, companyId, micros))

/** Throws 409 `LIMITE_DE_GASTO` where a message of this price passes the limit; two that ask at once ask in turn. */
export async function refuseSpending(trx: Trx, companyId: string, price: Price | null): Promise<void> {
  const limited = await trx
    .selectFrom('whatsapp_spending')
    .select('company_id')
    .where('limit_micros', 'is not', null)
    .executeTakeFirst()
  if (!limited) return
  await takeLocks(trx, companyId, 'whatsapp spending')
  const refusal = await refusalWithin(trx, companyId, price?.micros ?? 0)
  if (refusal) throw new AppError('conflict', refusal.text, { code: refusal.code })
}

/** Notifies the company's people once a month that most of its limit is spent. */
export async function warnOfLimit(trx: Trx, companyId: string): Promise<void> {
  const spending = await readSpending(trx, companyId)
  if (!spending || spending.warned || spending.limit === 0) return
  const { limit, spent, month, currency } = spending
  if (spent < limit * warnedShare) return
  await trx.updateTable('whatsapp_spending').set({ warned_month: month }).where('company_id', '=', companyId).execute()
  const text = (micros: number) => (currency ? formatMicros({ currency, micros }) : `${micros / 1_000_000}`)
  await notifyOfTrouble(
    trx,
    { company_id: companyId, kind },
    spent >= limit ? 'O limite de gastos do WhatsApp foi atingido' : 'O limite de gastos do WhatsApp está perto',
    `Foram ${text(spent)} de ${text(limit)} neste mês. No limite, modelos e campanhas param; respostas continuam saindo.`
  )
}
