import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { maxReceiveTimeout } from '../../core/receiveTimeout.ts'
import { Id, IdParams } from '../../core/schema.ts'
import { unstorable } from '../../core/text.ts'
import { readRange } from '../../platform/files/range.ts'
import { bytesOf } from '../../platform/files/source.ts'
import { openFile } from '../../platform/files/store.ts'
import { receiveBytes, takeFiles } from '../../platform/files/upload.ts'
import { readFilePath, readPicturePath } from './addresses.ts'
import { dropAttachment, receiveAttachment, refuseUnreachable } from './attachments.ts'
import { findFile } from './messages.ts'
import { findPicture } from './pictures.ts'
import { findConversation } from './queries.ts'
import { longestFile, shownTypes } from './rules.ts'
import { Attachment, MessageParams } from './schema.ts'

type Found = { fileId: string; type: string }

/** Answers with a file, or the part of it that a player asks for. */
async function sendFile(
  app: App,
  companyId: string,
  found: Found | undefined,
  { range, reply }: { range: string | undefined; reply: FastifyReply }
) {
  const file = found && (await openFile(app.db, companyId, found.fileId))
  if (!file) throw new AppError('notFound', 'Arquivo não encontrado')
  const shown = shownTypes.test(found.type)
  const size = Number(file.size)
  const part = readRange(range, size)
  reply.header('Accept-Ranges', 'bytes')
  if (part === null) return reply.status(416).header('Content-Range', `bytes */${size}`).send()
  const { from, to } = part ?? { from: 0, to: size }
  if (part) reply.status(206).header('Content-Range', `bytes ${from}-${to - 1}/${size}`)
  return reply
    .header('Content-Type', shown ? found.type : 'application/octet-stream')
    .header('Content-Length', to - from)
    .header('Cache-Control', 'private, max-age=3600')
    .header('Content-Security-Policy', "sandbox; default-src 'none'")
    .header(
      'Content-Disposition',
      `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`
    )
    .send(Readable.from(bytesOf(file, from, to), { objectMode: false }))
}

/** The files of messages, the pictures of people, and the files that are to be sent. */
export function register(app: App): void {
  app.get(
    '/api/conversations/:id/messages/:messageId/file',
    {
      config: { access: 'company' },
      schema: { summary: 'The file of a message', params: MessageParams }
    },
    async (request, reply) => {
      const { id, messageId } = request.params
      const found = await request.company(async trx => {
        await findConversation(trx, id)
        return findFile(trx, id, messageId)
      })
      return sendFile(app, request.companyId(), found, { range: request.headers.range, reply })
    }
  )

  app.get(
    '/api/conversations/files/:signed',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        summary: 'The file of a message, for a player or a provider, by a signed address that soon ends',
        params: Type.Object({ signed: Type.String({ maxLength: 300 }) }, { additionalProperties: false })
      }
    },
    async (request, reply) => {
      const place = readFilePath(app.config, request.params.signed, new Date())
      const found =
        place && (await app.db.company(place.companyId, trx => findFile(trx, place.conversationId, place.messageId)))
      return sendFile(app, place?.companyId ?? '', found, { range: request.headers.range, reply })
    }
  )

  app.get(
    '/api/conversations/pictures/:signed',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        summary: "The picture of a conversation's person, by a signed address that soon ends",
        params: Type.Object({ signed: Type.String({ maxLength: 300 }) }, { additionalProperties: false })
      }
    },
    async (request, reply) => {
      const place = readPicturePath(app.config, request.params.signed, new Date())
      const found =
        place && (await app.db.company(place.companyId, trx => findPicture(trx, place.conversationId, place.fileId)))
      return sendFile(app, place?.companyId ?? '', found, { range: undefined, reply })
    }
  )

  takeFiles(app, scope =>
    scope.post(
      '/api/conversations/:id/files',
      {
        bodyLimit: longestFile,
        config: { access: 'company:send_messages', receiveTimeout: maxReceiveTimeout },
        schema: {
          summary: 'Keep a file that is to be sent, as application/octet-stream',
          params: IdParams,
          querystring: Type.Object(
            { name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) },
            { additionalProperties: false }
          ),
          response: { 201: Attachment }
        }
      },
      async (request, reply) => {
        const conversation = await request.company(trx => findConversation(trx, request.params.id))
        const { name = 'arquivo' } = request.query
        refuseUnreachable(app.config, conversation.channel)
        if (unstorable(name)) throw invalid({ name: 'O texto contém caracteres inválidos.' })
        const attachment = await receiveBytes(request, (bytes, size) =>
          receiveAttachment(app, request.companyId(), conversation, { name, size }, bytes)
        )
        return reply.status(201).send(attachment)
      }
    )
  )

  app.delete(
    '/api/conversations/:id/files/:fileId',
    {
      config: { access: 'company:send_messages' },
      schema: {
        summary: 'Delete a file that is not sent after all',
        params: Type.Object({ id: Id, fileId: Id }, { additionalProperties: false }),
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      const { id, fileId } = request.params
      await request.company(async trx => dropAttachment(trx, (await findConversation(trx, id)).id, fileId))
      return reply.status(204).send(null)
    }
  )
}
