import { type RawBuilder, sql } from 'kysely'
import { fieldsWith, type LeadFieldName, leadFields } from '../leads/fields.ts'
import { leadStatuses } from '../leads/rules.ts'
import { type DuplicatePolicy, keptTexts } from './rules.ts'

type Value = { field: LeadFieldName; column: string; type: string }

/** Fields whose previous values an import records. Tags are only added. */
const kept: readonly Value[] = [...fieldsWith('imported'), 'custom' as const].flatMap(field =>
  field === 'tags' || field === 'submittedAt'
    ? []
    : [{ field, column: leadFields[field].column, type: leadFields[field].type }]
)

/** The current values of a lead `l` as JSON, by field. */
export const leadValues = sql`jsonb_build_object(${sql.join(
  kept.map(({ field, column }) =>
    field === 'status'
      ? sql`'status', coalesce(l.step_key, l.status)`
      : sql`${sql.lit(field)}, ${sql.ref(`l.${column}`)}`
  )
)})`

/** The channels that a row `r` refuses, and that its lead `l` does not refuse yet. */
export const newRefusals = sql`array(
  select channel from unnest(r.refused) as channel
  where coalesce(l.consents -> channel ->> 'state', '') not in ('refused', 'withdrawn'))`

/** The lists of lead and row, of which nothing is lost: the row's come first where its main one takes that place. */
function joinedLists(main: 'phone' | 'email', policy: DuplicatePolicy): RawBuilder<unknown> {
  const of = (table: 'l' | 'r') => sql.join(['', '_key', 's'].map(end => sql.ref(`${table}.${main}${end}`)))
  const takesPlace = sql`${policy} = 'all' and r.${sql.ref(`${main}_key`)} <> all (address_keys(l.${sql.ref(`${main}_key`)}, l.${sql.ref(`${main}s`)}))`
  return sql`case when r.${sql.ref(`${main}s`)} is null then null when ${takesPlace}
    then joined_addresses(${of('r')}, ${of('l')}) else joined_addresses(${of('l')}, ${of('r')}) end`
}

/**
 * The changes of a row `r` to a lead `l` as JSON: only empty fields, or all that differ. Another spelling of a phone is
 * no change.
 */
export function importChanges(policy: DuplicatePolicy): RawBuilder<Record<string, unknown>> {
  if (policy === 'skip') return sql`'{}'::jsonb`
  // A file without a column of messages still keeps second telephones there: they take the place of no message.
  const isKept = sql.join(
    Object.values(keptTexts).map(text => sql`starts_with(r.message, ${`${text}: `})`),
    sql` or `
  )
  /** Fields that are not simply copied. */
  const made: Partial<Record<LeadFieldName, RawBuilder<unknown>>> = {
    status: sql`coalesce(r.step_key, r.status)`,
    // A known one is no change, nor does it take the place of the main one.
    phone: sql`case when r.phone_key <> all (address_keys(l.phone_key, l.phones)) then r.phone end`,
    email: sql`case when r.email_key <> all (address_keys(l.email_key, l.emails)) then r.email end`,
    phones: joinedLists('phone', policy),
    emails: joinedLists('email', policy),
    lostReason: sql`case when coalesce(r.status, l.status) = 'lost' then r.lost_reason end`,
    soldOn: sql`case when coalesce(r.status, l.status) = 'converted' then r.sold_on end`,
    message: sql`case when l.message is not null and (${isKept}) then
      case when strpos(l.message, r.message) > 0 then l.message else left(l.message || E'\\n' || r.message, 5000) end
      else r.message end`,
    consentGiven: sql`r.consent_given`,
    custom: policy === 'all' ? sql`l.custom || r.custom` : sql`r.custom || l.custom`
  }
  const pairs = kept.map(({ field, column }) => sql`${sql.lit(field)}, ${made[field] ?? sql.ref(`r.${column}`)}`)
  return sql`(
    select coalesce(jsonb_object_agg(key, value), '{}')
    from (select key, value, ${leadValues} -> key as old from jsonb_each(jsonb_build_object(${sql.join(pairs)}))) as f
    where value <> 'null' and value <> old
      and (${policy} = 'all' or old = 'null' or key in ('custom', 'consentGiven', 'phones', 'emails')))`
}

const ownStep = (changed: RawBuilder<unknown>, column: 'key' | 'phase' | 'funnel_id') =>
  sql`(select ${sql.ref(`s.${column}`)} from funnel_steps s where s.company_id = leads.company_id
    and s.key = ${changed} ->> 'status' and s.funnel_id <> s.company_id)`

/** The status that the key of a step means; the present one for a step that was deleted meanwhile. */
const statusFrom = (changed: RawBuilder<unknown>) =>
  sql`coalesce(${ownStep(changed, 'phase')}, (select status from unnest(${sql.lit(`{${leadStatuses}}`)}::text[]) as status
    where status = ${changed} ->> 'status'), leads.status)`

function stepFrom(changed: RawBuilder<unknown>): RawBuilder<unknown> {
  const set = (column: string, value: RawBuilder<unknown>) =>
    sql`${sql.ref(column)} = case when ${changed} ? 'status' then ${value} else leads.${sql.ref(column)} end`
  return sql.join([
    set('status', statusFrom(changed)),
    set('step_key', ownStep(changed, 'key')),
    set('funnel_id', ownStep(changed, 'funnel_id'))
  ])
}

/** A value for the history of a lead: a step of an own funnel by its name, which outlives it. */
export const historyValue = (companyId: string, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(case when key = 'status' then (select to_jsonb(s.name) from funnel_steps s
    where s.company_id = ${companyId} and s.funnel_id <> s.company_id and s.key = ${value} #>> '{}') end, ${value})`

/** The updated columns for a set of changes; null clears a field. */
export function fieldsFrom(change: string): RawBuilder<unknown> {
  const changed = sql.ref(change)
  const set = ({ field, column, type }: Value) => {
    const value =
      type === 'jsonb'
        ? sql`nullif(${changed} -> ${sql.lit(field)}, 'null')`
        : sql`(${changed} ->> ${sql.lit(field)})::${sql.raw(type)}`
    return sql`${sql.ref(column)} = case when ${changed} ? ${sql.lit(field)} then ${value} else leads.${sql.ref(column)} end`
  }
  return sql.join([
    stepFrom(changed),
    ...[
      ...kept.filter(({ field }) => field !== 'status'),
      { field: 'phoneKey', column: 'phone_key', type: 'text' } as const
    ].map(each => set(each as Value)),
    sql`status_at = case when ${changed} ? 'status' then now() else leads.status_at end`,
    sql`score = case when ${statusFrom(changed)} in ('converted', 'lost') then null else leads.score end`,
    sql`version = leads.version + 1`,
    sql`updated_at = now()`
  ])
}
