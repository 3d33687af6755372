import { Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import type { AuditActions } from '../../core/audit.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { listRoute } from '../../core/list.ts'
import { Id, IdParams } from '../../core/schema.ts'
import { findUnstorable } from '../../core/text.ts'
import { audit, auditActor } from '../../platform/audit/queries.ts'
import { type OpenedMail as Opened, openMail } from '../../platform/inboundMail/open.ts'
import { readerOf } from '../../platform/inboundMail/reading.ts'
import { rawMail } from '../../platform/inboundMail/store.ts'
import { blockSender, spamTexts, unblockSender } from '../tickets/spam.ts'
import { countOpenMails, dismissMail, findReceivedMail, listReceivedMails, receivedMailTexts } from './queries.ts'
import { OpenedMail, ReceivedMail, ReceivedMailCounts, ReceivedMailFilter } from './schema.ts'
import { ticketOfMail } from './ticket.ts'

const access = { access: 'staff' as const }
const path = '/api/admin/inbound-mails'
const checker = TypeCompiler.Compile(ReceivedMailFilter)
const FileParams = Type.Object({ id: Id, n: Type.String({ pattern: '^\\d{1,4}$' }) }, { additionalProperties: false })

/** The mails that came in, for the staff who answer tickets: they see all of them. */
export function register(app: App): void {
  app.addHook('onClose', async () => readerOf(app.config).close())
  registerReading(app)
  registerContents(app)
  registerDecisions(app)
}

/** The mail as it came, parsed; the opening is audited. Throws 404 where there is no such mail. */
async function open(
  app: App,
  request: FastifyRequest,
  id: string,
  action: keyof AuditActions & `inbound_mail.${string}`
) {
  const { db, config } = app
  const mail = await db.everyCompany(async trx => {
    const found = await findReceivedMail(trx, id)
    const object = { type: 'inbound_mail', id, name: found.from?.address ?? null }
    await audit(trx, { ...auditActor(request), companyId: null, action, object })
    return found
  })
  const row = await rawMail(db, id)
  const read = async (): Promise<Opened | null> =>
    row?.raw ? openMail(readerOf(config), row.raw, { from: row.envelope_from, recipients: row.recipients }) : null
  return { mail, raw: row?.raw ?? null, read }
}

function registerReading(app: App): void {
  const { db } = app

  listRoute(app, path, {
    name: 'mails',
    summary: 'The mails that came in, newest first',
    ...access,
    row: ReceivedMail,
    sortable: ['receivedAt'],
    filterable: Object.keys(ReceivedMailFilter.properties),
    read: (_request, list) => {
      const { filter } = list
      if (!checker.Check(filter) || findUnstorable(filter) !== null) throw invalid({ filter: 'Filtro inválido.' })
      return db.everyCompany(trx => listReceivedMails(trx, filter, list))
    }
  })

  app.get(
    `${path}/counts`,
    { config: access, schema: { summary: 'How many are open', response: { 200: ReceivedMailCounts } } },
    async () => ({ open: await db.everyCompany(countOpenMails) })
  )

  app.get(
    `${path}/:id`,
    { config: access, schema: { summary: 'One mail, with its text', params: IdParams, response: { 200: OpenedMail } } },
    async request => {
      const { mail, read } = await open(app, request, request.params.id, 'inbound_mail.opened')
      const opened = await read()
      if (opened === null)
        return {
          ...mail,
          to: [],
          cc: [],
          replyTo: [],
          text: '',
          readable: false,
          shortened: false,
          headers: [],
          files: [],
          filesLeft: 0
        }
      const { from, to, cc, replyTo, subject, text, readable, shortened, headers, files, filesLeft } = opened
      const list = files.map(({ name, type, content }, n) => ({
        n,
        name: name ?? `arquivo ${n + 1}`,
        type,
        size: content.length
      }))
      const addressed = { from: from ?? mail.from, to: [...to], cc: [...cc], replyTo: [...replyTo] }
      return {
        ...mail,
        ...addressed,
        subject,
        text,
        readable,
        shortened,
        headers: [...headers],
        files: list,
        filesLeft
      }
    }
  )
}

/** Sends bytes that a stranger wrote, as a file that no browser opens. */
const sendFile = (reply: FastifyReply, name: string, type: string, bytes: Uint8Array) =>
  reply
    .header('Content-Type', type)
    .header('Cache-Control', 'private, no-store')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Security-Policy', "sandbox; default-src 'none'")
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))

function registerContents(app: App): void {
  app.get(
    `${path}/:id/raw`,
    { config: access, schema: { summary: 'The mail as it came, as a file', params: IdParams } },
    async (request, reply) => {
      const { id } = request.params
      const { raw } = await open(app, request, id, 'inbound_mail.downloaded')
      if (raw === null) throw new AppError('conflict', receivedMailTexts.gone)
      return sendFile(reply, `${id}.eml`, 'message/rfc822', raw)
    }
  )

  app.get(
    `${path}/:id/files/:n`,
    { config: access, schema: { summary: 'A file of a mail', params: FileParams } },
    async (request, reply) => {
      const { id, n } = request.params
      const { raw, read } = await open(app, request, id, 'inbound_mail.downloaded')
      if (raw === null) throw new AppError('conflict', receivedMailTexts.gone)
      const file = (await read())?.files[Number(n)]
      if (!file) throw new AppError('notFound', 'Arquivo não encontrado')
      return sendFile(reply, file.name ?? `arquivo ${Number(n) + 1}`, 'application/octet-stream', file.content)
    }
  )
}

function registerDecisions(app: App): void {
  const { db } = app

  app.post(
    `${path}/:id/ticket`,
    {
      config: access,
      schema: {
        summary: 'Make a ticket of it; where a ticket shows it, that one',
        params: IdParams,
        response: { 201: Type.Object({ ticketId: Id }) }
      }
    },
    async (request, reply) => {
      const ticketId = await ticketOfMail(app, request.params.id, auditActor(request))
      return reply.status(201).send({ ticketId })
    }
  )

  app.post(
    `${path}/:id/dismiss`,
    {
      config: access,
      schema: { summary: 'Nothing is to be done about it', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      const { id } = request.params
      await db.everyCompany(async trx => {
        await dismissMail(trx, id)
        const object = { type: 'inbound_mail', id }
        await audit(trx, { ...auditActor(request), companyId: null, action: 'inbound_mail.dismissed', object })
      })
      return reply.status(204).send(null)
    }
  )

  const blocking = {
    POST: {
      summary: 'Make no tickets of what its sender writes; it stays in this list',
      action: 'inbound_mail.blocked'
    },
    DELETE: { summary: 'Hear its sender again; mails that came meanwhile are open', action: 'inbound_mail.unblocked' }
  } as const
  for (const method of ['POST', 'DELETE'] as const)
    app.route({
      method,
      url: `${path}/:id/block`,
      config: access,
      schema: { summary: blocking[method].summary, params: IdParams, response: { 204: Type.Null() } },
      handler: async (request, reply) => {
        const { id } = request.params as { id: string }
        await db.everyCompany(async trx => {
          const { from } = await findReceivedMail(trx, id)
          if (from === null) throw new AppError('conflict', spamTexts.unknown)
          const actor = auditActor(request)
          if (method === 'DELETE') await unblockSender(trx, from.address)
          else {
            await blockSender(trx, from.address, { id: actor.actorId ?? '', name: actor.actorName ?? '' })
            await dismissMail(trx, id)
          }
          const object = { type: 'inbound_mail', id, name: from.address }
          await audit(trx, { ...actor, companyId: null, action: blocking[method].action, object })
        })
        return reply.status(204).send(null)
      }
    })
}
