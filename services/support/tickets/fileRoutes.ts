import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { AppError } from '../../core/errors.ts'
import type { Access, App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { maxReceiveTimeout } from '../../core/receiveTimeout.ts'
import { Id } from '../../core/schema.ts'
import { bytesOf } from '../../platform/files/source.ts'
import { openFile } from '../../platform/files/store.ts'
import { receiveBytes, takeFiles } from '../../platform/files/upload.ts'
import { findLinkedFile, readFileToken } from './fileLinks.ts'
import { dropFile, receiveTicketFile } from './files.ts'
import { findTicketFile } from './queries.ts'
import { longestTicketFile, ticketTexts } from './rules.ts'
import { TicketFile } from './schema.ts'

const access = 'company:manage_tickets' as const
const FileParams = Type.Object({ fileId: Id }, { additionalProperties: false })
const TokenParams = Type.Object(
  { token: Type.String({ pattern: '^[\\w-]{24,100}$' }) },
  { additionalProperties: false }
)
const TicketFileParams = Type.Object({ id: Id, fileId: Id }, { additionalProperties: false })

/** Types that a browser may show; any other is saved. */
const shown = /^(image\/(jpeg|png|gif|webp)|video\/(mp4|webm|quicktime)|application\/pdf)$/

/** Answers with a file of a ticket; `companyId` is the ticket's. */
export async function sendTicketFile(
  app: App,
  companyId: string,
  found: { fileId: string; type: string } | undefined,
  reply: FastifyReply
) {
  const file = found && (await openFile(app.db, companyId, found.fileId))
  if (!file) throw new AppError('notFound', 'Arquivo não encontrado')
  return reply
    .header('Content-Type', shown.test(found.type) ? found.type : 'application/octet-stream')
    .header('Content-Length', Number(file.size))
    .header('Cache-Control', 'private, max-age=3600')
    .header('Content-Security-Policy', "sandbox; default-src 'none'")
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .send(Readable.from(bytesOf(file), { objectMode: false }))
}

/** A route that keeps a file, as application/octet-stream, for the company that `companyOf` names. */
export function registerUpload(
  app: App,
  url: string,
  uploadAccess: Access,
  summary: string,
  companyOf: (request: FastifyRequest) => Promise<string>
): void {
  takeFiles(app, scope =>
    scope.post(
      url,
      {
        bodyLimit: longestTicketFile,
        config: { access: uploadAccess, receiveTimeout: maxReceiveTimeout },
        schema: {
          summary,
          querystring: Type.Object(
            { name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) },
            { additionalProperties: false }
          ),
          ...(url.includes(':id') && { params: Type.Object({ id: Id }, { additionalProperties: false }) }),
          response: { 201: TicketFile }
        }
      },
      async (request, reply) => {
        const { name = 'arquivo' } = request.query
        const file = await receiveBytes(request, async (bytes, size) =>
          receiveTicketFile(app, await companyOf(request), request.actor.userId, { name, size }, bytes)
        )
        return reply.status(201).send(file)
      }
    )
  )
}

export function registerTicketFiles(app: App): void {
  registerUpload(app, '/api/tickets/files', access, 'Keep a file that is to be sent', async request =>
    request.companyId()
  )

  app.delete(
    '/api/tickets/files/:fileId',
    {
      config: { access },
      schema: {
        summary: 'Delete a file that is not sent after all',
        params: FileParams,
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      await request.company(trx => dropFile(trx, request.companyId(), request.actor.userId, request.params.fileId))
      return reply.status(204).send(null)
    }
  )

  app.get(
    '/api/public/ticket-files/:token',
    {
      config: { access: 'public', rateLimit: routeLimit(app, 60, '1 minute') },
      schema: { summary: 'A file of an answer, by the link in its mail', params: TokenParams }
    },
    async (request, reply) => {
      const fileId = readFileToken(app.config, request.params.token)
      const found = fileId === null ? undefined : await app.db.everyCompany(trx => findLinkedFile(trx, fileId))
      if (!found)
        return reply
          .status(410)
          .header('Cache-Control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send(ticketTexts.linkGone)
      return sendTicketFile(app, found.companyId, found, reply)
    }
  )

  app.get(
    '/api/tickets/:id/files/:fileId',
    { config: { access }, schema: { summary: 'A file of a ticket', params: TicketFileParams } },
    async (request, reply) => {
      const { id, fileId } = request.params
      const companyId = request.companyId()
      const found = await request.company(trx => findTicketFile(trx, companyId, id, fileId))
      return sendTicketFile(app, companyId, found, reply)
    }
  )
}
