import { expect, test } from 'vitest'
import { createOwnCompany } from '../../../services/support/contact/queries.ts'
import type { Ticket } from '../../../services/support/tickets/schema.ts'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { openDovecot } from '../../kit/dovecot.ts'
import { mailEnv, mailOf } from '../../kit/inboundMail.ts'
import { staff } from '../../kit/people.ts'
import { openSmtp } from '../../kit/smtp.ts'
import { answerAs, callTickets, deliver, openTicketOf } from '../../kit/tickets.ts'
import { startWorkerProcess } from '../../kit/workers.ts'

const dovecot = await openDovecot()
const it = test.skipIf(dovecot === undefined)
const server = dovecot as NonNullable<typeof dovecot>

it('an answer goes out by mail, is answered in a mailbox, and is read back into its ticket', async () => {
  const smtp = await openSmtp()
  const env = {
    DATABASE_URL: await newDatabase(),
    SMTP_URL: smtp.url,
    INBOUND_MAIL_URL: server.url(),
    ...mailEnv
  }
  const app = await openApp(env)
  await app.db.everyCompany(createOwnCompany)
  startWorkerProcess(env)
  const agent = await staff(app)
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  await answerAs(app, agent, id, { text: 'Abra de novo, por favor.' })
  await deliver(app)
  const mailed = () => smtp.received.find(({ to, text }) => to === ours.email && text.includes('/tickets/'))
  await expect.poll(mailed).toBeDefined()
  const { headers = '', text = '' } = mailed() ?? {}
  const [, replyTo = ''] = /^Reply-To: (.*)/im.exec(headers) ?? []
  const [, messageId = ''] = /^Message-ID: (.*)/im.exec(headers) ?? []
  expect(replyTo).toContain('respostas+t')
  // As a mail program answers it.
  const quote = text.replaceAll(/^/gm, '> ')
  await server.deliver(
    mailOf(
      {
        From: `Ada <${ours.email}>`,
        To: replyTo,
        'In-Reply-To': messageId,
        References: messageId,
        'Message-ID': '<r@x>'
      },
      `Agora abriu, obrigada.\r\n\r\nEm ter., 2 de jan. de 2029, Prosa <prosa@x.example> escreveu:\r\n${quote}`
    )
  )
  const read = async () => (await callTickets(app, ours, 'GET', `/${id}`)).json<Ticket>()
  const texts = async () => (await read()).messages.filter(({ kind }) => kind === 'text').map(each => each.text)
  await expect.poll(texts).toEqual(['A planilha não abre.', 'Abra de novo, por favor.', 'Agora abriu, obrigada.'])
  expect(await read()).toMatchObject({ status: 'in_progress', lastBy: 'client' })
})
