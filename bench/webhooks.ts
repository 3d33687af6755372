import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { startMeta } from '../tests/kit/peers/meta.ts'
import { answers, type Bench, type Process } from './environment.ts'
import { load, median, percentiles } from './load.ts'
import type { Row } from './report.ts'
import { type SignedIn, signUp } from './session.ts'

const appSecret = 'secret-of-the-benchmark'
const verifyToken = 'token-of-the-benchmark'
const customers = 200
const [shownPerSecond, answeredPerSecond, sentPerSecond] = [50, 500, 20]

/**
 * A message's ways: in from the provider to another browser, and out from the click to the provider, beside a worker.
 */
export async function benchWebhooks(bench: Bench): Promise<Row[]> {
  const raw = await rawInsert(bench)
  // The customers are not the provider's own, so that it accepts messages to them and would report their failure later.
  const meta = await startMeta({ appSecret, verifyToken, autoStatuses: false, refuses: 'later' })
  const env = { META_APP_SECRET: appSecret, META_VERIFY_TOKEN: verifyToken, META_GRAPH_URL: meta.url }
  const [api, worker] = await Promise.all([
    bench.start('dist/services/server.js', env),
    bench.start('dist/services/worker.js', env)
  ])
  await answers(api.port)
  const company = await signUp(api.port, bench.sql)
  const number = { phoneNumberId: meta.number.id, wabaId: meta.number.waba, token: meta.token }
  await call(api.port, company, 'POST', '/api/whatsapp/settings', number)
  await call(api.port, company, 'PATCH', '/api/whatsapp/settings/status', { active: true })

  const send = (text: string, n: number) => post(api.port, delivery(meta.number.id, n, text))
  await atPace(shownPerSecond, 4, n => send(`Aquecimento ${n}`, n))
  await sleep(2000)
  const screen = await openScreen(api.port, company)
  const shown = await atPace(shownPerSecond, 20, async n => {
    const text = `Pergunta ${n}`
    await send(text, n)
    await screen.shows(text)
  })
  await screen.close()

  const conversations = await conversationsOf(bench, company)
  const reached = await atPace(sentPerSecond, 15, async n => {
    const text = `Resposta ${n}`
    await call(api.port, company, 'POST', `/api/conversations/${conversations[n % conversations.length]}/messages`, {
      kind: 'text',
      text
    })
    while (!meta.sent.some(sent => sent.text === text)) await sleep(1)
  })

  const answered = await atPace(answeredPerSecond, 20, n => send(`Mensagem ${n}`, n))
  const began = performance.now()
  while ((await bench.sql.query('select from deliveries where processed_at is null limit 1')).rowCount) await sleep(50)
  const behind = (performance.now() - began) / 1000
  await Promise.all([api.stop(), worker.stop(), meta.close()])
  return [
    {
      what: `webhook answered, ${answeredPerSecond} updates a second beside a worker`,
      measured: `p50 ${answered.p50.toFixed(1)} ms, p99 ${answered.p99.toFixed(1)} ms; processed ${behind.toFixed(1)} s after the last`,
      limit: '',
      ratio: null,
      goal: 'p99 at most 250 ms',
      met: answered.p99 <= 250
    },
    raw,
    {
      what: `message of a customer, to shown in another browser, ${shownPerSecond} a second`,
      measured: `p50 ${shown.p50.toFixed(0)} ms, p99 ${shown.p99.toFixed(0)} ms`,
      limit: '',
      ratio: null,
      goal: 'p50 at most 60 ms, p99 at most 250 ms',
      met: shown.p50 <= 60 && shown.p99 <= 250
    },
    {
      what: `click on send, to handed to the provider, ${sentPerSecond} a second`,
      measured: `p50 ${reached.p50.toFixed(0)} ms, p99 ${reached.p99.toFixed(0)} ms`,
      limit: '',
      ratio: null,
      goal: 'p99 at most 250 ms',
      met: reached.p99 <= 250
    }
  ]
}

/** Webhooks taken, without a worker, against a bare route that stores the same bytes. */
async function rawInsert(bench: Bench): Promise<Row> {
  const env = { META_APP_SECRET: appSecret }
  const [ours, bare] = await Promise.all([bench.start('dist/services/server.js', env), bench.start('bench/bare.ts')])
  await Promise.all([answers(ours.port), answers(bare.port)])
  const sample = ({ port }: Process) =>
    load(port, { connections: 16, seconds: 4 }, () => {
      const body = delivery('1', Math.floor(Math.random() * customers), 'Bom dia')
      return { method: 'POST', path: '/webhooks/whatsapp', body, headers: { 'x-hub-signature-256': signature(body) } }
    })
  await sample(ours)
  await sample(bare)
  const [mine, limit] = [[await sample(ours)], [await sample(bare)]]
  for (let round = 0; round < 2; round++) {
    mine.push(await sample(ours))
    limit.push(await sample(bare))
  }
  await Promise.all([ours.stop(), bare.stop()])
  await bench.sql.query('truncate deliveries, delivery_outcomes, outbox')
  const [us, least] = [median(mine).perSecond, median(limit).perSecond]
  return {
    what: 'webhooks stored, 16 connections',
    measured: `${us.toFixed(0)}/s`,
    limit: `bare ${least.toFixed(0)}/s`,
    ratio: least / us,
    goal: 'at most 1.30',
    met: least / us <= 1.3
  }
}

/** Milliseconds of what is begun so many times a second for so many seconds, whether or not the last one has ended. */
async function atPace(perSecond: number, seconds: number, one: (n: number) => Promise<void>) {
  const times: number[] = []
  const timed = async (n: number) => {
    const started = performance.now()
    await one(n)
    times.push(performance.now() - started)
  }
  const running: Promise<void>[] = []
  const started = performance.now()
  for (let n = 0; n < perSecond * seconds; n++) {
    const wait = started + (n * 1000) / perSecond - performance.now()
    if (wait > 1) await sleep(wait)
    running.push(timed(n))
  }
  await Promise.all(running)
  return percentiles(times)
}

/**
 * A browser that follows all conversations: at an event it reads the conversation as the inbox does, and again
 * where it changed meanwhile.
 */
async function openScreen(port: number, company: SignedIn) {
  const waiting = new Map<string, () => void>()
  const seen = new Set<string>()
  const reading = new Map<string, { again: boolean }>()
  const leave = new AbortController()

  async function read(id: string): Promise<void> {
    const before = reading.get(id)
    if (before) {
      before.again = true
      return
    }
    const state = { again: true }
    reading.set(id, state)
    while (state.again) {
      state.again = false
      const messages = await call<{ text: string }[]>(
        port,
        company,
        'GET',
        `/api/conversations/${id}/messages?limit=50`
      )
      for (const { text } of messages) {
        seen.add(text)
        waiting.get(text)?.()
      }
    }
    reading.delete(id)
  }

  const { headers } = company
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, { headers, signal: leave.signal })
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'conversation-changed') void read((JSON.parse(data) as { conversationId: string }).conversationId)
    }
  })
  const following = (async () => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) parser.feed(text)
  })().catch(error => {
    if (!leave.signal.aborted) throw error
  })
  return {
    /** Resolves once the text has been read. */
    shows: async (text: string): Promise<void> => {
      if (!seen.has(text)) await new Promise<void>(resolve => waiting.set(text, resolve))
    },
    close: () => {
      leave.abort()
      return following
    }
  }
}

async function conversationsOf(bench: Bench, { companyId }: SignedIn): Promise<string[]> {
  const { rows } = await bench.sql.query('select id from conversations where company_id = $1', [companyId])
  return rows.map(({ id }) => id)
}

/** One text of one of the customers, as Meta sends it. */
function delivery(number: string, n: number, text: string): string {
  const from = `5511${String(910_000_000 + (n % customers))}`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '551140028922', phone_number_id: number },
    contacts: [{ profile: { name: `Cliente ${n % customers}` }, wa_id: from }],
    messages: [{ from, id: `wamid.${crypto.randomUUID()}`, timestamp, type: 'text', text: { body: text } }]
  }
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }]
  })
}

const signature = (body: string): string => `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

async function post(port: number, body: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/webhooks/whatsapp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature(body) },
    body
  })
  if (!response.ok) throw new Error(`A webhook was answered with ${response.status}`)
  await response.arrayBuffer()
}

async function call<T>(port: number, { headers }: SignedIn, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) })
  })
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
