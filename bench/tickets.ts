import type pg from 'pg'
import { answers, type Bench } from './environment.ts'
import { ask, percentiles, turnByTurn } from './load.ts'
import type { Row } from './report.ts'
import { type SignedIn, signIn, signUp } from './session.ts'

/** Messages of each ticket. */
const perTicket = 10

/** So many tickets at a time are made, so that no statement holds all of them. */
const portion = 50_000

/** The pages of a company and of staff, with 1,000 tickets of 10,000 messages and with 1,000,000 of 10,000,000. */
export async function benchTickets(bench: Bench, total = 1_000_000): Promise<Row[]> {
  const api = await bench.start('dist/services/server.js')
  await answers(api.port)
  const company = await signUp(api.port, bench.sql)
  const agent = await staffOf(api.port, bench.sql)
  const measured: Record<'small' | 'large', Map<string, number>> = { small: new Map(), large: new Map() }
  for (const [size, count] of [
    ['small', 1000],
    ['large', total]
  ] as const) {
    const before = size === 'small' ? 0 : 1000
    console.error(`  filling up to ${count.toLocaleString('en')} tickets`)
    await fill(bench.sql, company, agent.userId, before, count)
    await bench.sql.query(
      'vacuum analyze tickets, ticket_messages, ticket_words, ticket_clock, ticket_unread, ticket_notes'
    )
    const some = await someOf(bench.sql)
    for (const { what, path, who } of opened(company, agent)) {
      const { one = [] } = await turnByTurn({
        one: round => ask(api.port, path(some.at(round % some.length) as Some), who)
      })
      measured[size].set(what, percentiles(one).p95)
    }
  }
  await api.stop()
  return [...measured.large].map(([what, many]) => {
    const few = measured.small.get(what) ?? 1
    return {
      what: `${total.toLocaleString('en')} tickets: ${what}, p95`,
      measured: `${many.toFixed(1)} ms`,
      limit: `${few.toFixed(1)} ms with 1,000`,
      ratio: many / few,
      goal: 'at most 1.50',
      met: many / few <= 1.5
    }
  })
}

type Some = { id: string; number: number; word: string }

function opened(company: SignedIn, agent: SignedIn): { what: string; path: (of: Some) => string; who: SignedIn }[] {
  const query = (filter: object, sort: string) =>
    `?sort=["${sort}","${sort === 'dueAt' ? 'ASC' : 'DESC'}"]&range=[0,24]&filter=${encodeURIComponent(JSON.stringify(filter))}`
  const list = (filter: object) => `/api/tickets${query(filter, 'lastAt')}`
  const desk = (filter: object, sort = 'dueAt') => `/api/admin/tickets${query(filter, sort)}`
  return [
    { what: "a company's list", path: () => list({}), who: company },
    { what: "a company's open ones", path: () => list({ open: true }), who: company },
    { what: 'what somebody has not read', path: () => list({ unread: true }), who: company },
    { what: "a company's search", path: ({ word }) => list({ q: word }), who: company },
    { what: 'a thread', path: ({ id }) => `/api/tickets/${id}`, who: company },
    ...['new', 'mine', 'unassigned', 'waiting', 'soon', 'overdue', 'privacy', 'unplaced'].map(queue => ({
      what: `the queue ${queue}`,
      path: () => desk({ queue }),
      who: agent
    })),
    { what: 'all by the latest word', path: () => desk({ queue: 'all' }, 'lastAt'), who: agent },
    { what: 'numbers beside the queues', path: () => '/api/admin/tickets/counts', who: agent },
    { what: "staff's search by words", path: ({ word }) => desk({ q: word, queue: 'all' }, 'lastAt'), who: agent },
    { what: "staff's search by number", path: ({ number }) => desk({ q: `#${number}`, queue: 'all' }), who: agent },
    { what: 'a ticket at the desk', path: ({ id }) => `/api/admin/tickets/${id}`, who: agent }
  ]
}

/** A member of the staff who signs in with the password of somebody who has just signed up. */
async function staffOf(port: number, sql: pg.Pool): Promise<SignedIn & { userId: string }> {
  const made = await signUp(port, sql)
  const { rows } = await sql.query<{ user_id: string }>('select user_id from employees where company_id = $1', [
    made.companyId
  ])
  const userId = rows[0]?.user_id ?? ''
  await sql.query(`delete from employees where user_id = $1`, [userId])
  await sql.query(`update users set role = 'manager' where id = $1`, [userId])
  return { ...(await signIn(port, made)), userId }
}

/** Tickets of two years; each has a few words that few others have. */
async function fill(sql: pg.Pool, { companyId }: SignedIn, agent: string, from: number, to: number): Promise<void> {
  const client = await sql.connect()
  // A page of each queue is full with few tickets too.
  const openOne = to <= 1000 ? 2 : 50
  try {
    // The words are written once for each ticket, and not by a trigger for each message.
    await client.query('alter table tickets disable trigger user')
    await client.query('alter table ticket_messages disable trigger user')
    for (let first = from + 1; first <= to; first += portion) {
      const last = Math.min(to, first + portion - 1)
      await client.query(
        `insert into tickets (company_id, placed, subject, category, priority, status, source, requester_name, assignee_id,
           assignee_name, created_at, first_answer_at, resolved_at, last_at, last_by, last_text, answer_due_at, solution_due_at)
         select $1, n % ($6 * 10) <> 0, 'Chamado ' || substr(md5(n::text), 1, 8) || ' da loja',
           (array['question', 'problem', 'billing', 'request', 'suggestion', 'privacy'])[1 + (n / $6) % 6],
           (array['low', 'normal', 'high', 'urgent'])[1 + n % 4], status, 'app', 'Pessoa ' || n % 997,
           case when n % 3 = 0 then $4 end, case when n % 3 = 0 then 'Atendente' end, at, at,
           case when status in ('resolved', 'closed') then at end, at, 'staff', 'Obrigado!', null,
           case when status in ('open', 'in_progress') then now() + (n % 4000 - 400) * interval '1 minute' end
         from (
           select n, now() - n * (interval '730 days' / $5) as at,
             case when n % $6 <> 0 then 'closed'
               else (array['open', 'in_progress', 'waiting', 'resolved'])[1 + (n / $6) % 4] end as status
           from generate_series($2::integer, $3::integer) as n) as made`,
        [companyId, first, last, agent, to, openOne]
      )
    }
    for (;;) {
      const { rowCount } = await client.query(
        `with chosen as (
           select t.company_id, t.id, t.subject, t.created_at from tickets t
           where not exists (select from ticket_words w where w.company_id = t.company_id and w.ticket_id = t.id)
           limit ${portion}
         ), said as (
           insert into ticket_messages (company_id, ticket_id, side, author_name, text, created_at, delivered_at)
           select s.company_id, s.id, (array['client', 'staff'])[1 + n % 2], 'Pessoa',
             'Mensagem ' || n || ' sobre ' || substr(md5(s.id), 1, 8), s.created_at + n * interval '5 minutes', now()
           from chosen s, generate_series(1, $1::integer) as n
         ), ticked as (
           insert into ticket_clock (company_id, ticket_id, at, status, answered, priority, plan, answer_minutes, solution_minutes)
           select company_id, id, created_at, 'open', false, 'normal', 'pro', 480, 2400 from chosen
         )
         insert into ticket_words (company_id, ticket_id, words)
         select company_id, id, ticket_terms(subject || ' mensagem sobre ' || substr(md5(id), 1, 8)) from chosen`,
        [perTicket]
      )
      if (rowCount === 0) break
    }
    // Somebody has a page of unread answers, and a little more.
    await client.query(
      `insert into ticket_unread (company_id, employee_id, ticket_id)
       select e.company_id, e.id, t.id from employees e, lateral (
         select id from tickets t where t.company_id = e.company_id and placed order by md5(id) limit 40) as t
       where e.company_id = $1 on conflict do nothing`,
      [companyId]
    )
    await client.query('alter table tickets enable trigger user')
    await client.query('alter table ticket_messages enable trigger user')
  } finally {
    client.release()
  }
}

const someOf = async (sql: pg.Pool): Promise<Some[]> =>
  (
    await sql.query<Some>(
      `select id, number::integer as number, substr(md5(id), 1, 8) as word from tickets where placed order by md5(id) limit 500`
    )
  ).rows
