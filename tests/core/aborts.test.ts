import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../services/app.ts'
import { ada, company, testConfig } from '../kit/app.ts'
import { newDatabase } from '../kit/database.ts'
import { nothingFor } from '../kit/quiet.ts'

type Line = { level: number; msg: string; status?: number; err?: unknown }

/** Everything that the application writes into its log. */
const lines: Line[] = []
const log = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)))
    done()
  }
})

const config = testConfig({ DATABASE_URL: await newDatabase() })
const app = await buildApp(config, { logger: { level: 'debug', stream: log } as never })
afterAll(() => app.close())
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }
const ours = await company(app)

const request = (method: string, path: string, body = '', headers = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}` +
  (body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}` : '\r\n')

const lead = JSON.stringify({ ...ada, companyId: ours.id })
const auth = `Authorization: Bearer ${ours.token}\r\n`
const signIn = JSON.stringify({ email: ours.email, password: ours.password })

const whole: [string, string][] = [
  ['a page of the API', request('GET', '/api/leads', '', auth)],
  ['a public look-up', request('GET', `/public/companies/${ours.id}/form`)],
  ['a lead', request('POST', '/api/leads/public', lead)],
  ['a sign-in', request('POST', '/api/auth/login', signIn)],
  [
    'a link to own data',
    request('POST', '/public/my-data/link', JSON.stringify({ client: ours.id, contact: ada.email }))
  ],
  ['live events', request('GET', '/api/events', '', auth)],
  ['no page', request('GET', '/nada')]
]

/** Ways in which a connection ends, with and without a word. */
const ends: [string, (socket: Socket) => unknown][] = [
  ['closed', socket => socket.destroy()],
  ['reset', socket => socket.resetAndDestroy()]
]

const open = () =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
    socket.on('error', () => {})
  })

const connections = () => new Promise(resolve => app.server.getConnections((_error, count) => resolve(count)))

async function failures() {
  const { n } = await app.db.everyCompany(trx =>
    trx
      .selectFrom('error_log' as never)
      .select(row => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  )
  return { rows: Number(n), loud: lines.filter(({ level, status, err }) => level >= 40 || (status ?? 0) >= 500 || err) }
}

test.each(whole.flatMap(([what, text]) => ends.map(([how, end]) => [what, how, text, end] as const)))(
  'a caller who asks for %s and is gone, %s, at any moment is no failure of ours',
  async (_what, _how, text, end) => {
    for (let n = 0; n < 12; n++) {
      const socket = await open()
      // Before, within and right after the request, and while it is answered.
      if (n % 6 === 0) socket.write(text.slice(0, Math.floor(text.length / 3)))
      else if (n % 6 === 1) socket.write(text.slice(0, -1))
      else if (n % 6 === 2) socket.write(text + text + text)
      else socket.write(text)
      if (n % 6 === 3) await wait(1)
      if (n % 6 === 4) await wait(4)
      if (n % 6 === 5) await new Promise(resolve => socket.write('', resolve))
      end(socket)
    }
    await expect.poll(connections).toBe(0)
    await nothingFor(200, failures, { rows: 0, loud: [] })
  }
)

test('a visitor who is gone is counted quietly', async () => {
  const before = lines.filter(({ status }) => status === 499).length
  for (let n = 0; n < 5; n++) {
    const socket = await open()
    socket.write(request('POST', '/api/leads/public', lead).slice(0, -10))
    await wait(20)
    socket.destroy()
  }
  await expect.poll(() => lines.filter(({ status }) => status === 499).length).toBeGreaterThan(before)
  expect(lines.filter(({ status, level }) => status === 499 && level > 20)).toEqual([])
})
