import { setTimeout as pass } from 'node:timers/promises'
import { readConfig } from '../services/core/config.ts'
import { seal } from '../services/core/secrets.ts'
import { goodKey, startOpenAi } from '../tests/kit/peers/openai.ts'
import { answers, type Bench, memory } from './environment.ts'
import { percentiles } from './load.ts'
import type { Row } from './report.ts'

const samples = 60
const conversations = 200
/** Milliseconds that the provider takes for each word. */
const delay = 100

/** How much later than from the provider itself the first word of a reply comes, and many conversations at once. */
export async function benchChat(bench: Bench): Promise<Row[]> {
  const peer = await startOpenAi()
  peer.delay = delay
  peer.reply = () => 'um dois três'
  const env = { OPENAI_BASE_URL: peer.url, OPENAI_MODEL: 'small' }
  await enterKey(bench)
  const [api, worker] = await Promise.all([
    bench.start('dist/services/server.js', env),
    bench.start('dist/services/worker.js', env)
  ])
  try {
    await answers(api.port)
    const direct = (): Promise<Times> =>
      timesOf(
        `${peer.url}/chat/completions`,
        { model: 'small', stream: true, messages: [{ role: 'user', content: 'Oi' }] },
        /"content"/
      )
    const ours = (): Promise<Times> =>
      timesOf(`http://127.0.0.1:${api.port}/api/chat/stream`, { message: 'Quanto custa o plano?' }, /^event: delta/m)
    for (let n = 0; n < 10; n++) await Promise.all([direct(), ours()])

    const own: number[] = []
    const through: number[] = []
    for (let n = 0; n < samples; n++) {
      own.push((await direct()).first)
      through.push((await ours()).first)
    }
    const provider = percentiles(own)
    const later = percentiles(through.map(ms => ms - provider.p50))

    await pass(1500)
    const before = await Promise.all([memory(api.child.pid), memory(worker.child.pid)])
    const all = await Promise.all(Array.from({ length: conversations }, ours))
    const after = await Promise.all([memory(api.child.pid), memory(worker.child.pid)])
    const whole = all.filter(({ text }) => /event: done\ndata: .*um dois três/.test(text)).length
    const { p50, p99 } = percentiles(all.map(({ first }) => first))
    const grown = after.map((size, n) => size - (before[n] ?? 0))
    return [
      {
        what: 'first word of a streamed reply',
        measured: `later by p50 ${later.p50.toFixed(0)} ms, p99 ${later.p99.toFixed(0)} ms`,
        limit: `the provider's own p50 ${provider.p50.toFixed(0)} ms`,
        ratio: null,
        goal: 'p50 at most 50 ms later',
        met: later.p50 <= 50
      },
      {
        what: `${conversations} conversations at once`,
        measured: `${whole} answered, first word p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; api ${mib(after[0])} (+${mib(grown[0])}), worker ${mib(after[1])} (+${mib(grown[1])})`,
        limit: '',
        ratio: null,
        goal: 'all answered',
        met: whole === conversations
      }
    ]
  } finally {
    await Promise.all([api.stop(), worker.stop()])
    await peer.close()
  }
}

const mib = (size = 0): string => `${size.toFixed(0)} MiB`

async function enterKey({ env, sql }: Bench): Promise<void> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into integrations (name, description, status, icon) values ('OpenAI', '', 'active', '') returning id`
  )
  const row = rows[0]?.id ?? ''
  const sealed = seal(readConfig(env), goodKey, { field: 'integrations.api_key', row })
  await sql.query('update integrations set api_key = $1 where id = $2', [sealed, row])
}

type Times = { first: number; text: string }

/** Milliseconds from the question to the first word, and the whole answer. */
async function timesOf(url: string, body: object, word: RegExp): Promise<Times> {
  const start = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${goodKey}` },
    body: JSON.stringify(body)
  })
  let text = ''
  let first = Number.POSITIVE_INFINITY
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (first === Number.POSITIVE_INFINITY && word.test(text)) first = performance.now() - start
  }
  return { first, text }
}
