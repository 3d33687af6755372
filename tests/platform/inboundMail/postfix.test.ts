import { randomBytes } from 'node:crypto'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { freePort } from '../../../services/core/embedded.ts'
import { createOwnCompany } from '../../../services/support/contact/queries.ts'
import type { Ticket } from '../../../services/support/tickets/schema.ts'
import { company, openApp } from '../../kit/app.ts'
import {
  consenting,
  moveCampaign,
  readCampaign,
  recipientsOf,
  sendingCompany,
  writeCampaign
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { mailEnv } from '../../kit/inboundMail.ts'
import { staff } from '../../kit/people.ts'
import { openPostfix } from '../../kit/postfix.ts'
import { answerAs, callTickets, deliver, openTicketOf } from '../../kit/tickets.ts'
import { startWorkerProcess } from '../../kit/workers.ts'

const inboundPort = await freePort()
const postfix = await openPostfix({
  mailboxes: ['ana', 'bia', 'caio', 'vendas'],
  routes: { 'prosa.example': inboundPort, 'cheia.example': '5.2.2 Mailbox full' }
})
const it = test.skipIf(postfix === undefined)
const relay = postfix as NonNullable<typeof postfix>

async function open() {
  const env = {
    DATABASE_URL: await newDatabase(),
    SMTP_URL: relay.url,
    INBOUND_SMTP_PORT: String(inboundPort),
    ...mailEnv
  }
  const app = await openApp(env)
  startWorkerProcess(env)
  return app
}

const read = async (name: string) => Promise.all((await relay.filed(name)).map(raw => PostalMime.parse(raw)))
const headerOf = (mail: Awaited<ReturnType<typeof read>>[number], name: string) =>
  mail.headers.find(({ key }) => key === name)?.value

it('a campaign is filed for who has a mailbox, and the reports of the others mark them', async () => {
  const app = await open()
  const ours = await sendingCompany(app, { name: 'Padaria do Carteiro' })
  const [filed, unknown, full] = ['ana@caixas.example', 'ninguem@caixas.example', 'leo@cheia.example']
  await consenting(app, ours, [filed, unknown, full])
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')

  const states = async () =>
    Object.fromEntries((await recipientsOf(app, ours, id)).map(row => [row.address, [row.state, row.reason]]))
  await expect
    .poll(states)
    .toEqual({ [filed]: ['accepted', null], [unknown]: ['bounced', 'mailbox'], [full]: ['bounced', 'full'] })
  await expect.poll(async () => (await readCampaign(app, ours, id)).state).toBe('done')

  await expect.poll(async () => (await relay.filed('ana')).length).toBe(1)
  const [mail] = await read('ana')
  expect(mail).toMatchObject({ subject: 'Uma oferta para Pessoa', from: { address: `contato@${ours.domain}` } })
  expect(mail && headerOf(mail, 'return-path')).toMatch(/^<respostas\+c[a-z2-7]+@prosa\.example>$/)
  expect(mail && headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')

  // An address that does not exist gets no more mails.
  const held = (await app.inject({ url: '/api/email/suppressions', headers: ours.auth })).json()
  expect(held.map(({ email }: { email: string }) => email)).toEqual([unknown])
})

it('who answers a campaign from a mailbox is read in that of the company, file and all', async () => {
  const app = await open()
  const ours = await sendingCompany(app)
  const [caio, vendas] = ['caio@caixas.example', 'vendas@caixas.example']
  await app.db.company(ours.id, trx => trx.updateTable('email_senders').set({ reply_to: vendas }).execute())
  await consenting(app, ours, [caio])
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await expect.poll(async () => (await relay.filed('caio')).length).toBe(1)
  const [mail] = await read('caio')
  const client = createTransport({ port: relay.port, ignoreTLS: true })
  const file = randomBytes(2_000_000)
  await client.sendMail({
    from: `Caio <${caio}>`,
    to: mail?.replyTo?.[0]?.address,
    subject: `Re: ${mail?.subject}`,
    inReplyTo: mail?.messageId,
    references: mail?.messageId,
    text: 'Segue a lista. É para amanhã às 9h, “sem falta”.',
    attachments: [{ filename: 'lista de convidados.xlsx', content: file }]
  })
  await expect.poll(async () => (await relay.filed('vendas')).length).toBe(1)
  const [passed] = await read('vendas')
  expect(passed).toMatchObject({
    subject: 'Re: Uma oferta para Pessoa',
    from: { name: 'Pessoa 1' },
    replyTo: [{ address: caio }],
    text: expect.stringContaining('É para amanhã às 9h, “sem falta”.')
  })
  const [attached] = passed?.attachments ?? []
  expect(attached?.filename).toBe('lista de convidados.xlsx')
  expect(Buffer.from(attached?.content as ArrayBuffer).equals(file)).toBe(true)
  expect((await readCampaign(app, ours, id)).answered).toBe(1)
})

it('an answer to a ticket is filed, answered from there, and stands in its ticket', async () => {
  const app = await open()
  await app.db.everyCompany(createOwnCompany)
  const agent = await staff(app)
  const ours = await company(app)
  const address = 'bia@caixas.example'
  await app.db.everyCompany(trx =>
    trx.updateTable('users').set({ email: address }).where('id', '=', ours.userId).execute()
  )
  const { id } = await openTicketOf(app, ours)
  await answerAs(app, agent, id, { text: 'Abra de novo, por favor.' })
  await deliver(app)
  const answer = async () => (await read('bia')).find(({ text }) => text?.includes('Abra de novo'))
  await expect.poll(answer).toBeDefined()
  const mail = await answer()
  const [replyTo] = mail?.replyTo ?? []
  const client = createTransport({ port: relay.port, ignoreTLS: true })
  await client.sendMail({
    from: `Bia <${address}>`,
    to: replyTo?.address,
    subject: `Re: ${mail?.subject}`,
    inReplyTo: mail?.messageId,
    references: mail?.messageId,
    text: `Agora abriu, obrigada.\n\nEm ter., 2 de jan. de 2029, Prosa escreveu:\n${mail?.text?.replaceAll(/^/gm, '> ')}`
  })
  const ticket = async () => (await callTickets(app, ours, 'GET', `/${id}`)).json<Ticket>()
  const texts = async () => (await ticket()).messages.filter(({ kind }) => kind === 'text').map(each => each.text)
  await expect.poll(texts).toEqual(['A planilha não abre.', 'Abra de novo, por favor.', 'Agora abriu, obrigada.'])
  expect(await ticket()).toMatchObject({ status: 'in_progress', lastBy: 'client' })
})
