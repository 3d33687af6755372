import { sql } from 'kysely'
import { maskEmail } from '../../account/auth/rules.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { addConsent } from '../../leads/consents/queries.ts'
import { erasureKey } from '../../leads/erased/people.ts'
import { companyLogo } from '../../leads/forms/queries.ts'
import { audit } from '../../platform/audit/queries.ts'
import { suppress } from '../suppressions/queries.ts'
import { type SuppressionReason, suppressionTexts, trialToken, unsubscribeSource } from '../suppressions/rules.ts'
import type { Unsubscription } from '../suppressions/schema.ts'
import type {} from '../suppressions/tables.ts'
import { readUnsubscribeToken, type Unsubscriber } from '../suppressions/tokens.ts'
import type {} from './tables.ts'

/** Reasons that the person said, and may take back; and those that a server said, which are no wish of anybody. */
const ownReasons: SuppressionReason[] = ['unsubscribed', 'promotions']
const serverReasons: SuppressionReason[] = ['bounced', 'unreachable']

type Parts = { db: Db; config: Config }
/** The origin of a request; a mail has none. */
export type From = { ip: string | null; requestId: string | null; userAgent: string | null }

/** Leads with one address whose consent is noted; a company has few of them. */
const maxLeads = 50

const trial: Unsubscription = { company: '', logo: null, email: null, refuses: 'nothing', own: true, trial: true }

/**
 * The page of a link, without changing anything: scanners of mail open links too. Throws 404 for a link that is not
 * ours.
 */
export async function readUnsubscription(parts: Parts, token: string): Promise<Unsubscription> {
  if (token === trialToken) return trial
  return within(parts, token, read)
}

/**
 * Has the company write no more e-mails to the person of a link: no campaigns and nothing of its series. A second time
 * changes nothing. Throws 404.
 */
export async function unsubscribe(parts: Parts, token: string, from: From): Promise<Unsubscription> {
  if (token === trialToken) return trial
  return within(parts, token, async (trx, who) => {
    await leave(trx, who, from, 'Descadastrou-se pelo link do e-mail')
    return read(trx, who)
  })
}

/** Has the company send no more campaigns to the person of a link, who goes on getting what series send. Throws 404. */
export async function leavePromotions(parts: Parts, token: string, from: From): Promise<Unsubscription> {
  if (token === trialToken) return trial
  return within(parts, token, async (trx, who) => {
    const held = await findHold(trx, who)
    if (held?.reason === 'unsubscribed') await narrow(trx, who, held.id, from)
    else if (held === undefined || serverReasons.includes(held.reason)) await refusePromotions(trx, who, from)
    return read(trx, who)
  })
}

async function refusePromotions(trx: Trx, who: Unsubscriber, from: From): Promise<void> {
  const { companyId, hash } = who
  const { address, leadId, campaignId } = await findPerson(trx, who)
  const [id] = await suppress(trx, companyId, [{ contact: address, hash, leadId, reason: 'promotions' }])
  if (!id) return
  await markLeft(trx, who, { ofSeries: false })
  if (campaignId) await announce(trx, { companyId, kind: 'campaign-changed', data: { campaignId } })
  if (leadId) await announce(trx, { companyId, kind: 'lead-changed', data: { leadId } })
  await note(trx, who, id, 'suppression.left_promotions', from)
}

/** Somebody who had left altogether wants all except promotions: their consent comes back. */
async function narrow(trx: Trx, who: Unsubscriber, id: string, from: From): Promise<void> {
  const now = sql<string>`now()`
  await trx
    .updateTable('suppressions')
    .set({ reason: 'promotions', promotions_left_at: now, created_at: now })
    .where('id', '=', id)
    .execute()
  const decision = { granted: true, evidence: 'Voltou a receber pelo link do e-mail, menos promoções' }
  const person = await findPerson(trx, who)
  await markBack(trx, who, person, { ofCampaigns: false })
  await decide(trx, who, person, decision, from)
  await note(trx, who, id, 'suppression.left_promotions', from)
  await announce(trx, { companyId: who.companyId, kind: 'suppressions-changed', data: {} })
}

/** Notes at the mail of a link that its person left by it; `ofSeries`: also where a series sent it. */
const markLeft = (trx: Trx, { companyId, recipientId }: Unsubscriber, { ofSeries }: { ofSeries: boolean }) =>
  sql`
    update campaign_recipients r set unsubscribed_at = now(),
      state = case when r.state in ('accepted', 'unknown') then 'unsubscribed' else r.state end
    from campaigns c where r.company_id = ${companyId} and r.id = ${recipientId} and r.unsubscribed_at is null
      and c.company_id = r.company_id and c.id = r.campaign_id and (${ofSeries}::boolean or c.series_id is null)`.execute(
    trx
  )

/**
 * Takes it out of the reports that the person left, by whichever mail they did; `ofCampaigns`: also of campaigns, which
 * are promotions. A server's verdict on a mail stays.
 */
async function markBack(
  trx: Trx,
  { companyId, recipientId }: Unsubscriber,
  { address, leadId }: Person,
  { ofCampaigns }: { ofCampaigns: boolean }
): Promise<void> {
  const { rows } = await sql<{ campaignId: string }>`
    update campaign_recipients r set unsubscribed_at = null, state = case when r.state <> 'unsubscribed' then r.state
      when r.report is not null then r.report when r.reason is null then 'accepted' else 'unknown' end
    from campaigns c where r.company_id = ${companyId} and r.unsubscribed_at is not null
      and c.company_id = r.company_id and c.id = r.campaign_id and (${ofCampaigns}::boolean or c.series_id is not null)
      and (r.id = ${recipientId} or lower(btrim(r.address)) = ${address} and (r.lead_id = ${leadId} or r.lead_id in (
        select id from leads where company_id = ${companyId} and email_key = ${address}
        union select lead_id from lead_addresses where company_id = ${companyId} and key = ${address}
        order by id limit ${maxLeads})))
    returning r.campaign_id as "campaignId"`.execute(trx)
  for (const campaignId of new Set(rows.map(row => row.campaignId)))
    await announce(trx, { companyId, kind: 'campaign-changed', data: { campaignId } })
  if (leadId) await announce(trx, { companyId, kind: 'lead-changed', data: { leadId } })
}

/**
 * Has the company write no more e-mails to a person, in its scope; false where that was so already. `evidence`: how
 * they said so, for the ledger of consents.
 */
export async function leave(trx: Trx, who: Unsubscriber, from: From, evidence: string): Promise<boolean> {
  const { companyId, hash } = who
  const person = await findPerson(trx, who)
  const [id] = await suppress(trx, companyId, [
    { contact: person.address, hash, leadId: person.leadId, reason: 'unsubscribed' }
  ])
  await markLeft(trx, who, { ofSeries: true })
  if (!id) return false
  await decide(trx, who, person, { granted: false, evidence }, from)
  await note(trx, who, id, 'suppression.unsubscribed', from)
  return true
}

/** Takes back what the person of a link did by it, and nothing else: not what a server or the company's people said. */
export async function resubscribe(parts: Parts, token: string, from: From): Promise<Unsubscription> {
  if (token === trialToken) return trial
  return within(parts, token, async (trx, who) => {
    const held = await findHold(trx, who)
    const lifted = {
      lifted_at: sql<string>`now()`,
      lifted_by: null,
      lifted_reason: 'A pessoa voltou a receber pelo link do e-mail'
    }
    // Below what a server said there may be a refusal of promotions.
    const own = held !== undefined && ownReasons.includes(held.reason)
    if (!own && (!held?.promotions_left_at || !serverReasons.includes(held.reason))) return read(trx, who)
    await trx
      .updateTable('suppressions')
      .set({ promotions_left_at: null, ...(own && lifted) })
      .where('id', '=', held.id)
      .execute()
    await announce(trx, { companyId: who.companyId, kind: 'suppressions-changed', data: {} })
    const person = await findPerson(trx, who)
    await markBack(trx, who, person, { ofCampaigns: true })
    const decision = { granted: true, evidence: 'Voltou a receber pelo link do e-mail' }
    // Leaving promotions alone never withdrew the consent.
    if (held.reason === 'unsubscribed') await decide(trx, who, person, decision, from)
    await note(trx, who, held.id, 'suppression.resubscribed', from)
    return read(trx, who)
  })
}

async function within<T>(
  { db, config }: Parts,
  token: string,
  work: (trx: Trx, who: Unsubscriber) => Promise<T>
): Promise<T> {
  const who = readUnsubscribeToken(await erasureKey(db, config), token)
  if (!who) throw new AppError('notFound', suppressionTexts.link)
  return db.company({ id: who.companyId, held: true, deleted: true }, trx => work(trx, who))
}

async function read(trx: Trx, who: Unsubscriber): Promise<Unsubscription> {
  const company = await trx.selectFrom('companies').select('name').where('id', '=', who.companyId).executeTakeFirst()
  if (!company) throw new AppError('notFound', suppressionTexts.link)
  const held = await findHold(trx, who)
  const { address } = await findPerson(trx, who)
  const logo = await companyLogo(trx)
  const shown = { company: company.name, logo, email: address && maskEmail(address), trial: false }
  if (held === undefined) return { ...shown, refuses: 'nothing', own: true }
  const byServer = serverReasons.includes(held.reason)
  if (held.reason === 'promotions' || byServer)
    return { ...shown, refuses: held.promotions_left_at === null ? 'nothing' : 'promotions', own: true }
  return { ...shown, refuses: 'everything', own: ownReasons.includes(held.reason) }
}

/** The suppression of the address of a link. */
const findHold = (trx: Trx, { hash }: Unsubscriber) =>
  trx
    .selectFrom('suppressions')
    .select(['id', 'reason', 'promotions_left_at'])
    .where('kind', '=', 'email')
    .where('hash', '=', hash)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()

type Person = { address: string | null; leadId: string | null; campaignId: string | null }

/** The recipient of the mail, as far as it is still stored. */
async function findPerson(trx: Trx, { recipientId }: Unsubscriber): Promise<Person> {
  const row = await trx
    .selectFrom('campaign_recipients')
    .select(['address', 'lead_id', 'campaign_id'])
    .where('id', '=', recipientId)
    .executeTakeFirst()
  return {
    address: row?.address?.trim().toLowerCase() ?? null,
    leadId: row?.lead_id ?? null,
    campaignId: row?.campaign_id ?? null
  }
}

/** Notes the person's decision, as the ledger of consents has it, with where it came from. */
async function decide(
  trx: Trx,
  { companyId }: Unsubscriber,
  { address, campaignId }: Person,
  decision: { granted: boolean; evidence: string },
  { ip, userAgent }: From
): Promise<void> {
  if (campaignId) await announce(trx, { companyId, kind: 'campaign-changed', data: { campaignId } })
  if (address !== null) await noteDecision(trx, companyId, address, { ...decision, ip, userAgent })
}

/** Notes in the ledger of consents, at every lead with an address, what its person decided by a mail. */
export async function noteDecision(
  trx: Trx,
  companyId: string,
  address: string,
  decided: { granted: boolean; evidence: string; ip: string | null; userAgent: string | null }
): Promise<void> {
  const leads = await trx
    .selectFrom('leads')
    .select('id')
    .where('company_id', '=', companyId)
    .where(leads =>
      leads.or([
        leads('email_key', '=', address),
        leads(
          'id',
          'in',
          leads
            .selectFrom('lead_addresses')
            .select('lead_id')
            .where('company_id', '=', companyId)
            .where('key', '=', address)
        )
      ])
    )
    .orderBy('id')
    .limit(maxLeads)
    .execute()
  const decision = { ...decided, channels: ['email'] as const, source: unsubscribeSource }
  for (const { id } of leads) await addConsent(trx, companyId, id, decision, { id: null, name: null })
}

const note = (
  trx: Trx,
  { companyId }: Unsubscriber,
  id: string,
  action: `suppression.${'unsubscribed' | 'left_promotions' | 'resubscribed'}`,
  { ip, requestId }: From
) =>
  audit(trx, { companyId, action, object: { type: 'suppression', id }, actorId: null, actorName: null, ip, requestId })
