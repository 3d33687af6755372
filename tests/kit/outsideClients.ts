import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pass } from 'node:timers/promises'
import { askProvider } from '../../services/assistant/chat/ask.ts'
import { testConnection } from '../../services/assistant/integrations/client.ts'
import { noHabits } from '../../services/assistant/integrations/rules.ts'
import { askCalendar, sentenceOf } from '../../services/calendar/appointments/externalReading.ts'
import type { Config } from '../../services/core/config.ts'
import { safeFetch } from '../../services/core/outside.ts'
import { openAddress } from '../../services/messaging/channels/meta/files.ts'
import { callGraph, callLogin } from '../../services/messaging/channels/meta/graph.ts'
import type { Asked, Case, Client } from './outside.ts'
import { hangs } from './peers/breaking.ts'

// A process of its own: the faults that these tests look for end the process in which they happen. It calls the clients
// named by its arguments, all at once, and prints the result of each and the errors that would have ended the process.

const messages = [{ role: 'user' as const, content: 'Oi' }]
const provider = (baseUrl: string) => ({ apiKey: 'sk-test', baseUrl, trusted: true })
const file = () => ({
  name: 'foto.png',
  type: 'image/png',
  size: 2_000_000,
  fields: { messaging_product: 'whatsapp' },
  bytes: (async function* () {
    for (let n = 0; n < 20; n++) yield Buffer.alloc(100_000)
  })()
})
const graph = (server: string) => ({ server, token: 'EAAG', path: 'x' })
const config = (url: string) =>
  ({ meta: { graphVersion: 'v26.0' }, openai: { model: 'small', timeout: 60_000, baseUrl: url } }) as Config

const clients: Record<Client, (url: string) => Promise<string>> = {
  question: async url => {
    const { text, problem, shortfall } = await askProvider(
      provider(url),
      { model: 'small', messages, timeout: 60_000, habits: noHabits, tools: { offered: [], spent: false } },
      () => {}
    )
    return `${problem ?? shortfall ?? 'answered'} ${text.slice(0, 40)}`.trim()
  },
  'test of a key': async url => (await testConnection(config(url), provider(url))).message,
  Graph: async url => JSON.stringify(await callGraph(config(url), graph(url))),
  'Graph, a file up': async url =>
    JSON.stringify(await callGraph(config(url), { ...graph(url), method: 'POST', file: file() })),
  login: async url => JSON.stringify(await callLogin({ method: 'POST', url, form: { code: '1' } })),
  file: async url => {
    let size = 0
    for await (const part of (await openAddress(url, url)) ?? []) size += part.length
    return `${size} bytes`
  },
  'file, left at once': async url => {
    for await (const part of (await openAddress(url, url)) ?? [])
      return part.length > 0 ? 'left' : 'left without a byte'
    return 'nothing to leave'
  },
  'file, never read': async url => ((await openAddress(url, url)) ? 'opened' : 'nothing to open'),
  calendar: async url => {
    const row = { read_at: null, etag: null, last_modified: null }
    try {
      return (await askCalendar(url, row, safeFetch({ trusted: true, maxBytes: 1_000_000 }))).text ?? 'unchanged'
    } catch (error) {
      return sentenceOf(error)
    }
  }
}

// A test of an answer that never comes need not wait as long as a person would.
const hurried = new AsyncLocalStorage<Case>()
const timeout = AbortSignal.timeout
AbortSignal.timeout = ms => timeout.call(AbortSignal, hurried.getStore()?.hurried ? Math.min(ms, 400) : ms)

const fatal: Asked['fatal'] = []
const note = (error: unknown) =>
  void fatal.push({ during: hurried.getStore()?.name ?? null, error: (error as Error)?.stack ?? String(error) })
process.on('uncaughtException', note).on('unhandledRejection', note)

/** Milliseconds after which a call that should have ended counts as one that never does. */
const guard = 30_000

const [, , base = '', ...names] = process.argv
const ended: Asked['ended'] = {}
await Promise.all(
  names.map(async name => {
    const [client, kind, place] = name.split('|') as [Client, string, never]
    const url = `${base}/${encodeURIComponent(kind)}/${encodeURIComponent(place)}`
    await hurried.run({ name, hurried: hangs(place) }, async () => {
      const call = clients[client](url).catch(error => `${error.name}: ${error.message}`)
      ended[name] = await Promise.race([call, pass(guard, 'never ended')])
    })
  })
)
// A failure after the answer comes a moment later.
await pass(500)
console.log(JSON.stringify({ ended, fatal } satisfies Asked))
process.exit()
