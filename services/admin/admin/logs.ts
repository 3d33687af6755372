import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { isDay } from '../../core/rules.ts'
import { unstorable } from '../../core/text.ts'
import { providerId } from '../../platform/audit/rules.ts'
import { withNames } from './auditNames.ts'
import type { AuditRow, ErrorRow, FailedJobRow, InboundMailRow, LogQuery, SignInRow } from './logSchema.ts'
import type { LogName } from './rules.ts'
import type { SupportAccess } from './schema.ts'
import { supportColumns } from './support.ts'

export type LogFilter = Omit<LogQuery, 'after' | 'limit'>

/** A dead letter as it is stored; `jobLabels.ts` says what staff read of it. */
type StoredJob = Omit<FailedJobRow, 'label'>

type LogRows = {
  audit: AuditRow
  'sign-ins': SignInRow
  errors: ErrorRow
  jobs: StoredJob
  support: SupportAccess
  'inbound-mails': InboundMailRow
}

export type Page<Row> = { rows: Row[]; next: string | null }

/** A log that is read newest first, page by page. */
type Source<Row> = {
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  /** The sort key and its tie-breaker, and how both are read from a row. */
  at: RawBuilder<unknown>
  key: RawBuilder<unknown>
  place(row: Row): [string, string]
  where(filter: LogFilter): (RawBuilder<unknown> | undefined)[]
}

export const auditColumns = sql`a.seq, a.at, nullif(a.company_id, ${sql.lit(providerId)}) as "companyId",
  c.name as "companyName", a.actor_id as "actorId", a.actor_name as "actorName", a.action, a.object_type as "objectType",
  a.object_id as "objectId", a.object_name as "objectName", a.changes, a.reason, a.ip, a.request_id as "requestId"`

const contains = (column: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`fold(coalesce(${column}, '')) like '%' || fold(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`

const startsWith = (column: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`${column} like ${`${text.replace(/[\\%_]/g, '\\$&')}%`}`

const isId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text)

const auditSource: Source<AuditRow> = {
  columns: auditColumns,
  from: sql`audit_log a left join companies c on c.id = a.company_id`,
  at: sql`a.at`,
  key: sql`a.company_id || ':' || lpad(a.seq::text, 12, '0')`,
  place: row => [row.at, `${row.companyId ?? providerId}:${String(row.seq).padStart(12, '0')}`],
  where: ({ companyId, person, action, object, requestId }) => [
    companyId ? sql`a.company_id = ${companyId}` : undefined,
    person ? (isId(person) ? sql`a.actor_id = ${person}` : contains(sql`a.actor_name`, person)) : undefined,
    action ? startsWith(sql`a.action`, action) : undefined,
    object
      ? sql`(a.object_id = ${object} or a.object_type = ${object} or ${contains(sql`a.object_name`, object)})`
      : undefined,
    requestId ? sql`a.request_id = ${requestId}` : undefined
  ]
}

/** All attempts to sign in; for an unknown address only that there was one. */
const signInSource: Source<SignInRow> = {
  columns: sql`s.id, s.at, s.user_id as "userId", u.name as "userName", s.outcome, s.ip, s.user_agent as "userAgent"`,
  from: sql`sign_ins s left join users u on u.id = s.user_id`,
  at: sql`s.at`,
  key: sql`s.id`,
  place: row => [row.at, row.id],
  where: ({ companyId, person, action }) => [
    companyId
      ? sql`exists (select from employees e where e.user_id = s.user_id and e.company_id = ${companyId})`
      : undefined,
    person ? (isId(person) ? sql`s.user_id = ${person}` : contains(sql`u.name`, person)) : undefined,
    action ? sql`s.outcome = ${action}` : undefined
  ]
}

const errorSource: Source<ErrorRow> = {
  columns: sql`e.id, e.route, e.message, e.status, e.count, e.first_at as "firstAt", e.last_at as "lastAt",
    e.request_ids as "requestIds"`,
  from: sql`error_log e`,
  at: sql`e.last_at`,
  key: sql`e.id`,
  place: row => [row.lastAt, row.id],
  where: ({ object, requestId }) => [
    object ? sql`(${contains(sql`e.route`, object)} or ${contains(sql`e.message`, object)})` : undefined,
    requestId ? sql`${requestId} = any (e.request_ids)` : undefined
  ]
}

const jobSource: Source<StoredJob> = {
  columns: sql`j.id, j.job_id as "jobId", j.queue, j.name, j.data, j.error, j.attempts, j.failed_at as "failedAt"`,
  from: sql`failed_jobs j`,
  at: sql`j.failed_at`,
  key: sql`j.id`,
  place: row => [row.failedAt, row.id],
  where: ({ companyId, action, object }) => [
    companyId ? sql`j.data ->> 'companyId' = ${companyId}` : undefined,
    action ? startsWith(sql`j.name`, action) : undefined,
    object ? sql`(j.queue = ${object} or ${contains(sql`j.error`, object)})` : undefined
  ]
}

const supportSource: Source<SupportAccess> = {
  columns: supportColumns,
  from: sql`support_accesses a join companies c on c.id = a.company_id`,
  at: sql`a.started_at`,
  key: sql`a.id`,
  place: row => [row.startedAt, row.id],
  where: ({ companyId, person, object }) => [
    companyId ? sql`a.company_id = ${companyId}` : undefined,
    person ? (isId(person) ? sql`a.user_id = ${person}` : contains(sql`a.user_name`, person)) : undefined,
    object ? contains(sql`a.reason`, object) : undefined
  ]
}

const inboundMailSource: Source<InboundMailRow> = {
  columns: sql`m.id, m.received_at as "receivedAt", m.source, m.sender, m.size, m.state, m.kind,
    m.handled_by as "handledBy", m.outcome, m.raw is not null as kept`,
  from: sql`inbound_mails m`,
  at: sql`m.received_at`,
  key: sql`m.id`,
  place: row => [row.receivedAt, row.id],
  where: ({ person, action }) => [
    person ? contains(sql`m.sender`, person) : undefined,
    action ? sql`m.state = ${action}` : undefined
  ]
}

const sources: { [Name in LogName]: Source<LogRows[Name]> } = {
  audit: auditSource,
  'sign-ins': signInSource,
  errors: errorSource,
  jobs: jobSource,
  support: supportSource,
  'inbound-mails': inboundMailSource
}

/** The next rows of a log, newest first. */
export async function readLog<Name extends LogName>(
  trx: Trx,
  name: Name,
  filter: LogFilter,
  { after, limit }: { after?: string | undefined; limit: number }
): Promise<Page<LogRows[Name]>> {
  const wrong = Object.entries(filter).find(([, value]) => typeof value === 'string' && unstorable(value))
  if (wrong) throw invalid({ [wrong[0]]: 'O texto contém caracteres inválidos.' })
  const source = sources[name] as Source<LogRows[Name]>
  const conditions = [
    filter.from ? sql`${source.at} >= ${filter.from}` : undefined,
    filter.to ? sql`${source.at} < ${filter.to}` : undefined,
    after === undefined ? undefined : from(source, after),
    ...source.where(filter)
  ].filter(condition => condition !== undefined)
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const { rows } = await sql<LogRows[Name]>`
    select ${source.columns} from ${source.from} ${where}
    order by ${source.at} desc, ${source.key} desc limit ${limit + 1}`.execute(trx)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last ? source.place(last).join('~') : null }
}

/** The same of the audit log, with the names behind the ids in it. */
export async function readAudit(
  trx: Trx,
  filter: LogFilter,
  page: { after?: string | undefined; limit: number }
): Promise<Page<AuditRow>> {
  const { rows, next } = await readLog(trx, 'audit', filter, page)
  return { rows: await withNames(trx, rows), next }
}

/** The index only serves the condition on the time. */
function from(source: Source<never>, after: string): RawBuilder<unknown> {
  const [, at, key] = /^([\dTZ:.+-]{10,40})~([0-9a-f:]{1,60})$/.exec(after) ?? []
  if (at === undefined || key === undefined || !isDay(at.slice(0, 10)) || Number.isNaN(Date.parse(at)))
    throw invalid({ after: 'A página pedida não existe.' })
  return sql`${source.at} <= ${at} and (${source.at} < ${at} or ${source.key} < ${key})`
}
