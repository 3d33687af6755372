import { expect, test } from 'vitest'
import { createOwnCompany } from '../../../services/support/contact/queries.ts'
import type { DeskTicket } from '../../../services/support/desk/schema.ts'
import { ticketMail } from '../../../services/support/tickets/receiveMail.ts'
import { replyToOf } from '../../../services/support/tickets/replyTo.ts'
import type { Ticket } from '../../../services/support/tickets/schema.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { mailEnv, mailOf, openInbound } from '../../kit/inboundMail.ts'
import { staff } from '../../kit/people.ts'
import { askErasure, dump, erase } from '../../kit/privacy.ts'
import { answerAs, callDesk, callTickets, deliver, openTicketOf } from '../../kit/tickets.ts'

const databaseUrl = await newDatabase()
const app = await openApp({ DATABASE_URL: databaseUrl, ...mailEnv })
await app.db.everyCompany(createOwnCompany)
const { receive } = openInbound(app.db, app.config, [ticketMail])
const agent = await staff(app)
const email = 'apagada@example.com'

async function upload(who: Tenant, text: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/tickets/files?name=passos.txt',
    headers: { ...who.auth, 'content-type': 'application/octet-stream' },
    payload: text
  })
  return answer.json().fileId
}

/** Everything that is kept of mails, and of the bytes of files. */
const keptOf = async () => {
  const rows = await app.db.everyCompany(async trx => ({
    out: await trx.selectFrom('account_mails').select(['subject', 'text']).execute(),
    in: await trx.selectFrom('inbound_mails').select(['raw', 'sender']).execute(),
    files: await trx.selectFrom('files').select('id').execute()
  }))
  return {
    mails: rows.out.map(({ subject, text }) => `${subject} ${text}`).join(),
    raws: rows.in.map(({ raw, sender }) => `${sender} ${raw?.toString()}`).join(),
    files: rows.files.map(({ id }) => id)
  }
}

test('with an erased person go the files and mails of their tickets, and nothing of others', async () => {
  const ours = await company(app)
  const leadId = (await sendLead(app, ours.id, { email, phone: '(11) 91234-5678' })).json<{ id: string }>().id
  const mine = await openTicketOf(app, ours, { leadId, attachmentIds: [await upload(ours, 'Segredo da pessoa')] })
  const titled = await openTicketOf(app, ours, { subject: `Cadê ${email}?` })
  const mentioned = await openTicketOf(app, ours, {
    description: `A planilha de ${email}`,
    attachmentIds: [await upload(ours, 'A planilha dela')]
  })
  const keptFile = await upload(ours, 'Outra coisa')
  const other = await openTicketOf(app, ours, { subject: 'Sem relação', attachmentIds: [keptFile] })
  for (const { id } of [mine, titled, mentioned, other]) await answerAs(app, agent, id, { text: `Resposta a ${id}` })
  await deliver(app)
  const [replies, kept] = [
    mailOf(
      { From: ours.email, To: replyToOf(app.config, other.id) ?? '', 'Message-ID': '<q@x>' },
      `Pronto.\r\n\r\nEm ter., 2 de jan. de 2029, Prosa <a@b.example> escreveu:\r\n> Falta o ${email}`
    ),
    mailOf({ From: ours.email, To: replyToOf(app.config, other.id) ?? '', 'Message-ID': '<k@x>' }, 'Fica guardado')
  ]
  const written = mailOf(
    { From: `Fulana <${email}>`, To: replyToOf(app.config, other.id) ?? '', 'Message-ID': '<s@x>' },
    'Sou eu quem pede'
  )
  expect((await receive(replies, kept, written)).map(({ outcome }) => outcome).toSorted()).toEqual([
    'answer',
    'answer',
    'stranger'
  ])
  const before = await keptOf()
  expect(before.mails).toContain(email)
  expect(before.raws).toContain(email)
  expect(before.files).toHaveLength(3)

  const request = await askErasure(app, ours, { name: 'Ada', email })
  expect((await erase(app, ours, request)).statusCode).toBe(200)
  expect(await dump(ours.id, databaseUrl)).not.toContain('apagada')
  const after = await keptOf()
  expect(after.mails).not.toContain('apagada')
  expect(after.mails).not.toContain(`Resposta a ${mine.id}`)
  expect(after.mails).toContain(`Resposta a ${other.id}`)
  expect(after.raws).not.toContain('apagada')
  expect(after.raws).toContain('Fica guardado')
  expect(after.files).toEqual([keptFile])
  const [note] = (await callDesk(app, agent, 'GET', `/${other.id}`)).json<DeskTicket>().notes
  expect(note?.text).toBe('Texto apagado: a pessoa pediu a exclusão dos dados.')
  const thread = (await callTickets(app, ours, 'GET', `/${other.id}`)).json<Ticket>().messages
  const texts = thread.filter(({ kind }) => kind === 'text').map(({ text, data }) => [text, data])
  // A message that quoted the person is gone.
  expect(texts).toContainEqual(['Texto apagado: a pessoa pediu a exclusão dos dados.', {}])
  expect(texts).toContainEqual(['Fica guardado', {}])
})

test('with a visitor who asked for a person goes who they were', async () => {
  const own = await app.db.everyCompany(trx =>
    trx.selectFrom('companies').select('id').where('own', '=', true).executeTakeFirstOrThrow()
  )
  const [mail] = await receive(mailOf({ From: `Fulana <${email}>`, 'Message-ID': '<v@x>' }, 'Quero um orçamento'))
  expect(mail).toMatchObject({ outcome: 'unplaced' })
  const ours = await company(app)
  const leadId = (await sendLead(app, ours.id, { email, phone: '(11) 91234-5678' })).json<{ id: string }>().id
  const ticket = await app.db.everyCompany(trx =>
    trx.selectFrom('tickets').select('id').where('company_id', '=', own.id).executeTakeFirstOrThrow()
  )
  expect((await callDesk(app, agent, 'POST', `/${ticket.id}/place`, { companyId: ours.id })).statusCode).toBe(200)
  const request = await askErasure(app, ours, { name: 'Fulana', email })
  expect(request.leads.map(({ id }) => id)).toEqual([leadId])
  expect((await erase(app, ours, request)).statusCode).toBe(200)
  expect(await dump(ours.id, databaseUrl)).not.toContain('apagada')
  expect((await keptOf()).raws).not.toContain('apagada')
  expect((await callTickets(app, ours, 'GET', `/${ticket.id}`)).json()).toMatchObject({
    requesterName: 'Pessoa excluída'
  })
})
