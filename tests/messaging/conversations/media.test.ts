import pino from 'pino'
import { expect, test } from 'vitest'
import { ForbiddenAddressError, safeFetch } from '../../../services/core/outside.ts'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import { fetchMedia } from '../../../services/messaging/conversations/media.ts'
import type { Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { goodToken, openGraph } from '../../kit/graph.ts'
import { connect, deliver, instagram, whatsapp, written } from '../../kit/webhooks.ts'

const graph = await openGraph()
const app = await openApp({
  DATABASE_URL: await newDatabase(),
  META_GRAPH_URL: graph.url,
  INSTAGRAM_GRAPH_URL: graph.url
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)
const html = Buffer.from('<!doctype html><script>alert(1)</script>')

async function get<T>(who: Tenant, url: string): Promise<T> {
  return (await app.inject({ url, headers: who.auth })).json()
}

/** A message with a file that a customer sends, once its file was fetched; with where the file is had. */
async function received(message: object, { last = true } = {}) {
  const ours = await company(app)
  const channel = await connect(app, ours)
  const url = '/api/whatsapp/settings'
  await app.inject({ method: 'POST', url, headers: ours.auth, payload: { token: goodToken } })
  const base = { ...written('5511988776655', 'wamid.media', ''), ...message }
  await deliver(app, channel, whatsapp(channel.account, { messages: [base] }))
  return fetched(ours, last)
}

async function fetched(ours: Tenant, last: boolean) {
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
    app.db,
    rows.map(({ id }) => id)
  )
  const [conversation] = await get<Conversation[]>(ours, '/api/conversations')
  const messages = `/api/conversations/${conversation?.id}/messages`
  const [waiting] = await get<Message[]>(ours, messages)
  expect(waiting?.file?.state).toBe('waiting')
  const context = { db: app.db, config: app.config, log: pino({ level: 'silent' }), jobId: 'x', last }
  await fetchMedia(context, ours.id, waiting?.id ?? '')
  const [message] = await get<Message[]>(ours, messages)
  return { ours, message, url: `${messages}/${message?.id}/file` }
}

test('a picture is kept, shown in the page, and belongs to the company', async () => {
  graph.files.set('111', { bytes: png, type: 'image/png' })
  const { ours, message, url } = await received({
    type: 'image',
    image: { id: '111', mime_type: 'image/jpeg', caption: 'A torta' }
  })
  expect(message).toMatchObject({ kind: 'image', text: 'A torta', file: { state: 'kept', type: 'image/png' } })
  expect(JSON.stringify(message)).not.toContain('"111"')
  const answer = await app.inject({ url, headers: ours.auth })
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': expect.stringMatching(/^inline/)
  })
  expect(answer.headers['content-security-policy']).toContain('sandbox')
  expect(answer.rawPayload.equals(png)).toBe(true)
  const theirs = await company(app)
  expect((await app.inject({ url, headers: theirs.auth })).statusCode).toBe(404)
})

test('what is no picture is none, whatever it is called', async () => {
  graph.files.set('222', { bytes: html, type: 'image/png' })
  const { ours, message, url } = await received({ type: 'image', image: { id: '222', mime_type: 'image/png' } })
  expect(message?.file?.state).toBe('refused')
  expect((await app.inject({ url, headers: ours.auth })).statusCode).toBe(404)
})

test('a document is downloaded, never opened in the page', async () => {
  graph.files.set('333', { bytes: html, type: 'text/html' })
  const { ours, message, url } = await received({
    type: 'document',
    document: { id: '333', mime_type: 'text/html', filename: 'cardápio "novo".html' }
  })
  expect(message?.file).toMatchObject({ state: 'kept', name: 'cardápio "novo".html' })
  const { headers } = await app.inject({ url, headers: ours.auth })
  expect(headers['content-type']).toBe('application/octet-stream')
  expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''card%C3%A1pio/)
})

test('a name that ends in half an emoji, or turns its direction around, is kept as what it says', async () => {
  graph.files.set('334', { bytes: html, type: 'text/html' })
  const long = await received({
    type: 'document',
    document: { id: '334', mime_type: 'text/html', filename: `${'a'.repeat(199)}😀.html` }
  })
  expect(long.message?.file).toMatchObject({ state: 'kept', name: 'a'.repeat(199) })
  const turned = await received({
    type: 'document',
    document: { id: '334', mime_type: 'text/html', filename: 'fatura\u202efdp.exe' }
  })
  expect(turned.message?.file).toMatchObject({ state: 'kept', name: 'faturafdp.exe' })
})

test.each(['file:///etc/passwd', 'data:text/plain,oi', 'ftp://example.org/x', 'javascript:1'])(
  '%s is no address of a file, and is not tried again',
  async url => {
    await expect(safeFetch({ trusted: false, maxBytes: 10 })(url)).rejects.toBeInstanceOf(ForbiddenAddressError)
  }
)

test('a file that the provider has no longer is said to be gone', async () => {
  const { message } = await received({ type: 'audio', audio: { id: 'gone-1', mime_type: 'audio/ogg', voice: true } })
  expect(message?.file?.state).toBe('gone')
})

test('a file that leads to an address within the network, or to nothing that is one, is gone or refused', async () => {
  graph.files.set('444', { bytes: png, type: 'image/png', redirect: 'http://169.254.169.254/latest/meta-data' })
  const led = await received({ type: 'image', image: { id: '444', mime_type: 'image/png' } })
  expect(led.message?.file?.state).toBe('gone')
  graph.files.set('555', { bytes: Buffer.alloc(0), type: 'image/png' })
  const empty = await received({ type: 'image', image: { id: '555', mime_type: 'image/png' } })
  expect(empty.message?.file?.state).toBe('refused')
})

const large = Buffer.alloc(101 * 1024 * 1024, 'x')
const voice = { type: 'audio', audio: { id: '666', mime_type: 'audio/ogg; codecs=opus', voice: true } }
const picture = { type: 'image', image: { id: '666', mime_type: 'image/jpeg' } }
const paper = { type: 'document', document: { id: '666', mime_type: 'application/pdf', filename: 'tabela.pdf' } }

test.each([
  ['a voice note without a byte', voice, Buffer.alloc(0), 'audio/ogg', 'O arquivo veio vazio.'],
  ['a document without a byte', paper, Buffer.alloc(0), 'application/pdf', 'O arquivo veio vazio.'],
  ['a page that says it is a picture', picture, html, 'image/jpeg', 'O arquivo não é do tipo que diz ser.'],
  ['a picture that says it is a voice note', voice, png, 'audio/ogg', 'O arquivo não é do tipo que diz ser.'],
  ['a document of 101 MB', paper, large, 'application/pdf', 'O arquivo é grande demais.']
] as const)(
  '%s is refused with its reason, takes no space, and the message stays',
  async (_, body, bytes, type, reason) => {
    graph.files.set('666', { bytes, type })
    const { ours, message, url } = await received(body)
    expect(message).toMatchObject({ kind: body.type, deletedAt: null, file: { state: 'refused', reason, url: null } })
    expect((await app.inject({ url, headers: ours.auth })).statusCode).toBe(404)
    const kept = await app.db.company(ours.id, trx =>
      trx.selectFrom('files').select('id').where('type', '=', 'media').execute()
    )
    expect(kept).toEqual([])
  }
)

test('an address within the network is not called', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours, 'instagram')
  const person = { sender: { id: '909' }, recipient: { id: channel.account }, timestamp: Date.now() }
  const attachments = [{ type: 'image', payload: { url: 'http://169.254.169.254/latest/meta-data' } }]
  await deliver(app, channel, instagram(channel.account, [{ ...person, message: { mid: 'm9', attachments } }]))
  expect((await fetched(ours, true)).message?.file?.state).toBe('gone')
})
