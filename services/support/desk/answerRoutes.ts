import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { AppError } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { type App, prepareFailure } from '../../core/http.ts'
import { Id, IdParams, KeyHeader } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { providerId } from '../../platform/audit/rules.ts'
import { withdrawLink } from '../tickets/fileLinks.ts'
import { registerUpload, sendTicketFile } from '../tickets/fileRoutes.ts'
import { holdTicket } from '../tickets/messages.ts'
import { findTicketFile } from '../tickets/queries.ts'
import { answerTicket, setWatching, withdrawAnswer, writeNote } from './answers.ts'
import { auditTicket } from './change.ts'
import { companyOf, findDeskTicket } from './detail.ts'
import { deskTexts } from './rules.ts'
import { Answered, DeskTicket, NewAnswer, NewDeskNote } from './schema.ts'
import { DeskPresence } from './toolSchema.ts'

const access = { access: 'staff' as const }
const path = '/api/admin/tickets/:id'

/** Answers, notes and who is at it. */
export function register(app: App): void {
  registerAnswers(app)
  registerPresence(app)
  registerFiles(app)
}

function registerAnswers(app: App): void {
  const { db } = app

  app.post(
    `${path}/replies`,
    {
      config: access,
      schema: {
        summary: 'Answer; the company gets it after 15 seconds. 409 with what somebody else wrote after `after`',
        params: IdParams,
        headers: KeyHeader,
        body: NewAnswer,
        response: { 201: DeskTicket, 409: Answered }
      }
    },
    async (request, reply) => {
      const me = request.actor.userId
      const { written, ticket } = await db.everyCompany(async trx => {
        const answer = { ...request.body, key: request.headers['idempotency-key'] ?? null }
        const written = await answerTicket(trx, request.params.id, answer, auditActor(request))
        return { written, ticket: await findDeskTicket(trx, request.params.id, me) }
      })
      if ('messageId' in written) return reply.status(201).send(ticket)
      const failure = prepareFailure(new AppError('conflict', deskTexts.answered, { code: 'ANSWERED' }), request, reply)
      return reply.status(409).send({ ...failure, newer: written.newer })
    }
  )

  app.delete(
    `${path}/replies/:messageId`,
    {
      config: access,
      schema: {
        summary: 'Take an answer back before the company gets it; its text is returned',
        params: Type.Object({ id: Id, messageId: Id }, { additionalProperties: false }),
        response: { 200: Type.Object({ text: Type.String() }) }
      }
    },
    async request => {
      const { id, messageId } = request.params
      return { text: await db.everyCompany(trx => withdrawAnswer(trx, id, messageId, auditActor(request))) }
    }
  )

  app.post(
    `${path}/notes`,
    {
      config: access,
      schema: {
        summary: 'Write a note, which no company ever sees',
        params: IdParams,
        headers: KeyHeader,
        body: NewDeskNote,
        response: { 201: DeskTicket }
      }
    },
    async (request, reply) => {
      const ticket = await db.everyCompany(async trx => {
        const note = { ...request.body, key: request.headers['idempotency-key'] ?? null }
        await writeNote(trx, app.config, request.params.id, note, auditActor(request))
        return findDeskTicket(trx, request.params.id, request.actor.userId)
      })
      return reply.status(201).send(ticket)
    }
  )
}

function registerPresence(app: App): void {
  const { db } = app

  for (const [name, watching] of [
    ['watch', true],
    ['unwatch', false]
  ] as const)
    app.post(
      `${path}/${name}`,
      {
        config: access,
        schema: {
          summary: watching ? 'Get mails about it' : 'Get no more mails about it',
          params: IdParams,
          response: { 200: DeskTicket }
        }
      },
      request =>
        db.everyCompany(async trx => {
          const { id } = request.params
          await setWatching(trx, await companyOf(trx, id), id, request.actor.userId, watching)
          return findDeskTicket(trx, id, request.actor.userId)
        })
    )

  app.post(
    `${path}/presence`,
    {
      config: access,
      schema: {
        summary: 'Say that one has it open, or is answering',
        params: IdParams,
        body: DeskPresence,
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      const { id: ticketId } = request.params
      const { userId, name } = request.actor
      await db.everyCompany(async trx => {
        await companyOf(trx, ticketId)
        const data = { ticketId, userId, name, typing: request.body.typing }
        await announce(trx, { companyId: providerId, kind: 'desk-presence', data })
      })
      return reply.status(204).send(null)
    }
  )
}

function registerFiles(app: App): void {
  const { db } = app

  registerUpload(app, `${path}/files`, 'staff', 'Keep a file that is to be sent', request =>
    db.everyCompany(trx => companyOf(trx, (request.params as { id: string }).id))
  )

  app.get(
    `${path}/files/:fileId`,
    {
      config: access,
      schema: {
        summary: 'A file of a ticket',
        params: Type.Object({ id: Id, fileId: Id }, { additionalProperties: false })
      }
    },
    async (request, reply) => {
      const { id, fileId } = request.params
      const { companyId, found } = await db.everyCompany(async trx => {
        const companyId = await companyOf(trx, id)
        return { companyId, found: await findTicketFile(trx, companyId, id, fileId) }
      })
      return sendTicketFile(app, companyId, found, reply)
    }
  )

  app.delete(
    `${path}/files/:fileId/link`,
    {
      config: access,
      schema: {
        summary: 'Withdraw the link by which a file is read without an account',
        params: Type.Object({ id: Id, fileId: Id }, { additionalProperties: false }),
        response: { 200: DeskTicket }
      }
    },
    async request => {
      const { id, fileId } = request.params
      return db.everyCompany(async trx => {
        await withdrawLink(trx, await companyOf(trx, id), id, fileId)
        await auditTicket(
          trx,
          auditActor(request),
          'ticket.link_withdrawn',
          await holdTicket(trx, await companyOf(trx, id), id)
        )
        return findDeskTicket(trx, id, request.actor.userId)
      })
    }
  )
}
