import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { listSteps } from '../funnels/steps.ts'
import { type LeadStatus, preferredPeriods, statusLabels } from '../leads/rules.ts'
import { customFields } from './lookups.ts'
import { commaInEmail, maxShownValues, periodNames, severalEmails, severalPhones } from './rules.ts'
import type { Fault } from './schema.ts'
import { suggest } from './suggest.ts'

/** Bad values of a check, by kind; `unknown` where the field has a list of values. */
export type FaultGroup = Pick<Fault, 'column' | 'field' | 'reason' | 'rows' | 'out' | 'firstRow' | 'different'> & {
  unknown: boolean
  values: { text: string; rows: number }[]
}

const maxKinds = 40

/** Groups the bad values of a checked import: however many they are, the result is small. */
export async function groupFaults(trx: Trx, companyId: string, importId: string): Promise<FaultGroup[]> {
  const { rows } = await sql<FaultGroup>`
    with cells as (
      select r.row, r.errors <> '[]' as out, e ->> 'column' as "column", e ->> 'field' as field, e ->> 'reason' as reason,
        coalesce((e ->> 'unknown')::boolean, false) as unknown, e ->> 'value' as text
      from import_rows r, jsonb_array_elements(r.errors || r.mended) as e
      where r.company_id = ${companyId} and r.import_id = ${importId} and (r.errors <> '[]' or r.mended <> '[]')
    ), texts as (
      select "column", field, reason, unknown, min(text) as text, count(*)::integer as rows,
        (count(*) filter (where out))::integer as out, min(row) as first_row
      from cells group by "column", field, reason, unknown, lower(text)
    ), placed as (
      select *, row_number() over (partition by "column", field, reason order by rows desc, first_row) as place from texts
    )
    select "column", field, reason, unknown, sum(rows)::integer as rows, sum(out)::integer as out,
      min(first_row) as "firstRow", count(*)::integer as different,
      jsonb_agg(jsonb_build_object('text', text, 'rows', rows) order by place)
        filter (where place <= case when unknown then ${maxShownValues}::integer else 3 end) as values
    from placed group by "column", field, reason, unknown order by sum(out) = 0, unknown desc, sum(rows) desc, reason
    limit ${maxKinds}`.execute(trx)
  return rows
}

type Choice = Fault['choices'][number]

/** Adds what can be chosen for each kind of bad value, and what it probably means. */
export async function withChoices(trx: Trx, groups: readonly FaultGroup[], owners: boolean): Promise<Fault[]> {
  const custom = await customFields(trx)
  const people = await trx
    .selectFrom('employees')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy('name')
    .execute()
  const steps = await listSteps(trx)
  const choicesOf = (field: string | null): Choice[] => {
    if (field === 'status' || field === 'outcome')
      return [...steps.values()].map(({ key, name }) => ({ id: key, name: statusLabels[key as LeadStatus] ?? name }))
    if (field === 'owner') return owners ? people : []
    if (field === 'preferredPeriod') return preferredPeriods.map(id => ({ id, name: periodNames[id] }))
    if (field === 'consent' || field === 'optOut') return yesOrNo
    const own = custom.find(({ name }) => field === `custom:${name}`)
    if (own?.type === 'checkbox') return yesOrNo
    return (own?.options ?? []).map(name => ({ id: name, name }))
  }
  return groups.map(({ unknown, values, ...group }) => {
    const choices = unknown ? choicesOf(group.field) : []
    return {
      ...group,
      ways:
        group.field === null
          ? []
          : [severalEmails, severalPhones].includes(group.reason)
            ? ['out', 'first', 'blank']
            : group.reason === commaInEmail
              ? ['out', 'point', 'blank']
              : ['out', 'blank'],
      choices,
      values: values.map(value => ({ ...value, suggestion: suggest(meaningOf(group.field), value.text, choices) }))
    }
  })
}

/** The field whose meanings the texts of a field have. */
const meaningOf = (field: string | null): string => (field === 'outcome' ? 'status' : (field ?? ''))

const yesOrNo: Choice[] = [
  { id: 'sim', name: 'Sim' },
  { id: 'não', name: 'Não' }
]
