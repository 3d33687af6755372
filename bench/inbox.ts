import type pg from 'pg'
import { answers, type Bench } from './environment.ts'
import { ask, percentiles, turnByTurn } from './load.ts'
import type { Row } from './report.ts'
import { type SignedIn, signUp } from './session.ts'

const perConversation = 50

/**
 * Opens the inbox in a company of 20,000 conversations with 1,000,000 messages and in one of 20 with
 * 1,000.
 */
export async function benchInbox(bench: Bench): Promise<Row[]> {
  const api = await bench.start('dist/services/server.js')
  await answers(api.port)
  const [small, large] = [await signUp(api.port, bench.sql), await signUp(api.port, bench.sql)]
  console.error('  filling a company with 1,000,000 messages')
  await fill(bench.sql, small, 20)
  await fill(bench.sql, large, 20_000)
  await bench.sql.query('vacuum analyze leads, conversations, messages')
  const some = await Promise.all([small, large].map(company => someOf(bench.sql, company)))
  const [ofSmall, ofLarge] = some as [Some[], Some[]]

  const list = (filter: object) =>
    `/api/conversations?sort=["lastMessageAt","DESC"]&range=[0,24]&filter=${encodeURIComponent(JSON.stringify(filter))}`
  const opened: { what: string; path: (of: Some) => string }[] = [
    { what: 'open conversations', path: () => list({ status: 'open' }) },
    { what: 'unread conversations', path: () => list({ status: 'open', folder: 'unread' }) },
    { what: "nobody's conversations", path: () => list({ status: 'open', folder: 'unassigned' }) },
    { what: 'numbers beside the folders', path: () => '/api/conversations/counts' },
    { what: 'a thread of 50', path: ({ id }) => `/api/conversations/${id}/messages?limit=50` },
    { what: 'search by a name', path: ({ name }) => list({ q: name }) },
    { what: 'search by a number', path: ({ phone }) => list({ q: phone }) },
    { what: 'search by a word of few messages', path: ({ word }) => list({ q: word }) },
    { what: 'search by a word of every message', path: () => list({ q: 'mensagem' }) }
  ]
  const rows: Row[] = []
  for (const { what, path } of opened) {
    const each = (company: SignedIn, of: Some[]) => (round: number) =>
      ask(api.port, path(of.at(round % of.length) as Some), company)
    const times = await turnByTurn({ small: each(small, ofSmall), large: each(large, ofLarge) })
    const [few, many] = [times.small, times.large].map(all => percentiles(all ?? []).p95)
    const growth = (many ?? 0) / (few ?? 1)
    rows.push({
      what: `inbox at 1,000,000 messages: ${what}, p95`,
      measured: `${many?.toFixed(1)} ms`,
      limit: `${few?.toFixed(1)} ms with 1,000`,
      ratio: growth,
      goal: 'at most 1.50',
      met: growth <= 1.5
    })
  }
  await api.stop()
  return rows
}

type Some = { id: string; name: string; phone: string; word: string }

/** Conversations of the last two years, of which some are answered, given away or resolved. */
async function fill(sql: pg.Pool, { companyId }: SignedIn, conversations: number): Promise<void> {
  const values = [companyId, conversations]
  await sql.query(
    `insert into channels (company_id, kind, account, verify_token, checked_at, proved_at, active)
     values ($1, 'whatsapp', 'account-' || $2::text, 'token-' || $2::text, now(), now(), true)`,
    values
  )
  await sql.query(
    `with lead as (
       insert into leads (company_id, name, phone, phone_key, source, received_at)
       select $1, initcap(translate(substr(md5(n::text), 1, 7), '0123456789', 'aeiouaeiou')) || ' '
           || initcap(translate(substr(md5((n * 31)::text), 1, 9), '0123456789', 'bcdmnprstl')),
         '119' || number, '11' || number, 'whatsapp', now() - n * (interval '730 days' / $2)
       from (select n, lpad((n::bigint * 7919 % 100000000)::text, 8, '0') as number from generate_series(1, $2::integer) as n) as made
       returning id, name, phone, received_at)
     insert into conversations (company_id, channel_id, channel, lead_id, contact, contact_kind, contact_name, status,
       assignee_id, unread, last_message_at, last_text, last_kind, last_direction, created_at)
     select $1, ch.id, 'whatsapp', l.id, '55' || l.phone, 'wa_id', l.name,
       (array['open', 'open', 'resolved', 'waiting'])[1 + (row_number() over ()) % 4],
       case when (row_number() over ()) % 3 = 0 then (select id from employees where company_id = $1 limit 1) end,
       ((row_number() over ()) % 5 = 0)::integer, l.received_at, 'Obrigado!', 'text', 'in', l.received_at
     from lead l, channels ch where ch.company_id = $1`,
    values
  )
  await sql.query(
    `insert into messages (company_id, conversation_id, channel_id, lead_id, direction, kind, text, external_id, status, created_at)
     select $1, c.id, c.channel_id, c.lead_id, case when n % 2 = 0 then 'in' else 'out' end, 'text',
       'Mensagem ' || n || ': ' || md5(c.id || n), 'wamid.' || c.id || n, case when n % 2 = 1 then 'read' end,
       c.last_message_at - n * interval '3 minutes'
     from conversations c, generate_series(0, $2::integer - 1) as n where c.company_id = $1`,
    [companyId, perConversation]
  )
}

const someOf = async (sql: pg.Pool, { companyId }: SignedIn): Promise<Some[]> =>
  (
    await sql.query<Some>(
      `select c.id, l.name, l.phone, md5(c.id || 7) as word from conversations c join leads l on l.company_id = c.company_id and l.id = c.lead_id
       where c.company_id = $1 order by md5(c.id) limit 500`,
      [companyId]
    )
  ).rows
