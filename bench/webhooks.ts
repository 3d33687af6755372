import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { answers, type Bench } from './environment.ts'
import { percentiles } from './load.ts'
import type { Row } from './report.ts'
import { signUp } from './session.ts'

const appSecret = 'secret-of-the-benchmark'
const account = '106540352242922'

/** Webhooks of WhatsApp at 500 a second beside a worker, and how soon a message can be read, at 50 a second. */
export async function benchWebhooks(bench: Bench): Promise<Row[]> {
  const env = { META_APP_SECRET: appSecret }
  const [api, worker] = await Promise.all([
    bench.start('dist/services/server.js', env),
    bench.start('dist/services/worker.js', env)
  ])
  await answers(api.port)
  const { companyId } = await signUp(api.port, bench.sql)
  await bench.sql.query(
    `insert into channels (company_id, kind, account, verify_token, checked_at, active)
     values ($1, 'whatsapp', $2, 'token-of-the-benchmark', now(), true)`,
    [companyId, account]
  )
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const send = (n: number, id: string) => post(agent, api.port, delivery(n, id))

  await atPace(50, 3, n => send(n, `warm-${n}`))
  const readable = await atPace(50, 12, async n => {
    const id = `read-${n}`
    await send(n, id)
    await untilStored(bench, companyId, id)
  })
  const answered = await atPace(500, 20, n => send(n, `load-${n}`))
  const began = performance.now()
  await untilWorkedOff(bench)
  const behind = (performance.now() - began) / 1000
  agent.destroy()
  await Promise.all([api.stop(), worker.stop()])
  return [
    {
      what: 'webhook of WhatsApp answered, 500 updates a second beside a worker',
      measured: `p50 ${answered.p50.toFixed(1)} ms, p99 ${answered.p99.toFixed(1)} ms; worked off ${behind.toFixed(1)} s after the last`,
      limit: '',
      ratio: null,
      goal: 'p99 at most 250 ms',
      met: answered.p99 <= 250
    },
    {
      what: 'message of a customer to readable, 50 a second',
      measured: `p50 ${readable.p50.toFixed(1)} ms, p99 ${readable.p99.toFixed(1)} ms`,
      limit: '',
      ratio: null,
      goal: 'p50 at most 60 ms, p99 at most 250 ms',
      met: readable.p50 <= 60 && readable.p99 <= 250
    }
  ]
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
    if (wait > 1) await new Promise(resolve => setTimeout(resolve, wait))
    running.push(timed(n))
  }
  await Promise.all(running)
  return percentiles(times)
}

/** One text of one of 200 people, as Meta sends it. */
function delivery(n: number, id: string): string {
  const from = `5511${String(910_000_000 + (n % 200))}`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '551140028922', phone_number_id: account },
    contacts: [{ profile: { name: `Cliente ${n % 200}` }, wa_id: from }],
    messages: [{ from, id: `wamid.${id}`, timestamp, type: 'text', text: { body: `Mensagem ${n}` } }]
  }
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }]
  })
}

function post(agent: Agent, port: number, body: string): Promise<void> {
  const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
  return new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/webhooks/whatsapp',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-hub-signature-256': signature
        }
      },
      response => {
        response.resume()
        response.on('end', () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`A webhook was answered with ${response.statusCode}`))
        )
      }
    )
    call.on('error', reject)
    call.end(body)
  })
}

async function untilStored({ sql }: Bench, companyId: string, id: string): Promise<void> {
  const text = 'select from messages where company_id = $1 and external_id = $2'
  while (!(await sql.query({ name: 'stored', text, values: [companyId, `wamid.${id}`] })).rowCount)
    await new Promise(resolve => setTimeout(resolve, 1))
}

async function untilWorkedOff({ sql }: Bench): Promise<void> {
  while ((await sql.query('select from deliveries where processed_at is null limit 1')).rowCount)
    await new Promise(resolve => setTimeout(resolve, 50))
}
