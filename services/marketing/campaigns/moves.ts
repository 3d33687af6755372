import { type Selectable, sql } from 'kysely'
import { notify } from '../../account/notifications/queries.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError, invalid, isRefused } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { publish } from '../../core/jobs.ts'
import type { Tables } from '../../core/tables.ts'
import { erasureKey } from '../../leads/erased/people.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { freezeRecipients } from './audience.ts'
import { carriers } from './carriers.ts'
import { campaignsDue, campaignToPrepare } from './jobs.ts'
import { isAwaited, isHeld, isQuiet } from './ledger.ts'
import {
  type CampaignMove,
  type CampaignState,
  type CarrierKind,
  campaignTexts,
  carrierPages,
  mayMove,
  pauseRules
} from './rules.ts'

type Row = Selectable<Tables['campaigns']>

export const announceCampaign = (trx: Trx, companyId: string, campaignId: string): Promise<void> =>
  announce(trx, { companyId, kind: 'campaign-changed', data: { campaignId } })

/**
 * The campaign, locked until the transaction ends. Throws 404, also for a step of a series, which moves with it, and
 * 409 where its state does not allow the move.
 */
async function lockFor(trx: Trx, { id, carrier }: Pick<Move, 'id' | 'carrier'>, move: CampaignMove): Promise<Row> {
  const row = await trx
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', id)
    .$if(carrier !== undefined, campaigns => campaigns.where('carrier', '=', carrier as CarrierKind))
    .where('series_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', campaignTexts.gone)
  if (!mayMove(move, row.state)) throw new AppError('conflict', campaignTexts.notNow)
  return row
}

type Change = Partial<
  Pick<
    Row,
    | 'state'
    | 'sends'
    | 'problem'
    | 'prepared_at'
    | 'started_at'
    | 'finished_at'
    | 'paused_name'
    | 'paused_at'
    | 'resumed_at'
    | 'look_again_at'
  >
>

async function change(
  trx: Trx,
  { company_id: companyId, id }: Pick<Row, 'company_id' | 'id'>,
  to: Change
): Promise<void> {
  await trx
    .updateTable('campaigns')
    .set({ ...to, updated_at: sql<string>`now()`, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  await announceCampaign(trx, companyId, id)
}

const object = ({ id, name }: Pick<Row, 'id' | 'name'>) => ({ type: 'campaign', id, name })

/** `carrier`: that of the campaign, where it must be that one. */
type Move = { companyId: string; id: string; carrier?: CarrierKind; config: Config; actor: AuditActor }

/** The content that it would send. Throws 409 that names what the company or the campaign lacks. */
async function needReady(trx: Trx, config: Config, row: Row, before?: unknown): Promise<unknown> {
  const carrier = carriers[row.carrier]
  await carrier.check(trx, config, row.company_id)
  const { subject, subject_b: subjectB, template_id: templateId, template_values: values } = row
  return carrier.freeze(trx, { subject, subjectB, templateId, values, before })
}

/**
 * Has the recipients fixed, so that people can look at them before anything is sent. Throws 409 for what is missing.
 */
export async function prepareCampaign(trx: Trx, { companyId, id, carrier, config, actor }: Move): Promise<void> {
  const row = await lockFor(trx, { id, carrier }, 'prepare')
  await needReady(trx, config, row)
  await change(trx, row, { state: 'preparing', sends: false, problem: null })
  await audit(trx, { ...actor, companyId, action: 'campaign.prepared', object: object(row) })
  await publish(trx, campaignToPrepare, { companyId, campaignId: id })
}

/**
 * Sends a campaign: at its time where that is in the future, to those whom the filter finds then; else now, to the
 * recipients that were fixed, or whom it finds now. Throws 409 for what is missing.
 */
export async function sendCampaign(trx: Trx, { companyId, id, carrier, config, actor }: Move): Promise<void> {
  const row = await lockFor(trx, { id, carrier }, 'send')
  const content = await needReady(trx, config, row)
  const later = row.scheduled_at !== null && Date.parse(row.scheduled_at) > Date.now()
  if (later) {
    if (carriers[row.carrier].asksAgain)
      await trx
        .updateTable('campaigns')
        .set({ content: JSON.stringify(content) })
        .where('id', '=', id)
        .execute()
    await change(trx, row, { state: 'scheduled', problem: null })
  } else await begin(trx, row)
  await audit(trx, { ...actor, companyId, action: 'campaign.sent', object: object(row) })
}

/** Begins to send: at once where the recipients are fixed, else when they are. */
async function begin(trx: Trx, row: Row): Promise<void> {
  const { company_id: companyId, id, carrier } = row
  if (row.prepared_at !== null) {
    await change(trx, row, { state: 'sending', started_at: new Date().toISOString(), problem: null })
    await publish(trx, campaignsDue, { companyId, carrier })
  } else {
    await change(trx, row, { state: 'preparing', sends: true, problem: null })
    await publish(trx, campaignToPrepare, { companyId, campaignId: id })
  }
}

/**
 * Pending recipients keep waiting; those under way are settled as they end. A campaign that has not begun is ready
 * again.
 */
export async function pauseCampaign(trx: Trx, { companyId, id, carrier, actor }: Move): Promise<void> {
  const row = await lockFor(trx, { id, carrier }, 'pause')
  const back: CampaignState = row.prepared_at === null ? 'draft' : 'ready'
  const now = new Date().toISOString()
  if (row.state === 'scheduled') await change(trx, row, { state: back, problem: null })
  else await change(trx, row, { state: 'paused', problem: null, paused_name: actor.actorName, paused_at: now })
  await audit(trx, { ...actor, companyId, action: 'campaign.paused', object: object(row) })
}

export async function resumeCampaign(trx: Trx, { companyId, id, carrier, config, actor }: Move): Promise<void> {
  const row = await lockFor(trx, { id, carrier }, 'resume')
  await carriers[row.carrier].check(trx, config, companyId)
  const now = new Date().toISOString()
  await change(trx, row, {
    state: 'sending',
    problem: null,
    paused_name: null,
    paused_at: null,
    look_again_at: null,
    resumed_at: now
  })
  await trx
    .updateTable('campaign_lanes')
    .set({ rest_until: null, rest_reason: null, failures: 0 })
    .where('carrier', '=', row.carrier)
    .execute()
  await audit(trx, { ...actor, companyId, action: 'campaign.resumed', object: object(row) })
  await publish(trx, campaignsDue, { companyId, carrier: row.carrier })
}

/** Pending recipients get nothing any more. Sent mails stay in the ledger. */
export async function cancelCampaign(trx: Trx, { companyId, id, carrier, actor }: Move): Promise<void> {
  const row = await lockFor(trx, { id, carrier }, 'cancel')
  await sql`
    update campaign_recipients set state = 'skipped', reason = 'cancelled', due_at = null
    where company_id = ${companyId} and campaign_id = ${id} and state in ('pending', 'deferred')`.execute(trx)
  await change(trx, row, { state: 'cancelled', sends: false, problem: null, finished_at: new Date().toISOString() })
  await audit(trx, { ...actor, companyId, action: 'campaign.cancelled', object: object(row) })
}

/** Deletes a campaign of which nothing was sent. Throws 409 where something was. */
export async function removeCampaign(trx: Trx, { companyId, id, carrier, actor }: Move): Promise<void> {
  const row = await lockFor(trx, { id, carrier }, 'remove')
  if (row.started_at !== null) throw new AppError('conflict', campaignTexts.notNow)
  await trx.deleteFrom('campaigns').where('id', '=', id).execute()
  await audit(trx, { ...actor, companyId, action: 'campaign.deleted', object: object(row) })
  await announceCampaign(trx, companyId, id)
}

/**
 * Fixes the recipients of a campaign that is to be prepared, and begins to send where that was requested. May run
 * twice. A fault that a person must mend makes it a draft again, with the reason.
 */
export async function prepareNow(db: Db, config: Config, companyId: string, campaignId: string): Promise<void> {
  const found = await db.company(companyId, trx =>
    trx.selectFrom('campaigns').select(['state', 'audience']).where('id', '=', campaignId).executeTakeFirst()
  )
  if (found?.state !== 'preparing') return
  const key = await erasureKey(db, config)
  try {
    await db.company({ id: companyId, owners: found.audience.owners }, async trx => {
      const row = await trx
        .selectFrom('campaigns')
        .selectAll()
        .where('id', '=', campaignId)
        .forUpdate()
        .executeTakeFirst()
      if (row?.state !== 'preparing') return
      const carrier = carriers[row.carrier]
      const content = await needReady(trx, config, row, carrier.asksAgain && row.sends ? row.content : undefined)
      const receive = await freezeRecipients(trx, campaignId, {
        companyId,
        key,
        carrier,
        audience: row.audience,
        templateId: row.template_id,
        campaignId,
        testShare: row.subject_b === null ? null : row.test_share
      })
      if (receive === 0 && row.sends) throw new AppError('conflict', campaignTexts.nobody)
      await trx
        .updateTable('campaigns')
        .set({ content: JSON.stringify(content) })
        .where('id', '=', campaignId)
        .execute()
      const now = new Date().toISOString()
      if (row.sends) await change(trx, row, { state: 'sending', prepared_at: now, started_at: now, sends: false })
      else await change(trx, row, { state: 'ready', prepared_at: now })
      if (row.sends) await publish(trx, campaignsDue, { companyId, carrier: row.carrier })
    })
  } catch (error) {
    if (!isRefused(error)) throw error
    await db.company(companyId, trx => backToDraft(trx, campaignId, error.message))
  }
}

/** Makes a campaign that could not be prepared a draft again, and notifies its author of the reason. */
export async function backToDraft(trx: Trx, campaignId: string, problem: string): Promise<void> {
  const row = await trx.selectFrom('campaigns').selectAll().where('id', '=', campaignId).forUpdate().executeTakeFirst()
  if (row?.state !== 'preparing') return
  // The next attempt is not compared with this one.
  await trx.updateTable('campaigns').set({ content: null }).where('id', '=', campaignId).execute()
  await change(trx, row, { state: 'draft', sends: false, problem, prepared_at: null })
  if (row.sends) await notifyAuthor(trx, row, `A campanha “${row.name}” não foi enviada`, problem)
}

const notifyAuthor = (trx: Trx, row: Row, title: string, body: string): Promise<void> =>
  notify(
    trx,
    {
      companyId: row.company_id,
      kind: 'campaign_trouble',
      leadId: null,
      title,
      body,
      link: row.series_id === null ? `${carrierPages[row.carrier].page}/${row.id}` : `/email/series/${row.series_id}`
    },
    { employees: row.created_by ? [row.created_by] : [] }
  )

/** Scheduled campaigns whose time has come. */
export async function findScheduled(trx: Trx): Promise<{ companyId: string; id: string }[]> {
  const { rows } = await sql<{ companyId: string; id: string }>`
    select company_id as "companyId", id from campaigns where state = 'scheduled' and scheduled_at <= now()
    order by scheduled_at limit 100`.execute(trx)
  return rows
}

/** Begins a scheduled campaign: its recipients are those whom its filter finds now. */
export async function beginScheduled(trx: Trx, companyId: string, id: string): Promise<void> {
  const row = await trx.selectFrom('campaigns').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row?.state !== 'scheduled') return
  await change(trx, row, { state: 'preparing', sends: true })
  await publish(trx, campaignToPrepare, { companyId, campaignId: id })
}

/** Lanes of all companies that have something to send now, or rows that a worker left. */
export async function activeLanes(trx: Trx): Promise<{ companyId: string; carrier: CarrierKind }[]> {
  const { rows } = await sql<{ companyId: string; carrier: CarrierKind }>`
    select distinct c.company_id as "companyId", c.carrier from campaigns c
    left join campaign_lanes l on l.company_id = c.company_id and l.carrier = c.carrier
    where (c.state = 'sending' and not ${isQuiet} or c.state in ('paused', 'cancelled') and exists (
        select from campaign_recipients r
        where r.company_id = c.company_id and r.campaign_id = c.id and r.state = 'sending'))
      and coalesce(l.leased_until < now(), true) and coalesce(l.rest_until < now(), true)
      and (c.state <> 'sending' or ${isAwaited}
        or c.series_id is null and not exists (select from campaign_recipients r
          where r.company_id = c.company_id and r.campaign_id = c.id
            and (r.state in ('pending', 'deferred') or ${isHeld})))`.execute(trx)
  return rows
}

/** Ends the company's campaigns of which nobody waits any more. Series never end. */
export async function finishCampaigns(trx: Trx, companyId: string, carrier: CarrierKind): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; created_by: string | null; n: number }>`
    update campaigns c set state = 'done', finished_at = now(), updated_at = now(), version = version + 1
    where c.company_id = ${companyId} and c.carrier = ${carrier} and c.state = 'sending' and c.series_id is null
      and not exists (select from campaign_recipients r where r.company_id = c.company_id and r.campaign_id = c.id
        and (r.state in ('pending', 'deferred', 'sending') or ${isHeld}))
    returning id, name, created_by, (select count(*)::integer from campaign_recipients r
      where r.company_id = c.company_id and r.campaign_id = c.id and r.state in ('accepted', 'unsubscribed')) as n`.execute(
    trx
  )
  for (const { id, name, created_by, n } of rows) {
    await announceCampaign(trx, companyId, id)
    const { page, accepted } = carrierPages[carrier]
    const body = `${n.toLocaleString('pt-BR')} ${accepted[n === 1 ? 0 : 1]}`
    const news = { companyId, kind: 'operation_done' as const, leadId: null, body, link: `${page}/${id}` }
    if (created_by) await notify(trx, { ...news, title: `Campanha “${name}”: concluída` }, { employees: [created_by] })
  }
}

/**
 * Pauses the company's campaigns of a carrier, or `only` one of them, and notifies its author of the reason. All steps of
 * a series stop together. `hours`: when it is worth another look.
 */
export async function pauseByItself(
  trx: Trx,
  companyId: string,
  carrier: CarrierKind,
  problem: string,
  { only = null, hours }: { only?: string | null; hours?: number | undefined } = {}
): Promise<void> {
  const { rows } = await sql<Row>`
    with stopped as (
      select id, series_id from campaigns where company_id = ${companyId} and carrier = ${carrier} and state = 'sending'
        and (${only}::text is null or id = ${only})
    )
    select * from campaigns where company_id = ${companyId} and state = 'sending'
      and (id in (select id from stopped) or series_id in (select series_id from stopped))
    order by id for update`.execute(trx)
  const series = new Set<string>()
  for (const row of rows) {
    const now = Date.now()
    await change(trx, row, {
      state: 'paused',
      problem,
      paused_name: null,
      paused_at: new Date(now).toISOString(),
      look_again_at: hours === undefined ? null : new Date(now + hours * 3_600_000).toISOString()
    })
    if (row.series_id !== null && series.has(row.series_id)) continue
    if (row.series_id !== null) series.add(row.series_id)
    const what = row.series_id === null ? `A campanha “${row.name}”` : `A sequência automática “${row.name}”`
    await notifyAuthor(trx, row, `${what} parou`, problem)
  }
}

/**
 * Pauses a campaign of which too many were refused, or complained. After a resume only refusals of mails that were sent
 * since count, and complaints that came since; of a series only those to whom it was sent since it was last switched on.
 */
export async function pauseOfRefusals(trx: Trx, companyId: string, campaignId: string): Promise<void> {
  const { rows } = await sql<{
    carrier: CarrierKind
    handled: number
    complained: number
    since: number
    refused: number
  }>`
    select c.carrier, count(*)::integer as handled,
      count(*) filter (where r.report = 'complained'
        and (c.resumed_at is null or r.reported_at > c.resumed_at))::integer as complained,
      count(*) filter (where c.resumed_at is null or r.claimed_at > c.resumed_at)::integer as since,
      count(*) filter (where r.state in ('rejected', 'bounced')
        and (c.resumed_at is null or r.claimed_at > c.resumed_at))::integer as refused
    from campaigns c join campaign_recipients r on r.company_id = c.company_id and r.campaign_id = c.id
    where c.company_id = ${companyId} and c.id = ${campaignId} and c.state = 'sending'
      and r.state not in ('pending', 'sending', 'deferred', 'skipped')
      and (c.series_id is null or r.claimed_at >= c.started_at) group by c.carrier`.execute(trx)
  const [row] = rows
  if (!row) return
  const { carrier, handled, complained, since, refused } = row
  const { from, complaints } = pauseRules
  if (since >= from && refused > since * pauseRules.refused)
    await pauseByItself(
      trx,
      companyId,
      carrier,
      carrier === 'email' ? campaignTexts.refused : campaignTexts.refusedMessages,
      {
        only: campaignId,
        ...(carrier !== 'email' && { hours: 1 })
      }
    )
  else if (handled >= from && complained >= complaints && complained > handled * pauseRules.complained)
    await pauseByItself(trx, companyId, carrier, campaignTexts.complained, { only: campaignId })
}

/** The moment of a request, in the future. Throws 400. */
export function futureMoment(text: string | null | undefined): string | null {
  if (text == null) return null
  if (Date.parse(text) <= Date.now()) throw invalid({ scheduledAt: campaignTexts.past })
  return text
}
