import { type RawBuilder, sql } from 'kysely'
import { formatCnpj } from '../../account/companies/rules.ts'
import type { CompanyScope, Db, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { phoneText } from '../../core/telephone/rules.ts'
import { storeFile } from '../../platform/files/store.ts'
import { type CellValue, csvFile, xlsxFile } from '../../platform/sheets/write.ts'
import type { FormField } from '../forms/rules.ts'
import { defaultFunnelName } from '../funnels/rules.ts'
import { customFields } from '../imports/lookups.ts'
import { type Address, type AddressKind, addressesText } from '../leads/addresses/rules.ts'
import { mainOf } from '../leads/addresses.ts'
import { type FieldWith, fieldsWith, leadFields } from '../leads/fields.ts'
import type { LeadFilter } from '../leads/filter.ts'
import { type LeadStatus, type PreferredPeriod, periodLabels, statusLabels } from '../leads/rules.ts'
import { maxLeads } from '../operations/rules.ts'
import { type ExportColumn, type ExportFormat, exportColumns, exportDays } from './rules.ts'

const portion = 1000

export type ExportParams = { format: ExportFormat; columns: string[]; filter: LeadFilter; owners: string[] | null }

/**
 * Writes the file of an export, a portion of leads at a time, so that memory does not grow with their number. Throws
 * 400 for more leads than one file takes.
 */
export async function writeExport(db: Db, companyId: string, operationId: string): Promise<void> {
  const operation = await db.company(companyId, trx =>
    trx.selectFrom('operations').select(['params', 'state']).where('id', '=', operationId).executeTakeFirst()
  )
  if (!operation || !['queued', 'running'].includes(operation.state)) return
  const params = operation.params as ExportParams
  const scope = { id: companyId, owners: params.owners }
  const { ids, own, zone } = await db.company(scope, trx => frozen(trx, companyId, params.filter))
  await note(db, companyId, operationId, { state: 'running', total: ids.length })
  const rows = leadRows(db, scope, { ids, own, zone, columns: params.columns }, done =>
    note(db, companyId, operationId, { done })
  )
  const { format } = params
  const file = format === 'csv' ? csvFile(rows) : xlsxFile('Leads', rows)
  const { id: fileId } = await storeFile(
    db,
    companyId,
    { name: nameOf(format, zone), type: 'export', days: exportDays },
    file
  )
  await note(db, companyId, operationId, {
    state: 'done',
    done: ids.length,
    finished_at: new Date(),
    result: JSON.stringify({ fileId })
  })
}

type Note = { state?: 'running' | 'done'; total?: number; done?: number; finished_at?: Date; result?: string }

const note = (db: Db, companyId: string, operationId: string, change: Note): Promise<void> =>
  db.company(companyId, async trx => {
    await trx
      .updateTable('operations')
      .set(change)
      .where('id', '=', operationId)
      .where('state', 'in', ['queued', 'running'])
      .execute()
    await announce(trx, { companyId, kind: 'operation', data: { operationId } })
  })

const nameOf = (format: ExportFormat, zone: string): string =>
  `leads-${new Date().toLocaleDateString('sv-SE', { timeZone: zone })}.${format}`

/** The ids of the matching leads, up to the limit of a file, and the data for writing their values. */
async function frozen(trx: Trx, companyId: string, filter: LeadFilter) {
  const { rows } = await sql<{ id: string }>`
    select l.id from matching_leads(${JSON.stringify(filter)}::jsonb, ${maxLeads + 1}) as found
    join leads l on l.company_id = ${companyId} and l.id = found order by l.received_at desc, l.id desc`.execute(trx)
  if (rows.length > maxLeads)
    throw new AppError('invalid', `Um arquivo leva no máximo ${maxLeads.toLocaleString('pt-BR')} leads. Use um filtro.`)
  const company = await trx.selectFrom('companies').select('time_zone').executeTakeFirstOrThrow()
  return { ids: rows.map(({ id }) => id), own: await customFields(trx), zone: company.time_zone }
}

type Rows = { ids: string[]; own: FormField[]; zone: string; columns: string[] }

async function* leadRows(
  db: Db,
  scope: CompanyScope,
  { ids, own, zone, columns }: Rows,
  onProgress: (done: number) => Promise<void>
): AsyncGenerator<CellValue[]> {
  const labels = new Map(own.map(({ name, label }) => [`custom:${name}`, label]))
  yield columns.map(
    column => labels.get(column) ?? exportColumns[column as ExportColumn] ?? column.replace('custom:', '')
  )
  for (let at = 0; at < ids.length; at += portion) {
    const rows = await db.company(scope, trx => readLeads(trx, scope.id, ids.slice(at, at + portion), zone))
    for (const row of rows) yield columns.map(column => cellOf(row, column))
    if (at > 0 && at % (10 * portion) === 0) await onProgress(at)
  }
}

type Read = Record<
  Exclude<ExportColumn, 'status' | 'preferredPeriod' | 'consent' | 'value' | AddressKind>,
  string | null
> & {
  phones: Address[]
  emails: Address[]
  status: LeadStatus
  preferredPeriod: PreferredPeriod | null
  consent: boolean
  value: number | null
  custom: Record<string, unknown>
  /** The name of a step of an own funnel. */
  step: string | null
}

async function readLeads(trx: Trx, companyId: string, ids: string[], zone: string): Promise<Read[]> {
  const written = (field: FieldWith<'exported'>): RawBuilder<unknown> => {
    const { column, type } = leadFields[field]
    const stored = sql.ref(`l.${column}`)
    if (field === 'ownerId')
      return sql`(select e.name from employees e where e.company_id = ${companyId} and e.id = ${stored})`
    if (field === 'tags')
      return sql`(select string_agg(t.name, '; ' order by fold(t.name)) from tags t
        where t.company_id = ${companyId} and t.id = any (${stored}))`
    if (field === 'phones' || field === 'emails')
      return sql`shown_addresses(${sql.ref(`l.${mainOf[field]}`)}, ${stored})`
    if (type === 'timestamptz') return sql`to_char(${stored} at time zone ${zone}, 'DD/MM/YYYY HH24:MI')`
    if (type === 'date') return sql`to_char(${stored}, 'DD/MM/YYYY')`
    return type === 'smallint' ? sql`${stored}::text` : stored
  }
  const values = fieldsWith('exported').map(field => sql`${written(field)} as ${sql.ref(leadFields[field].exported)}`)
  const { rows } = await sql<Read>`
    select ${sql.join(values)}, l.custom,
      coalesce((select f.name from funnels f where f.company_id = l.company_id and f.id = coalesce(l.funnel_id, l.company_id)),
        ${defaultFunnelName}) as funnel,
      case when l.step_key is not null then (
        select s.name from funnel_steps s where s.company_id = l.company_id and s.key = l.step_key) end as step
    from unnest(${ids}::text[]) with ordinality as chosen (id, n)
    join leads l on l.company_id = ${companyId} and l.id = chosen.id order by chosen.n`.execute(trx)
  return rows
}

function cellOf(row: Read, column: string): CellValue {
  if (column.startsWith('custom:')) return plain(row.custom[column.slice('custom:'.length)])
  switch (column as ExportColumn) {
    case 'status':
      return row.step ?? statusLabels[row.status]
    case 'phone':
      return row.phone === null ? '' : phoneText(row.phone)
    case 'phones':
      return addressesText(row.phones, phoneText)
    case 'emails':
      return addressesText(row.emails, email => email)
    case 'cnpj':
      return row.cnpj === null ? '' : formatCnpj(row.cnpj)
    case 'preferredPeriod':
      return row.preferredPeriod === null ? '' : periodLabels[row.preferredPeriod]
    case 'value':
      return row.value === null ? '' : row.value / 100
    case 'consent':
      return row.consent ? 'Sim' : 'Não'
    default:
      return (row[column as 'name'] as string | null) ?? ''
  }
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
