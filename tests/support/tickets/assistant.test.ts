import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ticketOf, toolsFor } from '../../../services/assistant/chat/propose.ts'
import { readCall } from '../../../services/assistant/chat/tools.ts'
import type { TicketRow } from '../../../services/support/tickets/schema.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { colleague } from '../../kit/people.ts'
import { callTickets, list } from '../../kit/tickets.ts'

const app = await openApp({ DATABASE_URL: await newDatabase() })

/** A card that the assistant has shown to somebody. */
async function proposed(companyId: string, userId: string, written: object) {
  const request = readCall({ id: 'call', name: 'open_ticket', arguments: JSON.stringify(written) })
  if (typeof request === 'string' || request.name !== 'open_ticket') throw new Error(String(request))
  const { kind, params } = ticketOf(request.parameters)
  const sessionId = randomUUID()
  const id = await app.db.everyCompany(async trx => {
    await trx.insertInto('chat_sessions').values({ id: sessionId, user_id: userId, company_id: companyId }).execute()
    const message = await trx
      .insertInto('chat_messages')
      .values({
        session_id: sessionId,
        audience: 'client',
        message: 'Abra um chamado',
        status: 'answered',
        response: 'Sim'
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = await trx
      .insertInto('chat_proposals')
      .values({
        company_id: companyId,
        session_id: sessionId,
        message_id: message.id,
        user_id: userId,
        place: 0,
        kind,
        params: JSON.stringify(params),
        lead_id: null,
        lead_name: null,
        lead_version: null,
        options: '[]',
        state: 'waiting'
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
  return (who: Pick<Tenant, 'auth'>, how = 'confirm') =>
    app.inject({ method: 'POST', url: `/api/chat/proposals/${id}/${how}`, headers: who.auth, payload: { sessionId } })
}

const tickets = async (who: Pick<Tenant, 'auth'>) => (await callTickets(app, who, 'GET', list({}))).json<TicketRow[]>()
const wanted = { subject: 'Importação parada', description: 'A planilha fica em 0%.', category: 'problem' }

test('a ticket that the assistant proposes is opened once, by the person’s click and in their name', async () => {
  const ours = await company(app)
  const decide = await proposed(ours.id, ours.userId, wanted)
  expect(await tickets(ours)).toEqual([])
  const clicks = await Promise.all([1, 2, 3].map(() => decide(ours)))
  for (const click of clicks)
    expect(click.json()).toMatchObject({
      kind: 'ticket',
      state: 'done',
      title: 'Abrir um chamado: Importação parada',
      lines: ['A planilha fica em 0%.', 'Categoria: Problema', 'Prioridade: Normal'],
      outcome: 'Chamado aberto.'
    })
  expect(await tickets(ours)).toMatchObject([
    { subject: 'Importação parada', category: 'problem', priority: 'normal', requesterName: 'Pessoa de Teste' }
  ])
})

test('without the permission, or after the card was given up, nothing is opened', async () => {
  const ours = await company(app)
  const mate = await colleague(app, ours.id, { permissions: ['edit_leads'] })
  const refused = await (await proposed(ours.id, mate.userId, wanted))(mate)
  expect(refused.json()).toMatchObject({ state: 'failed', outcome: 'Você não tem permissão para fazer isso.' })
  const decide = await proposed(ours.id, ours.userId, wanted)
  expect((await decide(mate)).statusCode).toBe(404)
  await decide(ours, 'cancel')
  expect((await decide(ours)).json()).toMatchObject({ state: 'cancelled' })
  expect(await tickets(ours)).toEqual([])
})

test('the assistant can propose a ticket, and an incomplete one is no card', () => {
  const person = { role: 'client', companyEmployee: { role: 'admin', permissions: [] } }
  expect(toolsFor({ person })).toContain('open_ticket')
  expect(readCall({ id: 'call', name: 'open_ticket', arguments: '{"subject":"x"}' })).toContain('o que acontece')
  expect(ticketOf({ subject: 'x', description: 'y', category: 'z', priority: 'top' }).params).toMatchObject({
    category: 'question',
    priority: 'normal'
  })
})
