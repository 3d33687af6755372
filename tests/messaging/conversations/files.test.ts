import { sql } from 'kysely'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import type { Attachment, Conversation, Message } from '../../../services/messaging/conversations/schema.ts'
import { sendQueued } from '../../../services/messaging/conversations/sending.ts'
import { uploadFile } from '../../../services/messaging/conversations/uploading.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { goodToken, openGraph } from '../../kit/graph.ts'
import { html, mp3, opus, pdf, png, vorbis, webm } from '../../kit/samples.ts'
import { join } from '../../kit/team.ts'
import { connect, deliver, instagram, whatsapp, written } from '../../kit/webhooks.ts'

const graph = await openGraph()
const app = await openApp({
  DATABASE_URL: await newDatabase(),
  META_GRAPH_URL: graph.url,
  INSTAGRAM_GRAPH_URL: graph.url,
  PUBLIC_URL: 'https://prosa.example'
})
const parts = { db: app.db, config: app.config, log: pino({ level: 'silent' }) }

/** For another process on the same database. */
const databases = () => ({
  APP_DATABASE_URL: app.config.database.app,
  STAFF_DATABASE_URL: app.config.database.staff
})

beforeEach(() => {
  graph.sent = []
  graph.faults = []
  graph.uploadFaults = []
})

let people = 0

/** A company in whose channel a person wrote a moment ago. */
async function inTalk(kind: 'whatsapp' | 'instagram' = 'whatsapp') {
  const ours = await company(app)
  const channel = await connect(app, ours, kind)
  const person = `55119${String(20_000_000 + ++people)}`
  const settings = kind === 'whatsapp' ? '/api/whatsapp/settings' : '/api/instagram/config'
  graph.me = channel.account
  await app.inject({ method: 'POST', url: settings, headers: ours.auth, payload: { token: goodToken } })
  // The switch asks the provider for the account, which has another name there.
  await app.db.everyCompany(trx =>
    trx.updateTable('channels').set({ active: true }).where('company_id', '=', ours.id).execute()
  )
  const message = { mid: `m.${people}`, text: 'Oi' }
  const body =
    kind === 'whatsapp'
      ? whatsapp(channel.account, { messages: [written(person, `wamid.file.${people}`, 'Oi')] })
      : instagram(channel.account, [
          { sender: { id: person }, recipient: { id: channel.account }, timestamp: Date.now(), message }
        ])
  await deliver(app, channel, body)
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
    app.db,
    rows.map(({ id }) => id)
  )
  const [conversation] = (await app.inject({ url: '/api/conversations', headers: ours.auth })).json<Conversation[]>()
  const url = `/api/conversations/${conversation?.id}`
  const channelId = await app.db.company(ours.id, async trx => {
    const { id } = await trx.selectFrom('channels').select('id').executeTakeFirstOrThrow()
    return id
  })
  const attach = (bytes: Buffer, name: string, who: Tenant = ours) =>
    app.inject({
      method: 'POST',
      url: `${url}/files?name=${encodeURIComponent(name)}`,
      headers: { ...who.auth, 'content-type': 'application/octet-stream' },
      payload: bytes
    })
  const write = (payload: object, key?: string) =>
    app.inject({
      method: 'POST',
      url: `${url}/messages`,
      headers: { ...ours.auth, ...(key && { 'idempotency-key': key }) },
      payload
    })
  const upload = (messageId: string, last = false) => uploadFile({ ...parts, jobId: 'x', last }, ours.id, messageId)
  const read = async (id: string) =>
    (await app.inject({ url: `${url}/messages`, headers: ours.auth })).json<Message[]>().find(each => each.id === id)
  return { ours, url, person, attach, write, upload, read, send: () => sendQueued(parts, ours.id, channelId) }
}

test('a picture is uploaded, and sent once with its caption', async () => {
  const { person, attach, write, upload, send, read } = await inTalk()
  const attached = await attach(png, 'torta de limão.png')
  expect(attached.json()).toMatchObject({ kind: 'image', type: 'image/png', size: png.length })
  const { fileId } = attached.json<Attachment>()
  const answer = await write({ kind: 'image', fileId, caption: 'A torta' }, 'key-of-a-picture')
  const { id } = answer.json<Message>()
  expect(answer.json()).toMatchObject({
    kind: 'image',
    text: 'A torta',
    status: 'queued',
    file: { state: 'kept', name: 'torta de limão.png', type: 'image/png', size: png.length }
  })
  expect((await write({ kind: 'image', fileId, caption: 'A torta' }, 'key-of-a-picture')).json().id).toBe(id)
  expect((await write({ kind: 'image', fileId, caption: 'Outra' }, 'key-of-a-picture')).statusCode).toBe(422)
  await send()
  expect(graph.sent, 'its file is not there yet').toEqual([])
  await upload(id)
  await upload(id) // a job may run twice
  await send()
  expect(graph.sent).toHaveLength(1)
  const { image } = (graph.sent[0]?.body ?? {}) as { image: { id: string } }
  expect(graph.sent[0]?.body).toMatchObject({
    to: person,
    type: 'image',
    image: { caption: 'A torta' },
    biz_opaque_callback_data: id
  })
  expect(graph.files.get(image.id)).toEqual({ bytes: png, type: 'image/png', name: 'torta de limão.png' })
  expect((await read(id))?.status).toBe('accepted')
})

test('a text written after a file waits for it', async () => {
  const { attach, write, upload, send } = await inTalk()
  const { fileId } = (await attach(pdf, 'contrato.pdf')).json<Attachment>()
  const { id } = (await write({ kind: 'document', fileId })).json<Message>()
  await write({ text: 'É este o contrato' })
  await send()
  expect(graph.sent).toEqual([])
  await upload(id)
  await send()
  expect(graph.sent.map(({ body }) => body.type)).toEqual(['document', 'text'])
  expect(graph.sent[0]?.body.document).toMatchObject({ filename: 'contrato.pdf' })
})

test.each([
  ['whatsapp', 'foto.png', html, /TXT ou CSV. Converta/],
  ['whatsapp', 'página.txt', html, null],
  ['whatsapp', 'dados.txt', Buffer.from('a\0b'), /Converta/],
  ['whatsapp', 'gravação.webm', webm, /vídeos em MP4 ou 3GP/],
  ['whatsapp', 'som.ogg', vorbis, /OGG com Opus/],
  ['whatsapp', 'voz.ogg', opus, null],
  ['whatsapp', 'som.mp3', mp3, null],
  ['whatsapp', 'grande.png', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), /até 5 MB\. Envie uma versão menor/],
  ['whatsapp', 'vazio.txt', Buffer.alloc(0), /vazio/],
  ['instagram', 'som.mp3', mp3, /M4A, AAC ou WAV/],
  ['instagram', 'filme.webm', webm, null]
] as const)('%s takes a file by its content, whatever it is called: %s', async (kind, name, bytes, refusal) => {
  const { attach } = await inTalk(kind)
  const answer = await attach(bytes, name)
  if (refusal === null) return expect(answer.statusCode, answer.body).toBe(201)
  expect([400, 413]).toContain(answer.statusCode)
  expect(answer.json().message).toMatch(refusal)
})

test('a file belongs to the conversation that it was chosen for, and is sent from there alone', async () => {
  const [one, other] = [await inTalk(), await inTalk()]
  const { fileId } = (await one.attach(png, 'a.png')).json<Attachment>()
  expect((await other.write({ kind: 'image', fileId })).statusCode).toBe(400)
  expect((await one.attach(png, 'b.png', other.ours)).statusCode).toBe(404)
  expect((await one.write({ kind: 'video', fileId })).statusCode).toBe(400)
  const drop = () => app.inject({ method: 'DELETE', url: `${one.url}/files/${fileId}`, headers: one.ours.auth })
  expect((await drop()).statusCode).toBe(204)
  expect((await one.write({ kind: 'image', fileId })).statusCode).toBe(400)
})

test('files that are sent take of the space of the plan', async () => {
  const { ours, attach } = await inTalk()
  await app.db.everyCompany(trx =>
    sql`insert into files (company_id, name, type, size, expires_at)
      values (${ours.id}, 'x', 'media', 5000000000, now() + interval '1 day')`.execute(trx)
  )
  const answer = await attach(png, 'a.png')
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'LIMIT_REACHED' })
})

test('an upload that is cut off is tried again; one that is refused has failed, and is sent again on purpose', async () => {
  const { ours, url, attach, write, upload, send, read } = await inTalk()
  const { fileId } = (await attach(png, 'a.png')).json<Attachment>()
  const { id } = (await write({ kind: 'image', fileId })).json<Message>()
  graph.uploadFaults = ['cut', { code: 131053, status: 400 }]
  await expect(upload(id)).rejects.toThrow()
  expect((await read(id))?.status).toBe('queued')
  await upload(id)
  expect(await read(id)).toMatchObject({ status: 'failed', failure: expect.stringMatching(/\w/) })
  const again = await app.inject({ method: 'POST', url: `${url}/messages/${id}/retry`, headers: ours.auth })
  await upload(again.json<Message>().id)
  await send()
  expect(graph.sent).toHaveLength(1)
})

test('whether a file arrived is uncertain where the answer is lost, and it is not sent twice', async () => {
  const { attach, write, upload, send, read } = await inTalk()
  const { fileId } = (await attach(png, 'a.png')).json<Attachment>()
  const { id } = (await write({ kind: 'image', fileId })).json<Message>()
  await upload(id)
  graph.faults = ['cut']
  await send()
  await send()
  expect(graph.sent).toHaveLength(1)
  expect((await read(id))?.status).toBe('unknown')
})

test('Instagram gets an address that is good without signing in, in parts too, and for a while', async () => {
  const { attach, write, send } = await inTalk('instagram')
  const { fileId } = (await attach(png, 'a.png')).json<Attachment>()
  expect((await write({ kind: 'image', fileId, caption: 'A torta' })).statusCode).toBe(400)
  expect((await write({ kind: 'image', fileId })).statusCode).toBe(201)
  await send()
  const { attachment } = (graph.sent[0]?.body.message ?? {}) as {
    attachment: { type: string; payload: { url: string } }
  }
  expect(attachment.type).toBe('image')
  const { origin, pathname } = new URL(attachment.payload.url)
  expect(origin).toBe('https://prosa.example')
  const whole = await app.inject({ url: pathname })
  expect(whole.headers['content-type']).toBe('image/png')
  expect(whole.rawPayload.equals(png)).toBe(true)
  const part = await app.inject({ url: pathname, headers: { range: 'bytes=4-7' } })
  expect(part.statusCode).toBe(206)
  expect(part.headers['content-range']).toBe(`bytes 4-7/${png.length}`)
  expect(part.rawPayload.equals(png.subarray(4, 8))).toBe(true)
  expect((await app.inject({ url: pathname, headers: { range: 'bytes=9999-' } })).statusCode).toBe(416)
  expect((await app.inject({ url: `${pathname.slice(0, -1)}_` })).statusCode).toBe(404)
  const [, company, conversation] = /files\/(\w+)\.(\w+)/.exec(pathname) ?? []
  const other = await inTalk()
  const forged = pathname.replace(`${company}.${conversation}`, `${other.ours.id}.${conversation}`)
  expect((await app.inject({ url: forged })).statusCode).toBe(404)
})

test.each([
  [{ text: 'O preço é {{valor}}, {{ data }}.' }, 'text', '{{valor}}, {{ data }}'],
  [{ kind: 'interactive', text: 'Quando, {{nome}}?', buttons: ['Hoje'] }, 'text', '{{nome}}'],
  [{ kind: 'interactive', text: 'Quando?', buttons: ['{{dia}}'] }, 'buttons', '{{dia}}'],
  [{ kind: 'interactive', text: 'Quando?', list: { button: 'Ver', rows: [{ title: '{{dia}}' }] } }, 'list', '{{dia}}'],
  [{ kind: 'image', caption: '{{nome}}' }, 'caption', '{{nome}}']
] as const)('what a quick reply left between braces reaches nobody: %j', async (reply, field, named) => {
  const { attach, write } = await inTalk()
  const file = 'caption' in reply ? { fileId: (await attach(png, 'a.png')).json<Attachment>().fileId } : {}
  const answer = await write({ ...reply, ...file })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual({ [field]: `Falta preencher ${named} antes de enviar.` })
})

test('who sees only their own leads reads no file of another one, whole or in part', async () => {
  const { ours, url, attach, write } = await inTalk()
  const { fileId } = (await attach(png, 'a.png')).json<Attachment>()
  const { id } = (await write({ kind: 'image', fileId })).json<Message>()
  const theirs = await join(app, ours, { leadAccess: 'own' })
  const file = `${url}/messages/${id}/file`
  for (const range of [undefined, 'bytes=0-3']) {
    const ask = (who: Tenant) => app.inject({ url: file, headers: { ...who.auth, ...(range && { range }) } })
    expect((await ask(ours)).statusCode).toBe(range ? 206 : 200)
    expect((await ask(theirs)).statusCode).toBe(404)
  }
  expect((await app.inject({ url: `${url}/messages`, headers: theirs.auth })).body).not.toContain('/files/')
  expect((await attach(png, 'b.png', theirs)).statusCode).toBe(404)
  const taken = await app.inject({ method: 'DELETE', url: `${url}/files/${fileId}`, headers: theirs.auth })
  expect(taken.statusCode).toBe(404)
})

test.each([
  ['instagram', 'http://localhost:3000', 'https://graph.instagram.com', 409],
  ['instagram', 'http://192.168.0.7:3000', 'https://graph.instagram.com', 409],
  ['instagram', 'http://prosa.local', 'https://graph.instagram.com', 409],
  ['instagram', 'https://prosa.example', 'https://graph.instagram.com', 201],
  ['instagram', 'http://localhost:3000', graph.url, 201],
  ['whatsapp', 'http://localhost:3000', 'https://graph.instagram.com', 201]
] as const)(
  '%s gets no file from %s that it could not fetch, and the person who attaches it reads why',
  async (...row) => {
    const [kind, PUBLIC_URL, INSTAGRAM_GRAPH_URL, status] = row
    const { ours, url, attach, write } = await inTalk(kind)
    const { fileId } = (await attach(png, 'a.png')).json<Attachment>()
    const here = await openApp({ ...databases(), SECRET_KEY: app.config.secret, PUBLIC_URL, INSTAGRAM_GRAPH_URL })
    const post = (address: string, type: string, payload: Buffer | string) =>
      here.inject({ method: 'POST', url: url + address, headers: { ...ours.auth, 'content-type': type }, payload })
    const again = await write({ kind: 'image', fileId })
    await app.db.everyCompany(trx =>
      sql`update messages set status = 'failed' where id = ${again.json<Message>().id}`.execute(trx)
    )
    const answers = [
      await post('/files?name=b.png', 'application/octet-stream', png),
      await post(`/messages/${again.json<Message>().id}/retry`, 'application/json', '{}')
    ]
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBe(status)
      if (status === 409)
        expect(answer.json()).toMatchObject({ code: 'NO_PUBLIC_URL', message: expect.stringContaining('PUBLIC_URL') })
    }
  }
)

test('the address of a file stays good while the secret is changed, and no longer', async () => {
  const { attach, write } = await inTalk()
  const { fileId } = (await attach(png, 'a.png')).json<Attachment>()
  const { file } = (await write({ kind: 'image', fileId })).json<Message>()
  const secrets = { SECRET_KEY: 'another secret of more than 32 characters' }
  const rotated = await openApp({ ...databases(), ...secrets, SECRET_KEY_PREVIOUS: app.config.secret })
  const later = await openApp({ ...databases(), ...secrets })
  const ask = async (at: typeof app) => (await at.inject({ url: file?.url ?? '' })).statusCode
  expect([await ask(app), await ask(rotated), await ask(later)]).toEqual([200, 200, 404])
})

test('buttons and lists are sent as the provider reads them, within its limits and at WhatsApp alone', async () => {
  const { write, send, read } = await inTalk()
  const kind = 'interactive'
  const text = 'Quando?'
  const list = { button: 'Ver dias', rows: [{ title: 'Hoje', description: 'até as 18h' }, { title: 'Amanhã' }] }
  for (const wrong of [
    { kind, text },
    { kind, text, buttons: ['a'], list },
    { kind, text, buttons: ['a', 'a'] },
    { kind, text, buttons: ['a', 'b', 'c', 'd'] },
    { kind, text, buttons: ['x'.repeat(21)] },
    { kind, text: 'x'.repeat(1025), buttons: ['a'] },
    { kind, buttons: ['a'] }
  ])
    expect((await write(wrong)).statusCode, JSON.stringify(wrong).slice(0, 80)).toBe(400)
  const answer = await write({ kind, text, list })
  expect(answer.statusCode).toBe(201)
  await send()
  expect(graph.sent[0]?.body).toMatchObject({
    type: 'interactive',
    interactive: {
      type: 'list',
      body: { text },
      action: { button: 'Ver dias', sections: [{ rows: [{ id: 'row-1', ...list.rows[0] }, { title: 'Amanhã' }] }] }
    }
  })
  expect(await read(answer.json<Message>().id)).toMatchObject({ status: 'accepted', data: { list } })
  const instagrams = await inTalk('instagram')
  expect((await instagrams.write({ kind, text, buttons: ['a'] })).statusCode).toBe(400)
})
