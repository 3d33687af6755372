import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { Dashboard } from '../../../services/admin/admin/schema.ts'
import { freePort } from '../../../services/core/embedded.ts'
import { checkAgain } from '../../../services/messaging/conversations/checking.ts'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import { fetchMedia } from '../../../services/messaging/conversations/media.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { ScannerAwayError, scan, scannerAnswers } from '../../../services/platform/files/clamd.ts'
import { company, openApp } from '../../kit/app.ts'
import { eicar, eicarName, openClamd } from '../../kit/clamd.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { goodToken, openGraph } from '../../kit/graph.ts'
import { startClamd } from '../../kit/peers/clamd.ts'
import { pdf } from '../../kit/samples.ts'
import { staff } from '../../kit/staff.ts'
import { connect, deliver, whatsapp, written } from '../../kit/webhooks.ts'

const addressOf = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) })

const peer = await startClamd(eicar, eicarName)
atEnd(() => peer.close())
peer.maxBytes = 5 * 1024 * 1024
const real = await openClamd()

async function* pieces(...parts: Buffer[]) {
  yield* parts
}

describe.each([
  ['a server of its protocol', peer.url],
  ['clamd', real]
])('%s', (_name, url = '') => {
  const it = test.skipIf(url === '')
  it('answers, knows a virus in pieces, and says where a file is too large', async () => {
    const scanner = addressOf(url)
    expect(await scannerAnswers(scanner)).toBe(true)
    expect(await scan(scanner, pieces(pdf))).toBe('clean')
    expect(await scan(scanner, pieces())).toBe('clean')
    expect(await scan(scanner, pieces(eicar.subarray(0, 30), Buffer.alloc(0), eicar.subarray(30)))).toEqual({
      virus: eicarName
    })
    const megabyte = Buffer.alloc(1024 * 1024, 'a')
    // Where clamd breaks off in the moment of a write, the system drops what it said, and the file is asked about again.
    const large = () => scan(scanner, pieces(...Array.from({ length: 20 }, () => megabyte)))
    const away = (error: unknown) => (error instanceof ScannerAwayError ? 'away' : Promise.reject(error))
    await expect.poll(() => large().catch(away)).toBe('tooLarge')
    expect(await scan(scanner, pieces(megabyte, megabyte))).toBe('clean')
  })
})

test('clamd that is silent, breaks off or is not there is away, and a broken source is no answer', async () => {
  const scanner = addressOf(peer.url)
  const times = { silence: 200, whole: 400 }
  for (const fault of ['hang', 'cut'] as const) {
    peer.fault = fault
    await expect(scan(scanner, pieces(pdf), times)).rejects.toThrow(ScannerAwayError)
    expect(await scannerAnswers(scanner)).toBe(false)
  }
  peer.fault = null
  async function* endless() {
    for (;;) {
      yield Buffer.from('a')
      await sleep(20)
    }
  }
  await expect(scan(scanner, endless(), times)).rejects.toThrow(ScannerAwayError)
  await expect(scan({ host: '127.0.0.1', port: await freePort() }, pieces(pdf))).rejects.toThrow(ScannerAwayError)
  async function* broken() {
    yield pdf
    throw new RangeError('no more')
  }
  await expect(scan(scanner, broken(), times)).rejects.toThrow(RangeError)
})

const graph = await openGraph()
const database = await newDatabase()
const scanned = real ?? peer.url
const app = await openApp({ DATABASE_URL: database, META_GRAPH_URL: graph.url, CLAMD_URL: scanned })

afterEach(() => {
  peer.fault = null
})

let files = 0

/** A document that a customer sends, and its state after each look of the worker. */
async function sent(bytes: Buffer, by = app) {
  const ours = await company(by)
  const channel = await connect(by, ours)
  const send = (method: 'POST' | 'PATCH', url: string, payload: object) =>
    by.inject({ method, url, headers: ours.auth, payload })
  await send('POST', '/api/whatsapp/settings', { token: goodToken })
  await send('PATCH', '/api/whatsapp/settings/status', { active: true })
  const id = `v${++files}`
  graph.files.set(id, { bytes, type: 'text/plain' })
  const document = { id, mime_type: 'text/plain', filename: 'preços.txt' }
  const message = { ...written('5511988776655', `wamid.${id}`, ''), type: 'document', document }
  await deliver(by, channel, whatsapp(channel.account, { messages: [message] }))
  const rows = await by.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
    by.db,
    rows.map(row => row.id)
  )
  const get = async <T>(url: string) => (await by.inject({ url, headers: ours.auth })).json<T>()
  const [conversation] = await get<Conversation[]>('/api/conversations')
  const url = `/api/conversations/${conversation?.id}`
  const read = async () => (await get<Message[]>(`${url}/messages`))[0]
  const { id: messageId = '' } = (await read()) ?? {}
  const work = (at = by) =>
    fetchMedia(
      { db: at.db, config: at.config, log: pino({ level: 'silent' }), jobId: 'x', last: true },
      ours.id,
      messageId
    )
  const file = async () =>
    (await by.inject({ url: `${url}/messages/${messageId}/file`, headers: ours.auth })).statusCode
  const attach = (name: string, bytes: Buffer, at = by) =>
    at.inject({
      method: 'POST',
      url: `${url}/files?name=${name}`,
      headers: { ...ours.auth, 'content-type': 'application/octet-stream' },
      payload: bytes
    })
  const stored = () =>
    by.db.company(ours.id, async trx => (await trx.selectFrom('files').select('id').execute()).length)
  return { ours, messageId, read, work, file, attach, stored }
}

const away = async () =>
  openApp({
    SECRET_KEY: app.config.secret,
    APP_DATABASE_URL: app.config.database.app,
    STAFF_DATABASE_URL: app.config.database.staff,
    META_GRAPH_URL: graph.url,
    CLAMD_URL: `tcp://127.0.0.1:${await freePort()}`
  })

test('a file with a virus that a customer sends is blocked by name and had by nobody', async () => {
  const { work, read, file, stored } = await sent(eicar)
  await work()
  expect((await read())?.file).toMatchObject({
    state: 'blocked',
    reason: `Arquivo bloqueado: vírus ${eicarName}.`,
    url: null
  })
  expect(await file()).toBe(404)
  expect(await stored()).toBe(0)
})

test('a clean file is shown once it was checked', async () => {
  const { work, read, file } = await sent(pdf)
  await work()
  expect((await read())?.file).toMatchObject({ state: 'kept', reason: null })
  expect(await file()).toBe(200)
})

test('while clamd is away a file waits unseen, is asked about again, and is fetched from the provider once', async () => {
  const { ours, messageId, work, read, file, stored } = await sent(pdf)
  const without = await away()
  await work(without)
  await work(without)
  expect((await read())?.file).toMatchObject({ state: 'checking', url: null })
  expect(await file()).toBe(404)
  expect(await stored()).toBe(1)
  const panel = await without.inject({
    url: '/api/admin/dashboard',
    headers: (await staff(without, 'global_admin')).auth
  })
  expect(panel.json<Dashboard>().health?.checking).toMatchObject({ answers: false, waiting: 1 })

  await app.db.everyCompany(trx =>
    trx
      .updateTable('messages')
      .set({ created_at: new Date(Date.now() - 120_000).toISOString() })
      .where('id', '=', messageId)
      .execute()
  )
  const jobs = () =>
    app.db.everyCompany(trx => trx.selectFrom('outbox').select('data').where('name', '=', 'media-received').execute())
  const before = (await jobs()).length
  await checkAgain(app.db)
  expect((await jobs()).slice(before).map(({ data }) => data)).toEqual([{ companyId: ours.id, messageId }])
  graph.files.clear() // the provider has it no longer
  await work()
  expect((await read())?.file?.state).toBe('kept')
  expect(await file()).toBe(200)
  await checkAgain(app.db)
  expect(await jobs()).toHaveLength(before + 1)
})

test('what our people attach is checked too, and refused where that is not possible', async () => {
  const { attach, stored } = await sent(pdf)
  const refused = await attach('x.txt', eicar)
  expect(refused.statusCode).toBe(400)
  expect(refused.json().message).toBe(`Arquivo bloqueado: vírus ${eicarName}.`)
  const later = await attach('x.pdf', pdf, await away())
  expect(later.statusCode).toBe(503)
  expect(later.json().message).toMatch(/verificador de vírus não responde/)
  expect(await stored()).toBe(0)
  expect((await attach('x.pdf', pdf)).statusCode).toBe(201)
})

test('the staff see how many files were blocked, and nothing where no file is checked', async () => {
  const { work } = await sent(eicar)
  await work()
  const panel = async (at: typeof app) =>
    (
      await at.inject({ url: '/api/admin/dashboard', headers: (await staff(at, 'global_admin')).auth })
    ).json<Dashboard>().health
  expect((await panel(app))?.checking).toMatchObject({ answers: true, blocked: expect.toSatisfy(n => n >= 1) })
  const unchecked = await openApp({ DATABASE_URL: await newDatabase(), META_GRAPH_URL: graph.url })
  expect((await panel(unchecked))?.checking).toBeNull()
  const plain = await sent(eicar, unchecked)
  await plain.work()
  expect((await plain.read())?.file?.state).toBe('kept')
})
