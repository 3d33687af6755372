import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ticketMail } from '../../../services/support/tickets/receiveMail.ts'
import { replyToOf } from '../../../services/support/tickets/replyTo.ts'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { mailEnv, mailOf, openInbound } from '../../kit/inboundMail.ts'
import { staff } from '../../kit/people.ts'
import { answerAs, callDesk, callTickets, deliver, list, openTicketOf } from '../../kit/tickets.ts'

const app = await openApp({ DATABASE_URL: await newDatabase(), ...mailEnv })
const { receive } = openInbound(app.db, app.config, [ticketMail])

type Path = { get?: { 'x-access'?: string } }
const { paths } = (await app.inject('/openapi.json')).json<{ paths: Record<string, Path> }>()

test('nothing that a company can read, is sent or can search shows what staff note among themselves', async () => {
  const ours = await company(app)
  const [agent, mentioned] = [await staff(app), await staff(app)]
  const ticket = await openTicketOf(app, ours)
  const secrets = ['xilofone', 'zarabatana', 'quiproquo', 'bumerangue']
  await callDesk(app, agent, 'POST', `/${ticket.id}/notes`, { text: secrets[0], mentions: [mentioned.userId] })
  const To = replyToOf(app.config, ticket.id) ?? ''
  await receive(mailOf({ From: 'Alguém <estranho@longe.example>', To }, secrets[1]))
  await callDesk(app, agent, 'POST', '/issues', { title: secrets[2], ticketIds: [ticket.id] })
  // An answer that is on its way is as secret as a note.
  await answerAs(app, agent, ticket.id, { text: secrets[3] })
  const reads = (text: string) => secrets.filter(secret => text.toLowerCase().includes(secret))
  expect(reads((await callDesk(app, agent, 'GET', `/${ticket.id}`)).body)).toEqual(secrets)

  // Every route that a company may read, with the ids of the ticket wherever one fits.
  const open = Object.entries(paths).filter(
    ([path, { get }]) => get && !get['x-access']?.startsWith('staff') && !path.endsWith('/events')
  )
  expect(open.length).toBeGreaterThan(60)
  let answered = 0
  for (const [path] of open) {
    const url = path
      .replace('{companyId}', ours.id)
      .replace('{userId}', ours.userId)
      .replace(/\{\w+\}/g, ticket.id)
    const answer = await app.inject({ url, headers: ours.auth })
    answered += Number(answer.statusCode === 200)
    expect(reads(answer.body), url).toEqual([])
  }
  expect(answered).toBeGreaterThan(30)
  for (const secret of secrets) {
    expect((await callTickets(app, ours, 'GET', list({ q: secret }))).json()).toEqual([])
    const everywhere = await app.inject({ url: `/api/leads?filter={"q":"${secret}"}`, headers: ours.auth })
    expect(everywhere.body).toBe('[]')
  }

  // They are stored nowhere that the company can see: events, notices, activities, its record, its mails.
  const stored = await app.db.everyCompany(async trx => {
    const tables = [
      'events',
      'notifications',
      'activities',
      'audit_log',
      'mails',
      'outbox',
      'account_mails',
      'ticket_words'
    ]
    const rows = tables.map(table => sql`select to_jsonb(t)::text as row from ${sql.table(table)} t`)
    return (await sql<{ row: string }>`${sql.join(rows, sql` union all `)}`.execute(trx)).rows
      .map(({ row }) => row)
      .join()
  })
  expect(reads(stored)).toEqual([secrets[2]])
  const provider = await app.db.everyCompany(trx =>
    sql<{ company_id: string }>`select company_id from audit_log where object_name = ${secrets[2]}`.execute(trx)
  )
  expect(provider.rows.map(row => row.company_id)).toEqual(['0'.repeat(24)])

  await deliver(app)
  expect(reads((await callTickets(app, ours, 'GET', `/${ticket.id}`)).body)).toEqual([secrets[3]])
})

test("a company's connection may not even ask for what is staff's alone", async () => {
  const client = new pg.Client({ connectionString: app.config.database.app })
  await client.connect()
  try {
    for (const table of [
      'ticket_notes',
      'ticket_watchers',
      'ticket_staff_addresses',
      'ticket_links',
      'known_issues',
      'canned_answers',
      'ticket_views',
      'ticket_rules'
    ])
      for (const statement of [`select from ${table}`, `delete from ${table}`])
        await expect(client.query(statement), statement).rejects.toThrow('permission denied')
  } finally {
    await client.end()
  }
})
