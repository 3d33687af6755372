import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { LeadStatus, PreferredPeriod } from '../leads/rules.ts'
import { maxQueued, maxWaiting, periodEnds, waitingDays } from './rules.ts'
import type { FirstSteps, Queue, QueueItem } from './schema.ts'
import type {} from './tables.ts'

type Row = {
  id: string
  name: string
  words: string | null
  phone: string | null
  email: string | null
  status: LeadStatus
  source: string
  owner_name: string | null
  why: QueueItem['why']
  due_at: string | null
  late: boolean
  period: PreferredPeriod | null
  task_id: string | null
  task_title: string | null
  conversation_id: string | null
  channel: string | null
  received_at: string
  total: number
}

const columns = sql`l.id, l.company_id, l.owner_id, l.name, l.phone, l.email, l.status, l.source, l.received_at`
const ofNoConversation = sql`left(l.message, 200) as words, null::text as conversation_id, null::text as channel`

/** When the contact was promised: the end of the requested period, or of the working day. */
const promisedBy = (zone: string) => sql`(
  (l.preferred_date + make_interval(hours => case l.preferred_period
    when 'morning' then ${periodEnds.morning}::integer when 'afternoon' then ${periodEnds.afternoon}::integer
    when 'evening' then ${periodEnds.evening}::integer else 18 end)) at time zone ${zone})`

/**
 * The leads to contact now: first people who wrote and wait for an answer, the longest waiting first; then those whose
 * preferred day has come, by the end of their period; then open tasks due today; then leads of the last week that
 * nobody has contacted, the longest waiting first. Each lead appears once; the first `maxQueued` of each kind are
 * considered. `owner`: only one employee's leads, '' for those without an owner.
 */
export async function findQueue(
  trx: Trx,
  companyId: string,
  { owner, length }: { owner: string | undefined; length: number }
): Promise<Queue> {
  const company = await trx.selectFrom('companies').select('time_zone').where('id', '=', companyId).executeTakeFirst()
  const zone = company?.time_zone ?? 'UTC'
  const today = sql`(now() at time zone ${zone})::date`
  const of = (ownerId: string) =>
    sql`(${owner ?? null}::text is null or coalesce(${sql.raw(ownerId)}, '') = ${owner ?? null})`
  const mine = of('l.owner_id')
  // A task for a later day postpones the contact.
  const notPutOff = sql`(l.next_task_at is null or l.next_task_at < (${today} + 1)::timestamp at time zone ${zone})`
  const unkept = sql`(l.last_contact_at is null or l.last_contact_at < l.preferred_date::timestamp at time zone ${zone})`
  const { rows } = await sql<Row>`
    with unanswered as (
      select ${columns}, left(c.last_text, 200) as words, c.id as conversation_id, c.channel, 'message' as why,
        c.waiting_since as due_at, null::text as period, null::text as task_id, null::text as task_title, 0 as place
      from conversations c join leads l on l.company_id = c.company_id and l.id = c.lead_id
      where c.company_id = ${companyId} and c.status = 'open' and c.waiting_since is not null
        and ${of('coalesce(c.assignee_id, l.owner_id)')}
      order by c.waiting_since limit ${maxQueued}
    ), promised as (
      select ${columns}, ${ofNoConversation}, 'promise' as why, ${promisedBy(zone)} as due_at, l.preferred_period as period,
        null::text as task_id, null::text as task_title, 1 as place
      from leads l where l.company_id = ${companyId} and l.preferred_date is not null and l.preferred_date <= ${today}
        and l.preferred_date > ${today} - 60 and l.status in ('new', 'contacted') and ${unkept} and ${notPutOff} and ${mine}
      order by due_at limit ${maxQueued}
    ), tasked as (
      select ${columns}, ${ofNoConversation}, 'task' as why, t.due_at, null::text as period, t.id as task_id, t.title as task_title, 2 as place
      from tasks t join leads l on l.company_id = t.company_id and l.id = t.lead_id
      where t.company_id = ${companyId} and t.done_at is null and t.deleted_at is null
        and t.due_at < (${today} + 1)::timestamp at time zone ${zone}
        and ${of('t.owner_id')}
      order by t.due_at limit ${maxQueued}
    ), waiting as (
      select ${columns}, ${ofNoConversation}, 'waiting' as why, null::timestamptz as due_at, null::text as period, null::text as task_id,
        null::text as task_title, 3 as place
      from leads l where l.company_id = ${companyId} and l.status = 'new' and l.first_contact_at is null
        and l.received_at > now() - ${waitingDays} * interval '1 day' and not 'bot' = any (l.marks)
        and (l.preferred_date is null or l.preferred_date <= ${today}) and ${notPutOff} and ${mine}
      order by l.received_at limit ${maxQueued}
    ), every as (select * from unanswered union all select * from promised union all select * from tasked union all select * from waiting),
    once as (select distinct on (id) * from every order by id, place, due_at)
    select *, coalesce(why <> 'message' and due_at < now(), false) as late, count(*) over ()::integer as total,
      (select e.name from employees e where e.company_id = once.company_id and e.id = owner_id) as owner_name
    from once order by place, due_at, received_at limit ${length}`.execute(trx)
  const { rows: counts } = await sql<{ promised: number; kept: number; waiting: number }>`
    select
      (select count(*)::integer from leads l where l.company_id = ${companyId} and l.preferred_date = ${today} and ${mine}) as promised,
      (select count(*)::integer from leads l where l.company_id = ${companyId} and l.preferred_date = ${today}
        and not ${unkept} and ${mine}) as kept,
      (select count(*)::integer from (select from leads l where l.company_id = ${companyId} and l.status = 'new'
        and l.touched_at < now() - ${waitingDays} * interval '1 day' and ${mine}
        limit ${maxWaiting + 1}) as w) as waiting`.execute(trx)
  return {
    items: rows.map(toItem),
    promisedToday: counts[0]?.promised ?? 0,
    keptToday: counts[0]?.kept ?? 0,
    waitingLong: counts[0]?.waiting ?? 0,
    total: rows[0]?.total ?? 0
  }
}

const toItem = (row: Row): QueueItem => ({
  leadId: row.id,
  name: row.name,
  words: row.words,
  phone: row.phone,
  email: row.email,
  status: row.status,
  source: row.source,
  ownerName: row.owner_name,
  why: row.why,
  dueAt: row.due_at,
  late: row.late,
  period: row.period,
  task: row.task_id ? { id: row.task_id, title: row.task_title ?? '' } : null,
  conversation: row.conversation_id && row.channel ? { id: row.conversation_id, channel: row.channel } : null,
  receivedAt: row.received_at
})

/** Which of its first steps a company has done. */
export async function findFirstSteps(trx: Trx, companyId: string): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    -- A visit to the form shows that its address was shared.
    select exists (select from submissions where company_id = ${companyId})
        or exists (select from form_counts where company_id = ${companyId} and kind = 'visit') as form,
      exists (select from operations where company_id = ${companyId} and kind = 'import' and state = 'done') as import,
      exists (select from employees where company_id = ${companyId} offset 1)
        or exists (select from company_invitations()) as team,
      -- No index shows quickly that none of many leads was contacted; the kept counts do.
      coalesce((
        select sum(reached) from (
          select reached from lead_months where company_id = ${companyId}
          union all select reached from lead_days where company_id = ${companyId} and slot >= 0) as counted
      ), 0) > 0 or exists (
        -- Those counts leave imported leads out: of these somebody was in touch with one, which no list can bring along.
        select from (select data from activities where company_id = ${companyId} order by created_at desc, id desc limit 1000)
          as newest where data ? 'actorId' and data ? 'channel') as answer`.execute(trx)
  return rows[0] ?? { form: false, import: false, team: false, answer: false }
}
