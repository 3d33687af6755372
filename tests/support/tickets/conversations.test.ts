import pg from 'pg'
import { expect, test } from 'vitest'
import { readFiles } from '../../../migrations/files.ts'
import { migrate } from '../../../migrations/run.ts'
import type { DeskTicket } from '../../../services/support/desk/schema.ts'
import { applyRules } from '../../../services/support/tickets/watch.ts'
import { openApp, testConfig } from '../../kit/app.ts'
import { emptyDatabase } from '../../kit/database.ts'
import { staff } from '../../kit/people.ts'
import { callDesk, list } from '../../kit/tickets.ts'

const url = await emptyDatabase()
const config = testConfig({ DATABASE_URL: url })
const files = await readFiles()
const before = Object.fromEntries(Object.entries(files.steps).filter(([name]) => name < '0044'))

async function query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

const day = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString()

type Session = { id: string; user?: string; company?: string; lead?: string; taken?: number; concluded?: number }

async function addSession({ id, user, company, lead, taken, concluded }: Session, said: [string, string | null][]) {
  await query(
    `insert into chat_sessions (id, user_id, company_id, lead_id, person_asked_at, taken_by, taken_at, concluded_at, created_at, last_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [id, user, company, lead, day(19), taken && 'agent', taken && day(taken), concluded && day(concluded), day(20)]
  )
  for (const [n, [message, response]] of said.entries())
    await query(
      `insert into chat_messages (session_id, audience, message, response, status, problem, asked_at, settled_at)
       values ($1, 'client', $2, $3, $4, $5, $6, $7)`,
      [
        id,
        message,
        response,
        response === null ? 'failed' : 'answered',
        response === null ? 'fora do ar' : null,
        day(20 - n * 0.01),
        day(20 - n * 0.01 - 0.001)
      ]
    )
}

test('what people asked the team for before there were tickets becomes tickets, with nothing lost', async () => {
  // Functions as they are now need the tables as they are now.
  await migrate(config, { steps: before, repeatable: {} })
  await query(`insert into users (id, name, email, role, password_hash) values ('agent', 'Bia', 'bia@prosa.example', 'employee', 'x'),
    ('ada', 'Ada', 'ada@padaria.example', 'client', 'x'), ('leo', 'Leo', 'leo@oficina.example', 'client', 'x')`)
  await query(`insert into companies (id, name, plan, own) values ('own', 'Prosa', 'enterprise', true),
    ('padaria', 'Padaria', 'basic', false), ('oficina', 'Oficina', 'pro', false)`)
  await query(`insert into employees (id, company_id, user_id, name, email, role) values
    ('e-ada', 'padaria', 'ada', 'Ada', 'ada@padaria.example', 'admin'),
    ('e-leo', 'oficina', 'leo', 'Leo', 'leo@oficina.example', 'admin')`)
  await query(`insert into leads (id, company_id, name, email, phone, source) values
    ('visitor', 'own', 'Eva', 'eva@site.example', '11987654321', 'chat')`)
  const talk: [string, string | null][] = [
    ['Como convido alguém?', 'Em **Equipe**.'],
    ['Não deu', null],
    ['E agora?', 'Tente de novo.']
  ]
  const protocol = 'Protocolo 2026-4F7K2M. Pedido registrado.'
  await addSession({ id: 'waiting', user: 'ada', company: 'padaria' }, talk)
  await addSession({ id: 'taken', user: 'leo', company: 'oficina', taken: 18 }, talk.slice(0, 1))
  await addSession({ id: 'visit', lead: 'visitor', taken: 18, concluded: 17 }, talk.slice(0, 1))
  await addSession({ id: 'recent', user: 'ada', company: 'padaria', concluded: 1 }, [
    ['Suporte\n\nNão importa <b>nada</b>', protocol]
  ])
  await addSession({ id: 'privacy', user: 'leo', company: 'oficina' }, [
    ['Privacidade e dados pessoais\n\nApaguem os meus dados', protocol]
  ])
  await addSession({ id: 'not asked', user: 'ada', company: 'padaria' }, talk)
  await query(`update chat_sessions set person_asked_at = null where id = 'not asked'`)
  // A later step drops what the steps up to here have turned into tickets.
  const dropped = `'{person_asked_at,taken_by,taken_at,concluded_at}'::text[]`
  const sessions = await query(`select to_jsonb(s) - ${dropped} as row from chat_sessions s order by id`)
  const said = await query(`select to_jsonb(m) as row from chat_messages m order by id`)

  expect(await migrate(config)).toContain('0044-conversations-to-tickets')
  expect(await query(`select to_jsonb(s) - 'ticket_id' as row from chat_sessions s order by id`)).toEqual(sessions)
  expect(await query(`select to_jsonb(m) - 'notice' as row from chat_messages m order by id`)).toEqual(said)

  const app = await openApp({ DATABASE_URL: url })
  const agent = await staff(app)
  const ids = await query<{ origin_id: string; id: string }>(`select origin_id, id from tickets`)
  expect(ids.map(({ origin_id }) => origin_id).toSorted()).toEqual(['privacy', 'recent', 'taken', 'visit', 'waiting'])
  const read = async (origin: string) => {
    const id = ids.find(each => each.origin_id === origin)?.id
    return (await callDesk(app, agent, 'GET', `/${id}`)).json<DeskTicket>()
  }
  const isFromThatDay = (ticket: DeskTicket) => Math.abs(Date.parse(ticket.createdAt) - Date.parse(day(19))) < 600_000

  const waiting = await read('waiting')
  expect(waiting).toMatchObject({
    companyId: 'padaria',
    subject: 'Conversa com a assistente: Como convido alguém?',
    category: 'question',
    source: 'assistant',
    status: 'open',
    requesterId: 'e-ada',
    requesterEmail: 'ada@padaria.example',
    assigneeId: null,
    lastText: 'E agora?'
  })
  expect(isFromThatDay(waiting)).toBe(true)
  expect(waiting.messages.map(({ side, authorName, text }) => [side, authorName, text])).toEqual([
    ['client', 'Ada', 'Como convido alguém?'],
    ['system', 'Assistente', 'Em **Equipe**.'],
    ['client', 'Ada', 'Não deu'],
    ['client', 'Ada', 'E agora?'],
    ['system', 'Assistente', 'Tente de novo.'],
    ['client', 'Ada', 'Pediu para falar com uma pessoa.']
  ])
  const times = await query<{ at: Date }>(
    `select asked_at as at from chat_messages where session_id = 'waiting' order by 1`
  )
  expect(
    waiting.messages.filter(({ side }) => side === 'client').map(({ createdAt }) => Date.parse(createdAt))
  ).toEqual([...times.map(({ at }) => at.getTime()), Date.parse(waiting.createdAt)])

  const taken = await read('taken')
  expect(taken).toMatchObject({ status: 'in_progress', assigneeId: 'agent', assigneeName: 'Bia', requesterName: 'Leo' })
  expect(taken.messages.filter(({ kind }) => kind === 'change').map(({ data }) => data)).toEqual([
    { change: 'assigned', from: null, to: 'Bia' },
    { change: 'status', from: 'open', to: 'in_progress' }
  ])

  // A visitor is of no company; the lead is still known.
  const visit = await read('visit')
  expect(visit).toMatchObject({
    companyId: null,
    status: 'closed',
    leadId: 'visitor',
    requesterName: 'Eva',
    requesterEmail: 'eva@site.example'
  })
  expect(visit.messages.at(-4)?.text).toBe('Pediu para falar com uma pessoa. Telefone: 11987654321')
  expect(visit.closedAt).not.toBeNull()
  expect(visit.resolvedAt).toBe(visit.closedAt)

  const recent = await read('recent')
  expect(recent).toMatchObject({
    status: 'resolved',
    source: 'contact',
    category: 'question',
    subject: 'Suporte: Não importa <b>nada</b>'
  })
  expect(
    recent.messages.filter(({ kind }) => kind === 'text').map(({ authorName, text }) => [authorName, text])
  ).toEqual([
    ['Ada', 'Suporte\n\nNão importa <b>nada</b>'],
    ['Prosa', protocol]
  ])
  const queue = (filter: object) => callDesk(app, agent, 'GET', list(filter, '["dueAt","ASC"]'))
  const privacy = (await queue({ queue: 'privacy' })).json()
  expect(privacy).toMatchObject([{ subject: 'Privacidade e dados pessoais: Apaguem os meus dados', source: 'privacy' }])
  expect((await queue({ queue: 'all', q: '2026-4F7K2M' })).json()).toHaveLength(2)

  // The clocks run from the request on, so old ones are late once the rules are applied.
  expect((await queue({ queue: 'overdue' })).json()).toEqual([])
  expect(await query(`select data from outbox where name = 'ticket-rules-changed'`)).toHaveLength(1)
  await applyRules(app.db)
  expect((await queue({ queue: 'overdue' })).json()).toHaveLength(3)
  expect((await read('waiting')).clock.answer).toMatchObject({ minutes: 960 })
})
