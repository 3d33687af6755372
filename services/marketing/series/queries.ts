import { type Selectable, sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { ListRequest } from '../../core/list.ts'
import { takeLocks } from '../../core/locks.ts'
import type { Tables } from '../../core/tables.ts'
import { findUnstorable } from '../../core/text.ts'
import type { Author } from '../../core/viewer.ts'
import { customFields } from '../../leads/imports/lookups.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { carriers } from '../campaigns/carriers.ts'
import { announceCampaign } from '../campaigns/moves.ts'
import type { CarrierKind } from '../campaigns/rules.ts'
import type {} from '../campaigns/tables.ts'
import { checkSources } from '../campaigns/templateValues.ts'
import { answerWay, findSender } from '../senders/queries.ts'
import { finalStatuses, firstWaitFault, lateHours, seriesLimits, seriesTexts } from './rules.ts'
import type { NewSeries, Series, SeriesChange, SeriesKit, SeriesRow } from './schema.ts'
import type {} from './tables.ts'

export type SeriesTableRow = Selectable<Tables['mail_series']>

export const gone = () => new AppError('notFound', seriesTexts.gone)

/** The steps of a series `s` that are part of it. */
const steps = sql`campaigns c where c.company_id = s.company_id and c.series_id = s.id and c.step is not null`

/** The state of a series `s`: its steps stop and go on together. */
export const seriesState = sql`case when s.on_since is null then 'off'
  when exists (select from ${steps} and c.state = 'paused') then 'paused' else 'on' end`

const countsOf = (which: ReturnType<typeof sql>) => sql`coalesce((
  select jsonb_object_agg(state, n) from (select r.state, count(*)::integer as n from campaign_recipients r
    where r.company_id = s.company_id and ${which} group by r.state) as each_state), '{}')`

const rowColumns = sql`s.id, s.name, s.kind, ${seriesState} as state, s.on_since as "onSince",
  case when s.on_since is not null then (select max(c.problem) from ${steps}) end as problem,
  s.created_at as "createdAt", s.created_name as "createdName",
  (select count(*)::integer from ${steps}) as "stepCount",
  ${countsOf(sql`r.campaign_id in (select c.id from campaigns c where c.company_id = s.company_id and c.series_id = s.id)`)} as counts`

const sortable = { createdAt: 'created_at', name: 'name' } as const

/** The company's series of a carrier. */
export async function listSeries(
  trx: Trx,
  companyId: string,
  carrier: CarrierKind,
  { sort, skip, take }: ListRequest<keyof typeof sortable>
): Promise<{ rows: SeriesRow[]; total: number }> {
  const order = sql`${sql.ref(`s.${sortable[sort.field]}`)} ${sql.raw(sort.descending ? 'desc' : 'asc')}, s.id desc`
  const { rows } = await sql<SeriesRow>`
    select ${rowColumns} from mail_series s
    where s.company_id = ${companyId} and s.carrier = ${carrier} and s.removed_at is null
    order by ${order} offset ${skip} limit ${take}`.execute(trx)
  return { rows, total: await countSeries(trx, companyId, carrier) }
}

async function countSeries(trx: Trx, companyId: string, carrier: CarrierKind): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from mail_series
    where company_id = ${companyId} and carrier = ${carrier} and removed_at is null`.execute(trx)
  return rows[0]?.n ?? 0
}

/** One series with its steps and how many got each. Throws 404. */
export async function findSeries(trx: Trx, companyId: string, id: string): Promise<Series> {
  const { rows } = await sql<Series>`
    select ${rowColumns}, s.field, s.yearly, s.reach, s.stop_statuses as "stopStatuses",
      s.quiet_hours as "quietHours", s.version, (
        select jsonb_agg(jsonb_build_object('id', c.id, 'carrier', c.carrier, 'waitHours', c.wait_hours,
          'templateId', c.template_id, 'values', c.template_values,
          'templateName', coalesce(t.name, m.name), 'templateSubject', t.subject, 'subject', c.subject,
          'changed', s.on_since is not null and coalesce(t.updated_at > c.prepared_at, false),
          'counts', ${countsOf(sql`r.campaign_id = c.id`)}) order by c.step)
        from campaigns c
        left join email_templates t on t.company_id = c.company_id and t.id = c.template_id and c.carrier = 'email'
        left join message_templates m on m.company_id = c.company_id and m.id = c.template_id and c.carrier = 'whatsapp'
        where c.company_id = s.company_id and c.series_id = s.id and c.step is not null) as steps
    from mail_series s where s.company_id = ${companyId} and s.id = ${id} and s.removed_at is null`.execute(trx)
  if (!rows[0]) throw gone()
  return rows[0]
}

/** The parts of which a series can be made in this company. */
export const findKit = async (trx: Trx, config: Config): Promise<SeriesKit> => ({
  fields: await dateFields(trx),
  answers: answerWay(config, (await findSender(trx))?.row)
})

const dateFields = async (trx: Trx): Promise<SeriesKit['fields']> =>
  (await customFields(trx))
    .filter(({ type }) => type === 'date')
    .map(({ name, label }) => ({ name, label: label || name }))

type Writer = { companyId: string; carrier: CarrierKind; author: Author; actor: AuditActor }

const line = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The columns of a series as it was entered. Throws 400 with the field in fault. */
async function checked(trx: Trx, entered: NewSeries) {
  const { name, kind, field = null, yearly = true, quietHours = true, reach = 'new', steps } = entered
  const { stopStatuses = [...finalStatuses] } = entered
  if (findUnstorable({ name, steps }) !== null) throw invalid({ name: seriesTexts.characters })
  if (kind === 'date') {
    if (!(await dateFields(trx)).some(each => each.name === field)) throw invalid({ field: seriesTexts.field })
  }
  for (const [n, { waitHours }] of steps.entries()) {
    const fault = n === 0 ? firstWaitFault(kind, waitHours) : waitHours < 0 ? seriesTexts.notBefore : null
    if (fault) throw invalid({ [`steps.${n}.waitHours`]: fault })
  }
  return {
    name: line(name),
    kind,
    field: kind === 'date' ? field : null,
    yearly,
    // Existing leads never enter a new-lead series.
    reach: kind === 'new_lead' ? ('new' as const) : reach,
    stop_statuses: kind === 'follow_up' ? [...new Set([...stopStatuses, ...finalStatuses])] : stopStatuses,
    quiet_hours: quietHours
  }
}

/** Throws 400 for what cannot be, and 409 where the company has too many. */
export async function addSeries(trx: Trx, entered: NewSeries, writer: Writer, newId?: string): Promise<Series> {
  const { companyId, carrier, author, actor } = writer
  const values = await checked(trx, entered)
  await takeLocks(trx, companyId, 'mail series')
  if ((await countSeries(trx, companyId, carrier)) >= seriesLimits.series)
    throw new AppError('conflict', seriesTexts.tooMany)
  const row = await trx
    .insertInto('mail_series')
    .values({
      company_id: companyId,
      carrier,
      ...values,
      created_by: author.id,
      created_name: author.name,
      ...(newId && { id: newId })
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await putSteps(trx, row, entered.steps)
  await note(trx, 'mail_series.created', row, actor)
  return findSeries(trx, companyId, row.id)
}

/** Changes a series that sends nothing now. Throws 404, 400, and 409 where it is on, or `STALE` since `version`. */
export async function changeSeries(
  trx: Trx,
  id: string,
  { version, ...entered }: SeriesChange,
  { companyId, actor }: Pick<Writer, 'companyId' | 'actor'>
): Promise<Series> {
  const { row, state } = await lockSeries(trx, companyId, id)
  if (state === 'on') throw new AppError('conflict', seriesTexts.on)
  if (row.version !== version) throw new AppError('conflict', seriesTexts.stale, { code: 'STALE' })
  const values = await checked(trx, entered)
  const changed = await trx
    .updateTable('mail_series')
    .set({ ...values, version: version + 1, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await putSteps(trx, changed, entered.steps)
  await note(trx, 'mail_series.changed', changed, actor)
  return findSeries(trx, companyId, id)
}

/** The series, locked until the transaction ends, and its state. Throws 404. */
export async function lockSeries(
  trx: Trx,
  companyId: string,
  id: string
): Promise<{ row: SeriesTableRow; state: SeriesRow['state'] }> {
  const row = await trx
    .selectFrom('mail_series')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw gone()
  // Steps that stop by themselves do not lock the series.
  await sql`select from campaigns where company_id = ${companyId} and series_id = ${id} order by id for update`.execute(
    trx
  )
  const { rows } = await sql<{ state: SeriesRow['state'] }>`
    select ${seriesState} as state from mail_series s where s.company_id = ${companyId} and s.id = ${id}`.execute(trx)
  return { row, state: rows[0]?.state ?? 'off' }
}

const nobody = JSON.stringify({ filter: { id: [] }, owners: null, me: null })

type Entered = NewSeries['steps'][number]

/** Makes the steps of a series what was entered; of one that is taken out what it sent stays. Throws 400. */
async function putSteps(trx: Trx, row: SeriesTableRow, entered: NewSeries['steps']): Promise<void> {
  const { company_id: companyId, id: seriesId, carrier, name, kind } = row
  const had = await trx
    .selectFrom('campaigns')
    .select(['id', 'step', 'carrier'])
    .where('series_id', '=', seriesId)
    .execute()
  const named = new Set(entered.flatMap(({ id }) => (id ? [id] : [])))
  if ([...named].some(id => !had.some(each => each.id === id && each.step !== null)))
    throw invalid({ steps: seriesTexts.step })
  // A step that goes out by another carrier is another step.
  const stays = ({ id, carrier = row.carrier }: Entered) =>
    had.some(each => each.id === id && each.carrier === carrier) ? (id ?? null) : null
  const kept = new Set(entered.map(stays))
  for (const { id } of had.filter(({ id, step }) => step !== null && !kept.has(id)))
    await retireStep(trx, companyId, id)
  const stops = JSON.stringify({
    statuses: row.stop_statuses,
    answers: kind !== 'date',
    lateHours: lateHours[kind]
  })
  for (const [n, step] of entered.entries()) {
    const { waitHours, templateId, subject, values: sources, carrier: by = carrier } = step
    if (sources) checkSources(sources, `steps.${n}.`)
    const template = await trx
      .selectFrom(carriers[by].templates)
      .select('id')
      .where('id', '=', templateId)
      .executeTakeFirst()
    if (!template) throw invalid({ [`steps.${n}.templateId`]: 'Este modelo não existe mais. Escolha outro.' })
    const values = {
      name: `${name}, etapa ${n + 1}`,
      subject: line(subject),
      template_id: templateId,
      template_values: sources ? JSON.stringify(sources) : null,
      quiet_hours: row.quiet_hours,
      step: n + 1,
      wait_hours: waitHours,
      stops
    }
    const existingId = stays(step)
    const { id: campaignId } =
      existingId === null
        ? await trx
            .insertInto('campaigns')
            .values({
              company_id: companyId,
              carrier: by,
              ...values,
              audience: nobody,
              series_id: seriesId,
              created_by: row.created_by,
              created_name: row.created_name,
              // It waits as the others of its series do.
              ...(row.on_since !== null && { state: 'paused' })
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        : await trx
            .updateTable('campaigns')
            .set({ ...values, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
            .where('id', '=', existingId)
            .returning('id')
            .executeTakeFirstOrThrow()
    await announceCampaign(trx, companyId, campaignId)
  }
}

/** Takes a step out of its series. Its pending recipients get nothing. */
async function retireStep(trx: Trx, companyId: string, id: string): Promise<void> {
  await skipWaiting(trx, companyId, [id])
  await sql`
    update campaigns set step = null, state = 'cancelled', problem = null, finished_at = now(), version = version + 1,
      updated_at = now()
    where company_id = ${companyId} and id = ${id}`.execute(trx)
  await sql`
    delete from campaigns c where company_id = ${companyId} and id = ${id}
      and not exists (select from campaign_recipients r where r.company_id = c.company_id and r.campaign_id = c.id)`.execute(
    trx
  )
  await announceCampaign(trx, companyId, id)
}

/** Pending recipients of these steps get nothing, as the series was switched off. */
export const skipWaiting = (trx: Trx, companyId: string, ids: readonly string[]) =>
  sql`update campaign_recipients set state = 'skipped', reason = 'off', due_at = null
    where company_id = ${companyId} and campaign_id = any (${[...ids]}::text[]) and state in ('pending', 'deferred')`.execute(
    trx
  )

/** Deletes a series that is off; reports of what it sent stay with the leads. Throws 404 and 409. */
export async function removeSeries(
  trx: Trx,
  id: string,
  { companyId, actor }: Pick<Writer, 'companyId' | 'actor'>
): Promise<void> {
  const { row, state } = await lockSeries(trx, companyId, id)
  if (state !== 'off') throw new AppError('conflict', seriesTexts.notNow)
  const had = await trx.selectFrom('campaigns').select('id').where('series_id', '=', id).execute()
  for (const step of had) await retireStep(trx, companyId, step.id)
  await trx.updateTable('mail_series').set({ removed_at: sql<string>`now()` }).where('id', '=', id).execute()
  await note(trx, 'mail_series.deleted', row, actor)
}

type Action = 'created' | 'changed' | 'on' | 'paused' | 'off' | 'deleted'

export const note = (
  trx: Trx,
  action: `mail_series.${Action}`,
  { company_id: companyId, id, name }: Pick<SeriesTableRow, 'company_id' | 'id' | 'name'>,
  actor: AuditActor
) => audit(trx, { ...actor, companyId, action, object: { type: 'mail_series', id, name } })
