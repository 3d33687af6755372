import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type { Parts } from '../../core/features.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { added, audit, auditActor } from '../../platform/audit/queries.ts'
import { writeExport } from './export.ts'
import { checkIntegrity, findIntegrity } from './integrity.ts'
import { jobKey, jobLabels } from './jobLabels.ts'
import {
  AuditLabels,
  AuditRow,
  ErrorRow,
  type ExportQuery,
  ExportQuery as ExportQuerySchema,
  FailedJobRow,
  InboundMailRow,
  Integrity,
  LogPage,
  LogQuery,
  QueueState,
  ScheduleState,
  SignInRow
} from './logSchema.ts'
import { type LogFilter, type Page, readAudit, readLog } from './logs.ts'
import { readMailAgain } from './mails.ts'
import { discardJob, readQueues, readSchedules, retryJob, runSchedule } from './queues.ts'
import type { LogName } from './rules.ts'
import { SupportAccess } from './schema.ts'

const access = { access: 'staff:view_logs' as const }
/** Rows of one export; for more, people narrow the period. */
const exportCap = 20_000
const exportPage = 2000

const logs = {
  audit: { row: AuditRow, summary: 'Who did what' },
  'sign-ins': { row: SignInRow, summary: 'Sign-ins' },
  errors: { row: ErrorRow, summary: 'Requests that failed, by kind' },
  jobs: { row: FailedJobRow, summary: 'Dead letters' },
  support: { row: SupportAccess, summary: 'Support accesses' },
  'inbound-mails': { row: InboundMailRow, summary: 'Mails that came in' }
} as const

export function registerLogRoutes(app: App, parts: Pick<Parts, 'queues' | 'features'>): void {
  const { db } = app
  const path = '/api/admin/logs'
  const labels = auditLabels(parts.features)

  for (const [name, { row, summary }] of Object.entries(logs) as [LogName, (typeof logs)[LogName]][]) {
    app.get(
      `${path}/${name}`,
      { config: access, schema: { summary, querystring: LogQuery, response: { 200: LogPage(row) } } },
      request => {
        const { after, limit, ...filter } = request.query
        return readPage(app, parts, name, filter, { after, limit: Number(limit ?? 50) }) as never
      }
    )

    app.get(
      `${path}/${name}/export`,
      {
        config: access,
        schema: { summary: `${summary}, as a file`, querystring: ExportQuerySchema, response: { 200: Type.String() } }
      },
      async (request, reply) => {
        const { type, body } = await exportLog(app, request, name, exported(row), request.query)
        const day = new Date().toISOString().slice(0, 10)
        return reply
          .type(type)
          .header('Content-Disposition', `attachment; filename="${name}-${day}.${request.query.format}"`)
          .serializer((text: string) => text)
          .send(body)
      }
    )
  }

  app.get(
    `${path}/audit/labels`,
    {
      config: { access: 'staff' },
      schema: { summary: 'The actions and fields of the audit log in words', response: { 200: AuditLabels } }
    },
    () => labels
  )

  app.get(
    `${path}/queues`,
    { config: access, schema: { summary: 'Queues', response: { 200: Type.Array(QueueState) } } },
    () => readQueues(db, parts)
  )

  app.get(
    `${path}/schedules`,
    {
      config: access,
      schema: { summary: 'What is done again and again', response: { 200: Type.Array(ScheduleState) } }
    },
    () => readSchedules(db, parts.queues)
  )

  app.post(
    `${path}/schedules/:name/run`,
    {
      config: access,
      schema: {
        summary: 'Do it now',
        params: Type.Object({ name: Type.String({ maxLength: 60 }) }),
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      await runSchedule(db, parts.queues, request.params.name, auditActor(request))
      return reply.status(204).send(null)
    }
  )

  for (const [action, run] of Object.entries({ retry: retryJob, discard: discardJob }))
    app.post(
      `${path}/jobs/:id/${action}`,
      {
        config: access,
        schema: { summary: `${action} a dead letter`, params: IdParams, response: { 204: Type.Null() } }
      },
      async (request, reply) => {
        await db.everyCompany(trx => run(trx, request.params.id, auditActor(request)))
        return reply.status(204).send(null)
      }
    )

  app.post(
    `${path}/inbound-mails/:id/read-again`,
    {
      config: access,
      schema: { summary: 'Read a mail again, as it came', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await db.everyCompany(trx => readMailAgain(trx, request.params.id, auditActor(request)))
      return reply.status(204).send(null)
    }
  )

  app.get(
    `${path}/integrity`,
    { config: access, schema: { summary: 'Whether the audit log is whole', response: { 200: Integrity } } },
    () => findIntegrity(db)
  )

  app.post(
    `${path}/integrity`,
    { config: access, schema: { summary: 'Check it now', response: { 200: Integrity } } },
    async request => {
      const found = await checkIntegrity(db)
      const changes = added({ broken: found.broken.length })
      await db.everyCompany(trx =>
        audit(trx, { ...auditActor(request), companyId: null, action: 'audit.checked', changes })
      )
      return found
    }
  )
}

/** The labels that the features declare. */
export const auditLabels = (features: Parts['features']): AuditLabels => ({
  actions: Object.assign({}, ...features.map(({ audited }) => audited?.actions)),
  fields: Object.assign({}, ...features.map(({ audited }) => audited?.fields))
})

/** A page of a log as staff read it: with the names behind ids, and jobs in words. */
async function readPage(
  { db }: App,
  parts: Pick<Parts, 'queues' | 'features'>,
  name: LogName,
  filter: LogFilter,
  page: { after?: string | undefined; limit: number }
): Promise<Page<unknown>> {
  if (name === 'jobs') {
    const { rows, next } = await db.everyCompany(trx => readLog(trx, name, filter, page))
    const labels = await jobLabels(parts, rows.map(jobKey))
    return { rows: rows.map(row => ({ ...row, label: labels.get(jobKey(row)) ?? jobKey(row) })), next }
  }
  if (name === 'audit') {
    const { rows, next } = await db.everyCompany(trx => readAudit(trx, filter, page))
    const nameOf = ({ objectType, objectName }: AuditRow) => (objectType === 'job' ? (objectName ?? '') : '')
    const labels = await jobLabels(parts, rows.map(nameOf).filter(Boolean))
    return {
      rows: rows.map(row => {
        const label = labels.get(nameOf(row))
        return label === undefined ? row : { ...row, names: { ...row.names, [nameOf(row)]: label } }
      }),
      next
    }
  }
  return db.everyCompany(trx => readLog(trx, name, filter, page))
}

/** The columns of a file: without those that only turn recorded ids and names into words. */
const exported = ({ properties }: { properties: object }): string[] =>
  Object.keys(properties).filter(column => column !== 'names' && column !== 'label')

/** Exports a log, newest first, with an audit entry for the export. */
async function exportLog(
  app: App,
  request: FastifyRequest,
  name: LogName,
  columns: readonly string[],
  { format, ...filter }: ExportQuery
): Promise<{ type: string; body: string }> {
  const rows: Record<string, unknown>[] = []
  let after: string | undefined
  do {
    const page = await app.db.everyCompany(trx => readLog(trx, name, filter as LogFilter, { after, limit: exportPage }))
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after !== undefined && rows.length < exportCap)
  await app.db.everyCompany(trx =>
    audit(trx, {
      ...auditActor(request),
      companyId: null,
      action: 'log.exported',
      object: { type: 'log', id: name },
      changes: added({ format, rows: rows.length, ...filter })
    })
  )
  return writeExport(format, columns, rows)
}
