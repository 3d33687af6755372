import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers, type Bench } from './environment.ts'
import type { Row } from './report.ts'
import { signUp } from './session.ts'

const appSecret = 'secret-of-the-benchmark'
const people = 1000
const states = ['sent', 'delivered', 'read']
const together = 10

type Storm = {
  /** The number that all of it is sent to. */
  account: string
  /** Messages of customers. */
  texts: number
  /** Messages of the company, each with its three states. */
  sent: number
  /** How often everything is delivered. */
  times: number
  /** How often the worker is killed, and how often the database. */
  kills: { worker: number; database: number }
  /** Leads that are deleted meanwhile. */
  deleted: number
}

/** A hundred thousand updates for the worker to be killed in, and fewer in which everything is that may be. */
const storms: Storm[] = [
  { account: '106540352242922', texts: 91_000, sent: 3000, times: 5, kills: { worker: 10, database: 0 }, deleted: 0 },
  { account: '106540352242923', texts: 17_000, sent: 1000, times: 3, kills: { worker: 6, database: 3 }, deleted: 200 }
]

/**
 * The final state after updates of WhatsApp, each sent several times and in another order, ten to a delivery, with
 * names that change all the time. The sender retries until the answer is 200, as Meta does.
 */
export async function benchChaos(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const storm of storms) rows.push(await weather(bench, storm))
  return rows
}

async function weather(bench: Bench, { account, texts, sent, times, kills, deleted }: Storm): Promise<Row> {
  const updates = texts + sent * states.length
  const api = await bench.start('dist/services/server.js', { META_APP_SECRET: appSecret })
  let worker = await bench.start('dist/services/worker.js')
  await answers(api.port)
  const { companyId, headers } = await signUp(api.port, bench.sql)
  await fill(bench, { companyId, account, sent })
  const order = shuffled(updates * times)
  const start = Date.now() - texts * 1000 - 60_000
  const url = `http://127.0.0.1:${api.port}`
  let refused = 0
  const deliver = async (from: number): Promise<void> => {
    const body = bodyOf(
      order.slice(from, from + together).map(n => n % updates),
      { account, start, texts }
    )
    const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
    const request = {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature }
    }
    for (;;) {
      const answer = await fetch(`${url}/webhooks/whatsapp`, request).catch(() => null)
      await answer?.arrayBuffer()
      if (answer?.status === 200) return
      refused++
      await sleep(200)
    }
  }
  const began = performance.now()
  const troubles = [
    (async () => {
      for (let n = 0; n < kills.worker; n++) {
        await sleep(4000)
        worker.child.kill('SIGKILL')
        worker = await bench.start('dist/services/worker.js')
      }
    })(),
    (async () => {
      for (let n = 0; n < kills.database; n++) {
        await sleep(5500)
        await bench.killDatabase()
      }
    })(),
    (async () => {
      const { rows } = await bench.sql.query('select id from leads where company_id = $1 order by id limit $2', [
        companyId,
        deleted
      ])
      for (const { id } of rows)
        while (!(await fetch(`${url}/api/leads/${id}`, { method: 'DELETE', headers }).catch(() => null))?.ok)
          await sleep(100)
    })()
  ]
  let next = 0
  const sender = async () => {
    while (next < order.length) {
      const from = next
      next += together
      await deliver(from)
    }
  }
  await Promise.all([...Array.from({ length: 16 }, sender), ...troubles])
  const delivered = (performance.now() - began) / 1000
  const waiting = () => bench.sql.query('select from deliveries where processed_at is null limit 1')
  while ((await waiting()).rowCount) await sleep(200)
  const seconds = (performance.now() - began) / 1000
  const { rows } = await bench.sql.query(
    `select
      (select count(*)::integer from messages where company_id = $1 and direction = 'in') as messages,
      (select count(*)::integer from conversations where company_id = $1) as conversations,
      (select count(*)::integer from messages where company_id = $1 and direction = 'out' and status = 'read') as read,
      (select sum(updates)::integer from delivery_outcomes where company_id = $1) as told,
      (select count(*)::integer from delivery_outcomes where company_id = $1 and reason is not null) as unexplained,
      (select count(*)::integer from (select lag(created_at) over w as before, created_at from messages
        where company_id = $1 and direction = 'in'
        window w as (partition by conversation_id order by substr(text, 10)::integer)) as o
        where before >= created_at) as disorder`,
    [companyId]
  )
  await Promise.all([api.stop(), worker.stop()])
  const found = JSON.stringify(rows[0])
  const expected = {
    messages: texts,
    conversations: people,
    read: sent,
    told: updates * times,
    unexplained: 0,
    disorder: 0
  }
  const meanwhile = [
    `the worker killed ${kills.worker} times`,
    ...(kills.database ? [`the database ${kills.database} times`] : []),
    ...(deleted ? [`${deleted} leads deleted`] : [])
  ]
  return {
    what: `${updates} updates in random order, each ${times} times, ${meanwhile.join(', ')}`,
    measured: `${found} after ${seconds.toFixed(0)} s; delivered in ${delivered.toFixed(0)} s, ${refused} tried again`,
    limit: '',
    ratio: null,
    goal: 'each once, in order, all explained',
    met: found === JSON.stringify(expected)
  }
}

/** A connected number, and what the company sent from it, so far accepted. */
async function fill(
  { sql }: Bench,
  { companyId, account, sent }: { companyId: string; account: string; sent: number }
): Promise<void> {
  await sql.query(
    `insert into channels (company_id, kind, account, verify_token, checked_at, proved_at, active)
     values ($1, 'whatsapp', $2, 'token-of-the-benchmark', now(), now(), true)`,
    [companyId, account]
  )
  await sql.query(
    `with lead as (
       insert into leads (company_id, name, phone, phone_key, source)
       select $1, 'Cliente ' || n, '11' || 910000000 + n, '11' || right((910000000 + n)::text, 8), 'whatsapp'
       from generate_series(0, $2::integer - 1) as n returning id, phone),
     conversation as (
       insert into conversations (company_id, channel_id, channel, lead_id, contact, contact_kind)
       select $1, ch.id, 'whatsapp', l.id, '55' || l.phone, 'wa_id' from lead l, channels ch where ch.company_id = $1
       returning id, channel_id, lead_id)
     insert into messages (company_id, conversation_id, channel_id, lead_id, direction, kind, text, external_id, status, created_at)
     select $1, c.id, c.channel_id, c.lead_id, 'out', 'text', 'Resposta', 'wamid.sent' || n, 'accepted', now() - interval '3 days'
     from generate_series(0, $3::integer - 1) as n
     join (select *, row_number() over () - 1 as place from conversation) as c on c.place = n % $2`,
    [companyId, people, sent]
  )
}

/** The numbers up to a limit in an order that is the same at each run (Fisher and Yates, with a fixed generator). */
function shuffled(count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, n) => n)
  let seed = 20_260_101
  for (let n = count - 1; n > 0; n--) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    const other = seed % (n + 1)
    const kept = order[n] as number
    order[n] = order[other] as number
    order[other] = kept
  }
  return order
}

function bodyOf(
  some: Iterable<number>,
  { account, start, texts }: { account: string; start: number; texts: number }
): string {
  const messages: object[] = []
  const contacts: object[] = []
  const statuses: object[] = []
  for (const n of some) {
    const timestamp = String(Math.floor(start / 1000) + n)
    if (n < texts) {
      const from = `5511${910_000_000 + (n % people)}`
      messages.push({ from, id: `wamid.in${n}`, timestamp, type: 'text', text: { body: `Mensagem ${n}` } })
      contacts.push({ wa_id: from, profile: { name: `Cliente ${n % 7}` } })
    } else {
      const m = Math.floor((n - texts) / states.length)
      const recipient_id = `5511${910_000_000 + (m % people)}`
      statuses.push({ id: `wamid.sent${m}`, status: states[(n - texts) % states.length], timestamp, recipient_id })
    }
  }
  const metadata = { display_phone_number: '551140028922', phone_number_id: account }
  const value = { messaging_product: 'whatsapp', metadata, contacts, messages, statuses }
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }]
  })
}
