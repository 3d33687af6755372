import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { ListRequest } from '../../core/list.ts'
import { takeLocks } from '../../core/locks.ts'
import { cut } from '../../core/rules.ts'
import { findUnstorable } from '../../core/text.ts'
import type { Author } from '../../core/viewer.ts'
import { parseFilter } from '../../leads/leads/filter.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { letRecipientsGo } from './audience.ts'
import { carriers } from './carriers.ts'
import { isQuiet, quietOf } from './ledger.ts'
import { announceCampaign, futureMoment } from './moves.ts'
import { checkReferences } from './references.ts'
import {
  type CarrierKind,
  campaignLimits,
  campaignTexts,
  isEditable,
  type RecipientReason,
  type RecipientState,
  recipientStates
} from './rules.ts'
import type { Campaign, CampaignRow, EnteredCampaign, RecipientRow } from './schema.ts'
import { countSubjects } from './subjects.ts'
import type { StoredAudience, TestResult } from './tables.ts'
import { checkSources } from './templateValues.ts'
import { refusalText } from './whatsapp.ts'

const gone = () => new AppError('notFound', campaignTexts.gone)

/** True for a campaign `c` that nothing is sent of because another of the company began before it. */
const isBehind = sql<boolean>`(c.series_id is null and not coalesce(r.counts ? 'sending', false) and exists (
  select from campaigns b where b.company_id = c.company_id and b.carrier = c.carrier and b.state = 'sending'
    and b.series_id is null and (b.started_at, b.id) < (c.started_at, c.id)
    and (b.tested_at is null or b.winner is not null) and not ${quietOf('b')}
    and exists (select from campaign_recipients w where w.company_id = b.company_id and w.campaign_id = b.id
      and w.state in ('pending', 'sending'))))`

const rowColumns = sql`c.id, c.carrier, c.name, c.subject, c.state, c.problem, c.scheduled_at as "scheduledAt",
  c.started_at as "startedAt", c.finished_at as "finishedAt", c.created_at as "createdAt", c.created_name as "createdName",
  c.paused_at as "pausedAt", c.paused_name as "pausedName", coalesce(r.counts, '{}') as counts,
  coalesce(r.total, 0) as total,
  case when c.state <> 'sending' then null when ${isQuiet} then 'quiet'
    when l.rest_until > now() and l.rest_reason is not null then l.rest_reason
    when l.rest_until > now() and l.failures > 0 then 'connection' when l.rest_until > now() then 'pace'
    when c.tested_at is not null and c.winner is null then 'test'
    when coalesce(r.counts ? 'pending', false) then case when ${isBehind} then 'turn' end
    when r.counts ? 'deferred' and not r.counts ? 'sending' then 'retry'
    when r.counts ? 'held' and not r.counts ? 'sending' then 'held' end as waiting,
  case when c.state = 'paused' then c.look_again_at when c.state <> 'sending' or ${isQuiet} then null when l.rest_until > now() then l.rest_until
    when r.counts ? 'deferred' and not r.counts ?| array['pending', 'sending'] then (
      select min(d.due_at) from campaign_recipients d
      where d.company_id = c.company_id and d.campaign_id = c.id and d.state = 'deferred' and d.due_at > now())
    end as "waitingUntil"`

const counted = sql`left join lateral (
  select jsonb_object_agg(state, n) as counts, sum(n) filter (where state <> 'skipped')::integer as total
  from (select r.state, count(*)::integer as n from campaign_recipients r
    where r.company_id = c.company_id and r.campaign_id = c.id group by r.state) as each_state) as r on true
  left join campaign_lanes l on l.company_id = c.company_id and l.carrier = c.carrier`

const sortable = { createdAt: 'created_at', name: 'name' } as const

/** The company's campaigns of a carrier; one that is scheduled with what would keep it from beginning. */
export async function listCampaigns(
  trx: Trx,
  config: Config,
  companyId: string,
  carrier: CarrierKind,
  { sort, skip, take }: ListRequest<keyof typeof sortable>
): Promise<{ rows: CampaignRow[]; total: number }> {
  const order = sql`${sql.ref(`c.${sortable[sort.field]}`)} ${sql.raw(sort.descending ? 'desc' : 'asc')}, c.id desc`
  const { rows } = await sql<CampaignRow>`
    select ${rowColumns} from (
      select * from campaigns c where c.company_id = ${companyId} and c.carrier = ${carrier} and c.series_id is null
      order by ${order} offset ${skip} limit ${take}) as c ${counted} order by ${order}`.execute(trx)
  const shown = await withObstacle(trx, { config, companyId, carrier }, rows)
  return { rows: shown, total: await countCampaigns(trx, companyId, carrier) }
}

/** The campaigns; a scheduled one says what would keep it from starting. */
export async function withObstacle<Shown extends CampaignRow>(
  trx: Trx,
  { config, companyId, carrier }: { config: Config; companyId: string; carrier: CarrierKind },
  campaigns: readonly Shown[]
): Promise<Shown[]> {
  if (!campaigns.some(({ state }) => state === 'scheduled')) return [...campaigns]
  const problem = await obstacleOf(trx, config, companyId, carrier)
  return campaigns.map(campaign => (campaign.state === 'scheduled' ? { ...campaign, problem } : campaign))
}

/** A sentence that names what the company lacks for sending; null for nothing. */
async function obstacleOf(trx: Trx, config: Config, companyId: string, carrier: CarrierKind): Promise<string | null> {
  try {
    await carriers[carrier].check(trx, config, companyId)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

async function countCampaigns(trx: Trx, companyId: string, carrier: CarrierKind): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from campaigns
    where company_id = ${companyId} and carrier = ${carrier} and series_id is null`.execute(trx)
  return rows[0]?.n ?? 0
}

/** One campaign with its progress, of any carrier unless one is named; a step of a series too. Throws 404. */
export async function findCampaign(
  trx: Trx,
  companyId: string,
  id: string,
  carrier: CarrierKind | null = null
): Promise<Campaign> {
  const { rows } = await sql<Omit<Campaign, 'test'> & { test: StoredTest | null }>`
    select ${rowColumns}, c.template_id as "templateId",
      case c.carrier when 'email' then
        (select t.name from email_templates t where t.company_id = c.company_id and t.id = c.template_id)
        else (select t.name from message_templates t where t.company_id = c.company_id and t.id = c.template_id)
        end as "templateName", c.template_values as values, ${report} as report,
      c.audience -> 'filter' as filter, c.quiet_hours as "quietHours", c.version, c.series_id as "seriesId", c.prepared_at as "preparedAt",
      (select count(*)::integer from campaign_recipients a where a.company_id = c.company_id and a.campaign_id = c.id
        and a.answered_at is not null) as answered,
      coalesce((select jsonb_object_agg(reason, n) from (
        select r.reason, count(*)::integer as n from campaign_recipients r
        where r.company_id = c.company_id and r.campaign_id = c.id and r.reason is not null group by r.reason) as each_reason),
        '{}') as reasons,
      case when c.subject_b is not null then jsonb_build_object('subject', c.subject_b, 'share', c.test_share,
        'hours', c.test_hours, 'decidesAt', case when c.winner is null then to_char(
          c.tested_at + c.test_hours * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end,
        'winner', c.winner, 'result', c.test_result) end as test
    from campaigns c ${counted}
    where c.company_id = ${companyId} and c.id = ${id} and (${carrier}::text is null or c.carrier = ${carrier})`.execute(
    trx
  )
  const [campaign] = rows
  if (!campaign) throw gone()
  const { test } = campaign
  return {
    ...campaign,
    test: test && { ...test, result: test.result ?? (await countSubjects(trx, companyId, id)) }
  }
}

/** The report of a campaign `c` whose messages say how far they come. */
const report = sql`case when c.carrier <> 'email' and c.prepared_at is not null then (
  select jsonb_build_object(
    'accepted', count(*) filter (where m.state in ('accepted', 'unsubscribed')),
    'delivered', count(m.delivered_at), 'read', count(m.read_at), 'answered', count(m.answered_at),
    'optOuts', count(m.unsubscribed_at), 'failed', count(*) filter (where m.state = 'rejected'),
    'held', count(*) filter (where m.state = 'held'), 'cost', (
      -- What was billed, and until that is known what was estimated; null where one of them has no price.
      select case when count(*) = count(coalesce(k.billed, k.estimated)) and count(*) > 0
        then jsonb_build_object('currency', min(k.currency), 'micros', sum(coalesce(k.billed, k.estimated))) end
      from campaign_recipients p join message_costs k on k.company_id = p.company_id and k.message_id = p.message_id
      where p.company_id = c.company_id and p.campaign_id = c.id and not k.failed))
  from campaign_recipients m where m.company_id = c.company_id and m.campaign_id = c.id) end`

type StoredTest = Omit<NonNullable<Campaign['test']>, 'result'> & { result: TestResult | null }

export type Writer = {
  companyId: string
  carrier: CarrierKind
  author: Author
  owners: string[] | null
  actor: AuditActor
}

/** The columns of a campaign as it was entered. Throws 400 with the field in fault. */
function checked(entered: EnteredCampaign, { owners, author }: Pick<Writer, 'owners' | 'author'>) {
  const { name, subject, templateId, filter, scheduledAt, quietHours = true, test = null, values = null } = entered
  if (values) checkSources(values)
  if (findUnstorable({ name, subject }) !== null) throw invalid({ name: campaignTexts.characters })
  parseFilter(filter, author.id)
  const audience: StoredAudience = { filter, owners, me: author.id }
  const line = (text: string) => text.replace(/\s+/g, ' ').trim()
  const subjectB = test && line(test.subject)
  if (test && findUnstorable({ subject: test.subject }) !== null)
    throw invalid({ 'test.subject': campaignTexts.characters })
  if (subjectB === '') throw invalid({ 'test.subject': campaignTexts.subjectB })
  if (subjectB === line(subject)) throw invalid({ 'test.subject': campaignTexts.sameSubject })
  return {
    name: line(name),
    subject: line(subject),
    subject_b: subjectB,
    test_share: test?.share ?? null,
    test_hours: test?.hours ?? null,
    template_id: templateId,
    template_values: values && JSON.stringify(values),
    audience: JSON.stringify(audience),
    quiet_hours: quietHours,
    scheduled_at: futureMoment(scheduledAt)
  }
}

/**
 * Throws 400 for a wrong filter, one that names what the company does not have, or a time in the past, and 409 where the
 * company has too many campaigns.
 */
export async function addCampaign(
  trx: Trx,
  entered: EnteredCampaign,
  writer: Writer,
  newId?: string
): Promise<Campaign> {
  await checkReferences(trx, carriers[writer.carrier], entered)
  return insertCampaign(trx, entered, writer, newId)
}

async function insertCampaign(trx: Trx, entered: EnteredCampaign, writer: Writer, newId?: string): Promise<Campaign> {
  const { companyId, carrier, author, actor } = writer
  const values = checked(entered, writer)
  await takeLocks(trx, companyId, 'campaigns')
  if ((await countCampaigns(trx, companyId, carrier)) >= campaignLimits.campaigns)
    throw new AppError('conflict', campaignTexts.tooMany)
  const { id, name } = await trx
    .insertInto('campaigns')
    .values({
      company_id: companyId,
      carrier,
      ...values,
      created_by: author.id,
      created_name: author.name,
      ...(newId && { id: newId })
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  await audit(trx, { ...actor, companyId, action: 'campaign.created', object: { type: 'campaign', id, name } })
  await announceCampaign(trx, companyId, id)
  return findCampaign(trx, companyId, id)
}

const copyEnding = ' (cópia)'

/**
 * Writes a draft to the same audience with the same template and subjects; nobody of the ledger comes with it, and no
 * time. In the scope of who copies. Throws 404, also for a step of a series, and 409 where there are too many.
 */
export async function copyCampaign(trx: Trx, id: string, writer: Writer): Promise<Campaign> {
  const row = await trx
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', id)
    .where('carrier', '=', writer.carrier)
    .where('series_id', 'is', null)
    .executeTakeFirst()
  if (!row) throw gone()
  const { subject_b: subjectB, test_share: share, test_hours: hours, audience } = row
  // 'My leads' stay those of the original author.
  const owner = [audience.filter.owner ?? []].flat().map(each => (each === 'me' ? (audience.me ?? each) : each))
  const copied: EnteredCampaign = {
    name: `${cut(row.name, campaignLimits.name - copyEnding.length)}${copyEnding}`,
    subject: row.subject,
    templateId: row.template_id,
    filter: { ...audience.filter, ...(owner.length > 0 && { owner }) },
    scheduledAt: null,
    quietHours: row.quiet_hours,
    test: subjectB !== null && share !== null && hours !== null ? { subject: subjectB, share, hours } : null,
    ...(row.template_values && { values: row.template_values })
  }
  // A deleted tag stays in the filter: without it the copy would reach more people.
  return insertCampaign(trx, copied, writer)
}

/**
 * Changes a campaign that is not under way; recipients that were fixed are let go. Throws 404, 400, and 409 where it is
 * under way, or `STALE` where somebody changed it since `version`.
 */
export async function changeCampaign(
  trx: Trx,
  id: string,
  { version, ...entered }: EnteredCampaign & { version: number },
  writer: Writer
): Promise<Campaign> {
  const { companyId, actor } = writer
  const row = await trx
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', id)
    .where('carrier', '=', writer.carrier)
    .where('series_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw gone()
  if (!isEditable(row.state)) throw new AppError('conflict', campaignTexts.notNow)
  if (row.version !== version) throw new AppError('conflict', campaignTexts.stale, { code: 'STALE' })
  const values = checked(entered, writer)
  await checkReferences(trx, carriers[writer.carrier], entered)
  await letRecipientsGo(trx, companyId, id)
  await trx
    .updateTable('campaigns')
    .set({
      ...values,
      state: 'draft',
      problem: null,
      content: null,
      prepared_at: null,
      tested_at: null,
      winner: null,
      test_result: null,
      version: version + 1,
      updated_at: sql<string>`now()`
    })
    .where('id', '=', id)
    .execute()
  await audit(trx, {
    ...actor,
    companyId,
    action: 'campaign.changed',
    object: { type: 'campaign', id, name: values.name }
  })
  await announceCampaign(trx, companyId, id)
  return findCampaign(trx, companyId, id)
}

/** Counts stop here. */
const countCap = 100_000

/** A text that the list of recipients is filtered by. */
const isState = (value: unknown): value is RecipientState => recipientStates.includes(value as RecipientState)

/** Characters of a search. */
const longestTerm = 100

type RecipientFilter = { state: RecipientState | null; reason: string | null; term: string }

function readRecipientFilter({ state, reason, q = '' }: Record<string, unknown>): RecipientFilter {
  if (state !== undefined && !isState(state)) throw invalid({ state: 'Situação desconhecida.' })
  if (reason !== undefined && (typeof reason !== 'string' || reason.length > 40))
    throw invalid({ reason: 'Filtro inválido.' })
  if (typeof q !== 'string' || q.length > longestTerm || findUnstorable({ q }) !== null)
    throw invalid({ q: 'Busca inválida.' })
  const term = q.trim().replace(/\s+/g, ' ')
  return { state: state ?? null, reason: (reason as RecipientReason | undefined) ?? null, term }
}

/** The matching recipients of a campaign, as the viewer sees their leads. */
const recipients = (
  companyId: string,
  id: string,
  { state, reason, term }: RecipientFilter,
  everything: boolean
) => sql`
  from campaign_recipients r left join leads l on l.company_id = r.company_id and l.id = r.lead_id
  where r.company_id = ${companyId} and r.campaign_id = ${id} and (${state}::text is null or r.state = ${state})
    and (${reason}::text is null or r.reason = ${reason}) and (${everything}::boolean or l.id is not null)
    ${term === '' ? sql`` : sql`and r.id in (select search_recipients(${id}, ${term}))`}`

const recipientColumns = sql`r.id, l.id as "leadId", l.name, r.address, r.state, r.reason, r.answer, r.attempts,
  r.due_at as "dueAt", r.sent_at as "sentAt", r.unsubscribed_at as "unsubscribedAt", r.answered_at as "answeredAt", r.variant,
  r.delivered_at as "deliveredAt", r.read_at as "readAt",
  (select min(k.first_at) from campaign_clicks k where k.company_id = r.company_id and k.recipient_id = r.id
    and k.link >= 0 and not k.automatic) as "clickedAt"`

/** A refusal is kept by its code: the sentence says what to do next. */
function withWords(row: RecipientRow): RecipientRow {
  const [, code] = /^#(\d+)$/.exec(row.answer ?? '') ?? []
  return code ? { ...row, answer: refusalText(Number(code)) } : row
}

/**
 * One page of the recipients of a campaign, by state, reason and `q`, a part of a name or address; somebody who sees
 * some leads only gets those. Throws 404.
 */
export async function listRecipients(
  trx: Trx,
  companyId: string,
  id: string,
  owners: string[] | null,
  carrier: CarrierKind,
  { skip, take, filter }: ListRequest<'id'>
): Promise<{ rows: RecipientRow[]; total: number; capped: boolean }> {
  await findCampaign(trx, companyId, id, carrier)
  const from = recipients(companyId, id, readRecipientFilter(filter), owners === null)
  const { rows } = await sql<RecipientRow>`
    select ${recipientColumns} ${from} order by r.state, r.id offset ${skip} limit ${take}`.execute(trx)
  const { rows: n } = await sql<{ n: number }>`
    select count(*)::integer as n from (select ${from} limit ${countCap}) as c`.execute(trx)
  const total = n[0]?.n ?? 0
  return { rows: rows.map(withWords), total, capped: total === countCap }
}

/** A portion of all recipients after the last one, for a file. */
export async function readRecipients(
  trx: Trx,
  companyId: string,
  id: string,
  owners: string[] | null,
  { after, take }: { after: string; take: number }
): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select ${recipientColumns} ${recipients(companyId, id, { state: null, reason: null, term: '' }, owners === null)}
      and r.id > ${after} order by r.id limit ${take}`.execute(trx)
  return rows.map(withWords)
}
