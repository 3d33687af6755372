import { parse } from 'csv-parse/sync'
import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import { cut } from '../../core/rules.ts'
import type { Tables } from '../../core/tables.ts'
import { findUnstorable } from '../../core/text.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { guessDelimiter } from '../../platform/sheets/csv.ts'
import { marketName, readMarket } from './markets.ts'
import {
  type PriceCategory,
  priceCategories,
  priceCategoryLabels,
  priceProblem,
  priceTexts,
  readListedPrice
} from './rules.ts'
import type { NewPriceCard, PriceCard, PriceImport, PricesImported } from './schema.ts'
import type {} from './tables.ts'

type Row = Selectable<Tables['whatsapp_prices']> & { state: PriceCard['state'] }

/** Cards that a list shows, and lines that an import reads. */
const maxCards = 2000
const maxLines = 2000

const toCard = (row: Row): PriceCard => ({
  id: row.id,
  market: row.market,
  marketName: marketName(row.market),
  currency: row.currency,
  from: row.starts_on,
  source: row.source,
  prices: row.prices,
  rules: row.rules,
  state: row.state,
  authorName: row.author_name,
  createdAt: row.created_at,
  replacedAt: row.replaced_at
})

/** The cards of all markets with their history, those in force first. */
export async function listCards(trx: Trx, only?: readonly string[]): Promise<PriceCard[]> {
  const { rows } = await sql<Row>`
    select p.*, case when p.replaced_at is not null then 'replaced' when p.starts_on > current_date then 'future'
      when p.starts_on = (select max(starts_on) from whatsapp_prices l where l.market = p.market
        and l.currency = p.currency and l.replaced_at is null and l.starts_on <= current_date) then 'current'
      else 'past' end as state
    from whatsapp_prices p where ${only === undefined} or p.id = any (${[...(only ?? [])]}::text[])
    order by array_position(array['current', 'future', 'past', 'replaced'], case when p.replaced_at is null then 'current'
      else 'replaced' end), p.market, p.currency, p.starts_on desc, p.created_at desc, p.id
    limit ${maxCards}`.execute(trx)
  return rows.map(toCard)
}

type ReadCard = Omit<NewPriceCard, 'market'> & { market: string }

/** Keeps a card. Throws 400 for a market that is none of Meta's, and for what is no price, by its field. */
export async function addCard(trx: Trx, input: NewPriceCard, actor: AuditActor): Promise<PriceCard> {
  const wrong = findUnstorable(input)
  if (wrong !== null) throw invalid({ [wrong]: 'O texto contém caracteres inválidos.' })
  const market = readMarket(input.market)
  const errors: Record<string, string> = market ? {} : { market: priceTexts.market }
  for (const category of priceCategories) {
    const problem = input.prices[category] === undefined ? undefined : priceProblem(input.prices[category])
    if (problem) errors[`prices.${category}`] = problem
  }
  if (priceCategories.every(category => input.prices[category] === undefined)) errors.prices = priceTexts.none
  if (Object.keys(errors).length > 0 || !market) throw invalid(errors)
  const [id = ''] = await store(trx, [{ ...input, market }], actor)
  const [card] = await listCards(trx, [id])
  return card as PriceCard
}

/** Stores cards of different markets; those of the same market, currency and day become history. */
async function store(trx: Trx, cards: readonly ReadCard[], actor: AuditActor): Promise<string[]> {
  await takeLocks(trx, null, 'whatsapp prices')
  const ids: string[] = []
  for (const { market, currency, from, source, prices, rules = {} } of cards) {
    await trx
      .updateTable('whatsapp_prices')
      .set({ replaced_at: sql<string>`now()` })
      .where('market', '=', market)
      .where('currency', '=', currency)
      .where('starts_on', '=', from)
      .where('replaced_at', 'is', null)
      .execute()
    const { id } = await trx
      .insertInto('whatsapp_prices')
      .values({
        market,
        currency,
        starts_on: from,
        source: source.trim(),
        prices: JSON.stringify(prices) as never,
        rules: JSON.stringify(rules),
        author_name: actor.actorName
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    await audit(trx, {
      ...actor,
      companyId: null,
      action: 'whatsapp_prices.added',
      object: { type: 'whatsapp_prices', id, name: `${marketName(market)}, ${currency}, desde ${from}` },
      changes: { prices: [null, prices] }
    })
  }
  return ids
}

/** Keeps the cards of a list as Meta publishes it, and says of every line that was not read why. */
export async function importCards(trx: Trx, input: PriceImport, actor: AuditActor): Promise<PricesImported> {
  const wrong = findUnstorable(input)
  if (wrong !== null) throw invalid({ [wrong]: 'O texto contém caracteres inválidos.' })
  const { cards, unread } = readList(input)
  await store(trx, cards, actor)
  return { cards: cards.length, unread }
}

type Line = { line: number; cells: string[] }

/** Rows of a list, until one that cannot be read. */
function linesOf(csv: string): Line[] {
  const text = csv.replace(/^\uFEFF/, '')
  const rows = parse(text, {
    delimiter: guessDelimiter(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    info: true,
    to: maxLines
  }) as unknown as { record: string[]; info: { lines: number } }[]
  return rows.map(({ record, info }) => ({ line: info.lines, cells: record.map(cell => cell.trim()) }))
}

const headings: Record<'market' | 'currency' | PriceCategory, RegExp> = {
  market: /^(market|mercado|country|pa[ií]s)\b/i,
  currency: /^(currency|moeda)\b/i,
  marketing: /^(marketing|divulga[cç][aã]o)$/i,
  utility: /^(utility|utilidade)$/i,
  authentication: /^(authentication|autentica[cç][aã]o)$/i,
  service: /^(service|servi[cç]o|atendimento)$/i
}

const signs: Record<string, string> = {
  R$: 'BRL',
  $US: 'USD',
  US$: 'USD',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR'
}

function readCurrency(cell: string): string | undefined {
  const bare = cell.replace(/\s/g, '').toUpperCase()
  return signs[bare] ?? /^\W*([A-Z]{3})\W*$/.exec(bare)?.[1]
}

function readList({ csv, from, source, currency: usual, rules }: PriceImport): {
  cards: ReadCard[]
  unread: PricesImported['unread']
} {
  const lines = linesOf(csv)
  const top = lines.findIndex(({ cells }) => cells.some(cell => headings.market.test(cell)) && cells.some(isCategory))
  const heading = lines[top]
  if (!heading)
    throw invalid({ csv: 'Falta a linha de títulos, com Market e ao menos uma categoria, como Marketing ou Utility.' })
  const at = (name: keyof typeof headings) => heading.cells.findIndex(cell => headings[name].test(cell))
  const cards = new Map<string, ReadCard>()
  const unread: PricesImported['unread'] = []
  for (const { line, cells } of lines.slice(top + 1)) {
    const note = (reason: string) => unread.push({ line, text: cut(cells.join('; '), 200), reason })
    const market = readMarket(cells[at('market')] ?? '')
    const currency = readCurrency(cells[at('currency')] ?? '') ?? usual
    if (!market) note('Mercado que não está na tabela da Meta.')
    else if (!currency) note('Falta a moeda.')
    else if (cards.has(`${market} ${currency}`)) note('Este mercado já veio em uma linha acima.')
    else {
      const prices: Partial<Record<PriceCategory, string>> = {}
      for (const category of priceCategories) {
        const column = at(category)
        if (column < 0) continue
        const price = readListedPrice(cells[column] ?? '')
        if (price) prices[category] = price
        // Meta's own card leaves the price of answers out where they are free.
        else if (price === undefined || category !== 'service')
          note(
            price === null
              ? `Sem preço de ${priceCategoryLabels[category].toLowerCase()}.`
              : `O preço de ${priceCategoryLabels[category].toLowerCase()} não é um número.`
          )
      }
      if (Object.keys(prices).length > 0)
        cards.set(`${market} ${currency}`, { market, currency, from, source, prices, ...(rules && { rules }) })
    }
  }
  return { cards: [...cards.values()], unread }
}

const isCategory = (cell: string): boolean => priceCategories.some(category => headings[category].test(cell))
