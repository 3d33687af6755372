import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { isDay } from '../../core/rules.ts'
import type {} from '../leads/tables.ts'
import { listPinned } from '../notes/queries.ts'
import type {} from '../tags/tables.ts'
import { type TimelineKind, timelineKinds } from './rules.ts'
import type { Timeline, TimelineItem } from './schema.ts'

/** Items of one page. */
const pageSize = 30

type Cursor = { at: string; id: string }

const beginning: Cursor = { at: 'infinity', id: '~' }

const writeCursor = ({ at, id }: Cursor): string => `${at}~${id}`

/** Undefined for an invalid cursor. */
export function readCursor(text: string): Cursor | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z)~([a-z-]+:[0-9a-f]+)$/.exec(text)
  return match?.[1] && match[2] && isDay(match[1].slice(0, 10)) ? { at: match[1], id: match[2] } : undefined
}

/** One source of the timeline: its rows before the cursor, newest first, at most one page. */
type Source = {
  kind: TimelineKind
  key: string
  from: RawBuilder<unknown>
  at: string
  who: string
  data: string
  and?: string
}

/** An outcome of a campaign's mail to the lead: it was sent, the person left, or it came back. */
const ofCampaign = (what: string, key: string, at: string): Source => ({
  kind: 'campaign',
  key,
  from: sql`(select r.*, c.name, c.carrier from campaign_recipients r
    join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id)`,
  at,
  who: 'null',
  data: `jsonb_build_object('what', ${what}, 'campaignId', campaign_id, 'carrier', carrier, 'name', name, 'address', address, 'reason', reason)`
})

const sources: Source[] = [
  {
    kind: 'submission',
    key: 'submission',
    from: sql`submissions`,
    at: 'received_at',
    who: `touch ->> 'actorName'`,
    data: `jsonb_build_object('answers', answers, 'source', source, 'matchedBy', matched_by, 'marks', marks, 'touch', touch)`
  },
  {
    // Leads from before submissions were stored.
    kind: 'submission',
    key: 'arrival',
    from: sql`activities`,
    at: 'created_at',
    who: 'null',
    data: `jsonb_build_object('answers', '{}'::jsonb, 'source', data ->> 'source', 'matchedBy', '[]'::jsonb)`,
    and: `type = 'new_lead' and not exists (
      select from submissions s where s.company_id = t.company_id and s.lead_id = t.lead_id)`
  },
  {
    kind: 'status',
    key: 'status',
    from: sql`lead_changes`,
    at: 'created_at',
    who: 'actor_name',
    data: `jsonb_build_object('before', before, 'after', after, 'bulk', operation_id is not null,
      'seconds', extract(epoch from created_at - coalesce(
        (select max(p.created_at) from lead_changes p where p.company_id = t.company_id and p.lead_id = t.lead_id
          and p.field = 'status' and p.created_at < t.created_at),
        (select l.received_at from leads l where l.company_id = t.company_id and l.id = t.lead_id)))::bigint,
      'lostReason', (select r.after from lead_changes r where r.company_id = t.company_id and r.lead_id = t.lead_id
        and r.created_at = t.created_at and r.field = 'lostReason' limit 1))`,
    and: `field = 'status'`
  },
  {
    kind: 'change',
    key: 'change',
    from: sql`lead_changes`,
    at: 'created_at',
    who: 'actor_name',
    data: `jsonb_build_object('field', field, 'before', before, 'after', after, 'bulk', operation_id is not null) ||
      case when field = 'ownerId' then jsonb_build_object(
        'before', (select e.name from employees e where e.company_id = t.company_id and e.id = before #>> '{}'),
        'after', (select e.name from employees e where e.company_id = t.company_id and e.id = after #>> '{}'))
      else '{}' end`,
    and: `field <> 'status' and (field <> 'lostReason' or not exists (
      select from lead_changes s where s.company_id = t.company_id and s.lead_id = t.lead_id
        and s.created_at = t.created_at and s.field = 'status'))`
  },
  {
    kind: 'contact',
    key: 'contact',
    from: sql`activities`,
    at: 'created_at',
    who: `data ->> 'actorName'`,
    data: `jsonb_build_object('activityId', id, 'channel', coalesce(data ->> 'channel', case type when 'call' then 'phone' end),
      'outcome', data ->> 'outcome', 'actorId', data ->> 'actorId', 'description', description)`,
    // A repeated form is shown by its submission, a message by its conversation, and what became of an appointment by it.
    and: `type <> 'new_lead' and not (type = 'message' and data ?| array['source', 'conversationId'])
      and not (appointment_id is not null and exists (select from appointments a
        where a.company_id = t.company_id and a.id = t.appointment_id and a.lead_id = t.lead_id))`
  },
  {
    kind: 'appointment',
    key: 'appointment',
    from: sql`appointments`,
    at: 'created_at',
    who: `(select e.name from employees e where e.company_id = t.company_id and e.id = t.created_by)`,
    data: `jsonb_build_object('appointmentId', id, 'status', status, 'start', starts_at, 'title', title, 'guest', guest_name,
      'reason', reason, 'history', (select coalesce(jsonb_agg(jsonb_build_object('at', h.created_at, 'text', h.description,
        'who', h.data ->> 'actorName') order by h.created_at desc), '[]') from (
        select created_at, description, data from activities a
        where a.company_id = t.company_id and a.lead_id = t.lead_id and a.appointment_id = t.id
        order by a.created_at desc limit 20) as h))`
  },
  {
    // The messages of one day.
    kind: 'conversation',
    key: 'conversation',
    from: sql`(select m.company_id, m.lead_id, m.conversation_id, max(m.created_at) as created_at,
        (array_agg(m.id order by m.created_at desc, m.id desc))[1] as id, count(*) as messages,
        (array_agg(jsonb_build_object('direction', m.direction, 'kind', m.kind, 'authorName', m.author_name,
          'text', case when m.deleted_at is null then left(m.text, 300) end, 'deleted', m.deleted_at is not null)
          order by m.created_at desc, m.id desc))[1:3] as newest
      from messages m join companies c on c.id = m.company_id
      where m.kind not in ('unknown', 'note', 'system')
      group by m.company_id, m.lead_id, m.conversation_id, (m.created_at at time zone c.time_zone)::date)`,
    at: 'created_at',
    who: 'null',
    data: `jsonb_build_object('conversationId', conversation_id, 'messages', messages, 'newest', to_jsonb(newest), 'channel',
      (select v.channel from conversations v where v.company_id = t.company_id and v.id = t.conversation_id))`
  },
  {
    kind: 'note',
    key: 'note',
    from: sql`notes`,
    at: 'created_at',
    who: 'author_name',
    data: `jsonb_build_object('noteId', id, 'text', text, 'mentions', mentions, 'authorId', author_id, 'updatedAt', updated_at)`,
    and: 'deleted_at is null and pinned_at is null'
  },
  {
    kind: 'task',
    key: 'task',
    from: sql`tasks`,
    at: 'created_at',
    who: `coalesce(created_name, (select e.name from employees e where e.company_id = t.company_id and e.id = created_by))`,
    data: `jsonb_build_object('taskId', id, 'what', 'created', 'title', title, 'taskKind', kind, 'dueAt', due_at, 'done', done_at is not null)`,
    and: 'deleted_at is null'
  },
  {
    kind: 'task',
    key: 'task-done',
    from: sql`tasks`,
    at: 'done_at',
    who: `(select e.name from employees e where e.company_id = t.company_id and e.id = done_by)`,
    data: `jsonb_build_object('taskId', id, 'what', 'done', 'title', title, 'taskKind', kind, 'dueAt', due_at, 'done', true)`,
    and: 'done_at is not null and deleted_at is null'
  },
  {
    kind: 'consent',
    key: 'consent',
    from: sql`consents`,
    at: 'decided_at',
    who: 'actor_name',
    data: `jsonb_build_object('channels', channels, 'granted', granted, 'text', text, 'evidence', evidence, 'source', source)`
  },
  {
    kind: 'mail',
    key: 'mail',
    from: sql`mails`,
    at: 'created_at',
    who: 'null',
    data: `jsonb_build_object('mailId', id, 'subject', subject, 'to', to_address, 'status', status)`
  },
  ofCampaign(`'sent'`, 'campaign', 'sent_at'),
  ofCampaign(`'unsubscribed'`, 'campaign-left', 'unsubscribed_at'),
  ofCampaign('report', 'campaign-report', 'reported_at'),
  {
    kind: 'merge',
    key: 'merge',
    from: sql`merges`,
    at: 'created_at',
    who: 'actor_name',
    data: `jsonb_build_object('mergeId', id, 'otherId', other_id, 'otherName', other_name, 'undoneAt', undone_at,
      'undoneBy', undone_by, 'kept', kept)`
  },
  {
    // The effects of other operations appear as changed fields and as tasks.
    kind: 'operation',
    key: 'operation',
    from: sql`(select r.company_id, r.lead_id, o.id, o.kind, o.actor_name, o.created_at, o.undone_at, r.after, r.before,
      (select array_agg(g.name order by g.name) from tags g where g.company_id = r.company_id
        and g.id in (select jsonb_array_elements_text(case o.kind when 'addTags' then r.after else r.before end -> 'tags'))) as tags
      from operation_rows r join operations o on o.company_id = r.company_id and o.id = r.operation_id
      where r.state in ('changed', 'undone') and o.kind in ('addTags', 'removeTags', 'delete'))`,
    at: 'created_at',
    who: 'actor_name',
    data: `jsonb_build_object('operationId', id, 'what', kind, 'tags', coalesce(tags, '{}'), 'undoneAt', undone_at)`
  }
]

/** Everything that happened to a lead, newest first, one page. Undefined where there is no such lead. */
export async function readTimeline(
  trx: Trx,
  companyId: string,
  leadId: string,
  { kinds, field, before }: { kinds: readonly TimelineKind[] | null; field?: string | undefined; before: Cursor | null }
): Promise<Timeline | undefined> {
  const lead = await trx.selectFrom('leads').select('id').where('id', '=', leadId).executeTakeFirst()
  if (!lead) return undefined
  const shownKinds = kinds ?? timelineKinds
  const from = before ?? beginning
  const branches = sources
    .filter(({ kind }) => shownKinds.includes(kind))
    .map(({ kind, key, from: table, at, who, data, and = 'true' }) => {
      const [moment, id] = [sql.ref(at), sql`${sql.lit(`${key}:`)}::text || id`]
      return sql`(select ${id} as id, ${sql.lit(kind)}::text as kind, ${moment} as at, ${sql.raw(who)} as "actorName",
          ${sql.raw(data)} as data
        from ${table} as t
        where company_id = ${companyId} and lead_id = ${leadId} and ${moment} <= ${from.at}::timestamptz
          ${field !== undefined && kind === 'change' ? sql`and field = ${field}` : sql``}
          and (${moment}, (${id}) collate "C") < (${from.at}::timestamptz, ${from.id}::text collate "C") and ${sql.raw(and)}
        order by ${moment} desc, t.id desc limit ${pageSize + 1})`
    })
  const { rows } = await sql<TimelineItem>`
    select * from (${sql.join(branches, sql` union all `)}) as feed
    order by at desc, id collate "C" desc limit ${pageSize + 1}`.execute(trx)
  const items = rows.slice(0, pageSize)
  const last = items.at(-1)
  return {
    pinned: before === null && shownKinds.includes('note') ? await listPinned(trx, leadId) : [],
    items,
    next: rows.length > pageSize && last ? writeCursor(last) : null
  }
}
