import type {} from '../../account/auth/plugin.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { streamOf } from '../../platform/files/store.ts'
import { customFields } from '../imports/lookups.ts'
import { readFilter } from '../leads/requestFilter.ts'
import { findExport, openExport, startExport } from './queries.ts'
import { Export, ExportFields, NewExport } from './schema.ts'

const access = 'company:export_leads'
const missing = () => new AppError('notFound', 'Exportação não encontrada')

const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
}

export function register(app: App): void {
  app.get(
    '/api/exports/fields',
    {
      config: { access },
      schema: { summary: 'The own fields of the company’s forms', response: { 200: ExportFields } }
    },
    request => request.company(async trx => (await customFields(trx)).map(({ name, label }) => ({ name, label })))
  )

  app.post(
    '/api/exports',
    { config: { access }, schema: { summary: 'Write leads to a file', body: NewExport, response: { 202: Export } } },
    async (request, reply) => {
      const { format, columns, ids, filter } = request.body
      if ((ids === undefined) === (filter === undefined))
        throw invalid({ ids: 'Escolha leads ou um filtro, um dos dois.' })
      const found = ids ? { id: ids } : readFilter(request, filter ?? {})
      const params = { format, columns, filter: found, owners: request.owners }
      const started = await request.company(trx =>
        startExport(trx, request.companyId(), params, authorOf(request), auditActor(request))
      )
      return reply.status(202).send(started)
    }
  )

  app.get(
    '/api/exports/:id',
    {
      config: { access },
      schema: { summary: 'How far an export has come', params: IdParams, response: { 200: Export } }
    },
    async request => {
      const found = await request.company(trx => findExport(trx, request.params.id, authorOf(request).id))
      if (!found) throw missing()
      return found
    }
  )

  app.get(
    '/api/exports/:id/file',
    { config: { access }, schema: { summary: 'The file of an export, for a day', params: IdParams } },
    async (request, reply) => {
      const file = await openExport(app.db, request.companyId(), request.params.id, authorOf(request).id)
      if (!file) throw missing()
      return reply
        .header('Content-Type', file.name.endsWith('.csv') ? fileTypes.csv : fileTypes.xlsx)
        .header('Content-Disposition', `attachment; filename="${file.name}"`)
        .send(streamOf(file))
    }
  )
}
