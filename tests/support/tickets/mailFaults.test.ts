import { expect, test } from 'vitest'
import { createOwnCompany } from '../../../services/support/contact/queries.ts'
import type { DeskMessage, DeskTicket } from '../../../services/support/desk/schema.ts'
import { ticketMail } from '../../../services/support/tickets/receiveMail.ts'
import { replyToOf } from '../../../services/support/tickets/replyTo.ts'
import type { Ticket } from '../../../services/support/tickets/schema.ts'
import { company, openApp } from '../../kit/app.ts'
import { eicar, eicarName, openClamd } from '../../kit/clamd.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { mailEnv, mailOf, openInbound } from '../../kit/inboundMail.ts'
import { startClamd } from '../../kit/peers/clamd.ts'
import { staff } from '../../kit/people.ts'
import { openSmtp } from '../../kit/smtp.ts'
import { answerAs, callDesk, callTickets, deliver, openTicketOf } from '../../kit/tickets.ts'
import { openWorker } from '../../kit/workers.ts'

test('staff see at an answer whether its mail went out, and why it did not', async () => {
  const smtp = await openSmtp()
  const app = await openApp({ DATABASE_URL: await newDatabase(), SMTP_URL: smtp.url, ...mailEnv })
  await openWorker(app.config)
  const [agent, ours] = [await staff(app), await company(app)]
  const { id } = await openTicketOf(app, ours)
  const mailOfAnswer = async (text: string) => {
    await answerAs(app, agent, id, { text })
    await deliver(app)
    let message: DeskMessage | undefined
    const read = async () => {
      const { messages } = (await callDesk(app, agent, 'GET', `/${id}`)).json<DeskTicket>()
      message = messages.find(each => each.text === text)
      return message?.mail?.status
    }
    await expect.poll(read).not.toBe('queued')
    return message?.mail
  }
  expect(await mailOfAnswer('Chega')).toEqual({ status: 'sent', error: null })
  smtp.refuse = { code: 550 }
  expect(await mailOfAnswer('Não chega')).toEqual({
    status: 'failed',
    error: expect.stringContaining('refused by the test')
  })
  const { messages } = (await callTickets(app, ours, 'GET', `/${id}`)).json<Ticket>()
  expect(messages.filter(message => 'mail' in message)).toEqual([])
  const [question] = (await callDesk(app, agent, 'GET', `/${id}`)).json<DeskTicket>().messages
  expect(question?.mail).toBeNull()
})

const peer = await startClamd(eicar, eicarName)
atEnd(() => peer.close())
const real = await openClamd()

const withVirus = (headers: Record<string, string>): Buffer =>
  mailOf(
    { 'Content-Type': 'multipart/mixed; boundary=b1', ...headers },
    [
      '--b1',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Segue a nota.',
      '--b1',
      'Content-Type: text/plain; name="nota.txt"',
      'Content-Disposition: attachment; filename="nota.txt"',
      'Content-Transfer-Encoding: base64',
      '',
      eicar.toString('base64'),
      '--b1--',
      ''
    ].join('\r\n')
  )

test.each([
  ['a server of its protocol', peer.url],
  ['clamd', real]
])('a virus in a mail is kept nowhere, and the ticket says so: %s', async (name, url) => {
  if (url === undefined) return expect(name).toBe('clamd')
  const app = await openApp({ DATABASE_URL: await newDatabase(), CLAMD_URL: url, ...mailEnv })
  await app.db.everyCompany(createOwnCompany)
  const inbound = openInbound(app.db, app.config, [ticketMail])
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  const [mail] = await inbound.receive(withVirus({ From: ours.email, To: replyToOf(app.config, id) ?? '' }))
  expect(mail?.outcome).toBe('answer')
  const { messages } = (await callTickets(app, ours, 'GET', `/${id}`)).json<Ticket>()
  expect(messages.at(-1)).toMatchObject({ text: 'Segue a nota.', files: [] })
  expect(messages.at(-1)?.data.notices).toEqual([expect.stringContaining('nota.txt')])
  const kept = await app.db.everyCompany(trx => trx.selectFrom('files').select('name').execute())
  expect(kept).toEqual([])
})

test('while the scanner is away a mail with a file waits, and is read once it is back', async () => {
  const app = await openApp({ DATABASE_URL: await newDatabase(), CLAMD_URL: peer.url, ...mailEnv })
  await app.db.everyCompany(createOwnCompany)
  const inbound = openInbound(app.db, app.config, [ticketMail])
  const ours = await company(app)
  const { id } = await openTicketOf(app, ours)
  peer.fault = 'cut'
  await expect(inbound.receive(withVirus({ From: ours.email, To: replyToOf(app.config, id) ?? '' }))).rejects.toThrow()
  const [waiting] = await inbound.rows()
  expect(waiting?.state).toBe('waiting')
  peer.fault = null
  await inbound.processMails([waiting?.id ?? ''])
  expect((await inbound.rows())[0]).toMatchObject({ state: 'handled', outcome: 'answer' })
  const { messages } = (await callTickets(app, ours, 'GET', `/${id}`)).json<Ticket>()
  expect(messages.filter(({ text }) => text.startsWith('Segue a nota.'))).toHaveLength(1)
})
