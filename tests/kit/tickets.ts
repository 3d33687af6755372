import { sql } from 'kysely'
import type { App } from '../../services/core/http.ts'
import type { DeskTicket } from '../../services/support/desk/schema.ts'
import { deliverAnswers } from '../../services/support/tickets/delivery.ts'
import type { Ticket } from '../../services/support/tickets/schema.ts'

type Signed = { auth: { authorization: string } }

export const ticketBody = { subject: 'Não consigo importar', category: 'problem', description: 'A planilha não abre.' }

export const callTickets = (
  app: App,
  who: Signed,
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
  headers = {}
) =>
  app.inject({ method, url: `/api/tickets${path}`, headers: { ...who.auth, ...headers }, ...(payload && { payload }) })

export const callDesk = (
  app: App,
  who: Signed,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  payload?: object
) => app.inject({ method, url: `/api/admin/tickets${path}`, headers: who.auth, ...(payload && { payload }) })

/** A ticket as its company sees it. */
export async function openTicketOf(app: App, who: Signed, body: object = {}): Promise<Ticket> {
  const answer = await callTickets(app, who, 'POST', '', { ...ticketBody, ...body })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<Ticket>()
}

export async function answerAs(app: App, who: Signed, id: string, body: object = {}): Promise<DeskTicket> {
  const answer = await callDesk(app, who, 'POST', `/${id}/replies`, { text: 'Olá! Vamos ver.', ...body })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<DeskTicket>()
}

/** Has the moment pass in which answers can be taken back. */
export async function deliver(app: App): Promise<number> {
  await app.db.everyCompany(trx =>
    sql`update ticket_messages set due_at = now() where delivered_at is null`.execute(trx)
  )
  return deliverAnswers(app.db, app.config)
}

/** Moves what happened to a ticket so many days into the past. */
export const age = (app: App, id: string, days: number) =>
  app.db.everyCompany(trx =>
    sql`update tickets set resolved_at = resolved_at - ${days} * interval '1 day',
      last_at = last_at - ${days} * interval '1 day' where id = ${id}`.execute(trx)
  )

export const list = (filter: object, sort = '["lastAt","DESC"]', range = '[0,24]') =>
  `?sort=${encodeURIComponent(sort)}&range=${range}&filter=${encodeURIComponent(JSON.stringify(filter))}`
