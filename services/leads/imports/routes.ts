import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { hasPermission } from '../../account/auth/rules.ts'
import { authorOf, onlyOwn } from '../../account/auth/viewer.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { maxReceiveTimeout } from '../../core/receiveTimeout.ts'
import { IdParams } from '../../core/schema.ts'
import { unstorable } from '../../core/text.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { findSpace } from '../../platform/files/space.ts'
import { receiveBytes, takeFiles } from '../../platform/files/upload.ts'
import { errorFile } from './errorFile.ts'
import { deleteImport, findImport, listImports } from './queries.ts'
import { maxBytes, tooManyBytes } from './rules.ts'
import { Import, ImportSettings, ImportSpace, ImportSummary, KeptColumns, NewReading } from './schema.ts'
import { keepColumns, startCheck, startImport, startImportUndo } from './start.ts'
import { readAgain, receiveFile } from './upload.ts'

const access = 'company:import_leads'
const missing = () => new AppError('notFound', 'Importação não encontrada')

async function shown(request: FastifyRequest, id: string): Promise<Import> {
  const found = await request.company(trx =>
    findImport(trx, id, onlyOwn(request), hasPermission(request.user, 'assign_leads'))
  )
  if (!found) throw missing()
  return found
}

const askerOf = (request: FastifyRequest) => ({
  author: authorOf(request),
  owners: request.owners,
  only: onlyOwn(request)
})

export function register(app: App): void {
  takeFiles(app, scope =>
    scope.post(
      '/api/imports',
      {
        bodyLimit: maxBytes,
        config: { access, receiveTimeout: maxReceiveTimeout },
        schema: {
          summary: 'Send a list of leads: a CSV or XLSX file as application/octet-stream',
          querystring: Type.Object(
            { name: Type.String({ minLength: 1, maxLength: 200 }) },
            { additionalProperties: false }
          ),
          response: { 201: Import }
        }
      },
      async (request, reply) => {
        const { name } = request.query
        if (unstorable(name)) throw invalid({ name: 'O texto contém caracteres inválidos.' })
        const id = await receiveBytes(request, (bytes, size) => {
          if (size > maxBytes) throw new AppError('tooLarge', tooManyBytes)
          return receiveFile(app.db, request.companyId(), { name, size }, bytes, authorOf(request))
        })
        return reply.status(201).send(await shown(request, id))
      }
    )
  )

  app.get(
    '/api/imports',
    {
      config: { access },
      schema: { summary: 'Imports, the newest first', response: { 200: Type.Array(ImportSummary) } }
    },
    request => request.company(trx => listImports(trx, onlyOwn(request)))
  )

  app.get(
    '/api/imports/space',
    {
      config: { access },
      schema: { summary: 'What the files of imports take of the space of the plan', response: { 200: ImportSpace } }
    },
    request => request.company(trx => findSpace(trx, request.companyId(), 'import'))
  )

  app.delete(
    '/api/imports/:id',
    {
      config: { access },
      schema: {
        summary: 'Delete an import that was never run, and its file',
        params: IdParams,
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      if (!(await request.company(trx => deleteImport(trx, id, onlyOwn(request))))) throw missing()
      return reply.status(204).send(null)
    }
  )

  app.get(
    '/api/imports/:id',
    { config: { access }, schema: { summary: 'One import', params: IdParams, response: { 200: Import } } },
    request => shown(request, request.params.id)
  )

  app.put(
    '/api/imports/:id/reading',
    {
      config: { access },
      schema: {
        summary: 'Say which sheet or encoding is meant, or where the headings are',
        params: IdParams,
        body: NewReading,
        response: { 200: Import }
      }
    },
    async request => {
      const { id } = request.params
      if (!(await readAgain(app.db, request.companyId(), id, request.body, onlyOwn(request)))) throw missing()
      return shown(request, id)
    }
  )

  app.post(
    '/api/imports/:id/check',
    {
      config: { access },
      schema: {
        summary: 'See what the import would do',
        params: IdParams,
        body: ImportSettings,
        response: { 202: Import }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      const { mapping, ownerId } = request.body
      const assigns = mapping.includes('owner') || (ownerId !== null && ownerId !== authorOf(request).id)
      if (assigns && !hasPermission(request.user, 'assign_leads'))
        throw new AppError('forbidden', 'Você não tem permissão para escolher o responsável dos leads.')
      const started = await request.company(trx =>
        startCheck(trx, request.companyId(), id, request.body, askerOf(request))
      )
      if (!started) throw missing()
      return reply.status(202).send(await shown(request, id))
    }
  )

  app.post(
    '/api/imports/:id/run',
    { config: { access }, schema: { summary: 'Import what was checked', params: IdParams, response: { 202: Import } } },
    async (request, reply) => {
      const { id } = request.params
      const started = await request.company(trx =>
        startImport(
          trx,
          request.companyId(),
          id,
          askerOf(request),
          hasPermission(request.user, 'edit_company'),
          auditActor(request)
        )
      )
      if (!started) throw missing()
      return reply.status(202).send(await shown(request, id))
    }
  )

  app.post(
    '/api/imports/:id/undo',
    { config: { access }, schema: { summary: 'Take an import back', params: IdParams, response: { 202: Import } } },
    async (request, reply) => {
      const { id } = request.params
      const started = await request.company(trx =>
        startImportUndo(trx, request.companyId(), id, onlyOwn(request), auditActor(request))
      )
      if (!started) throw missing()
      return reply.status(202).send(await shown(request, id))
    }
  )

  app.post(
    '/api/imports/:id/columns',
    {
      config: { access },
      schema: {
        summary:
          'Keep columns that an import left out, as fields of their own: an import of the same file, checked anew',
        params: IdParams,
        body: KeptColumns,
        response: { 202: Import }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      const again = await request.company(trx =>
        keepColumns(trx, request.companyId(), id, request.body.columns, askerOf(request))
      )
      if (again === undefined) throw missing()
      return reply.status(202).send(await shown(request, again))
    }
  )

  app.get(
    '/api/imports/:id/errors',
    {
      config: { access },
      schema: { summary: 'The rows that were not imported, with why', params: IdParams, produces: ['text/csv'] }
    },
    async (request, reply) => {
      const rows = await errorFile(app.db, request.companyId(), request.params.id, onlyOwn(request))
      if (!rows) throw missing()
      return reply
        .header('Content-Type', 'text/csv; charset=utf-8')
        .header('Content-Disposition', 'attachment; filename="linhas-com-erro.csv"')
        .send(Readable.from(rows, { objectMode: false }))
    }
  )
}
