import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { GraphApiError, WhatsAppClient } from '@kapso/whatsapp-cloud-api'
import { normalizeWebhook, verifySignature } from '@kapso/whatsapp-cloud-api/server'
import { fileTypeFromBuffer } from 'file-type'
import { expect, test } from 'vitest'
import { WhatsAppAPI } from 'whatsapp-api-js'
import {
  ActionButtons,
  ActionList,
  Body,
  BodyComponent,
  BodyParameter,
  Button,
  Contacts,
  Image,
  Interactive,
  ListSection,
  Location,
  Name,
  Phone,
  Reaction,
  Row,
  Template,
  Text
} from 'whatsapp-api-js/messages'
import { atEnd } from '../../kit/end.ts'
import {
  instagramEvents,
  keysOf,
  templateUpdate,
  whatsappMessages,
  whatsappStatuses
} from '../../kit/peers/meta/examples.ts'
import { samples } from '../../kit/peers/meta/samples.ts'
import { type Happening, type MetaOptions, startMeta } from '../../kit/peers/meta.ts'

const appSecret = 'app-secret-0123456789'
const instagramAppSecret = 'instagram-secret-0123456789'
const verifyToken = 'verify-token-0123456789'
const day = 24 * 60 * 60 * 1000

type Received = { path: string; body: string; signature: string }

/** A business that takes webhooks; `answer` is its HTTP status. */
async function openBusiness() {
  const business = { url: '', received: [] as Received[], answer: () => 200 }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'GET') {
      const right = url.searchParams.get('hub.verify_token') === verifyToken
      return void response.writeHead(right ? 200 : 403).end(url.searchParams.get('hub.challenge'))
    }
    let body = ''
    for await (const part of request) body += part
    const status = business.answer()
    if (status === 200)
      business.received.push({ path: url.pathname, body, signature: String(request.headers['x-hub-signature-256']) })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  business.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return business
}

/** The provider, a business that it delivers to, and a foreign client of each of two makers. */
async function open(options: Partial<MetaOptions> = {}) {
  const business = await openBusiness()
  const webhooks = { whatsapp: `${business.url}/whatsapp`, instagram: `${business.url}/instagram` }
  const meta = await startMeta({ appSecret, verifyToken, instagramAppSecret, webhooks, ...options })
  atEnd(() => meta.close())
  const kapso = new WhatsAppClient({ accessToken: meta.token, baseUrl: meta.url, graphVersion: 'v26.0' })
  const other = new WhatsAppAPI({
    token: meta.token,
    appSecret,
    v: 'v26.0',
    ponyfill: {
      fetch: (url, init) => fetch(String(url).replace('https://graph.facebook.com', meta.url), init)
    }
  })
  const ana = meta.customer({ name: 'Ana Beatriz', phone: '+55 11 98765-4321', waId: '551187654321' })
  const phoneNumberId = meta.number.id
  const call = async (method: string, where: string, body?: object, token = meta.token) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${meta.url}/v26.0/${where}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) })
    })
    return { status: response.status, body: await response.json() }
  }
  return { business, meta, kapso, other, ana, phoneNumberId, to: '+55 11 98765-4321', call }
}

/** The code with which a client reads that it was refused. */
const refusal = async (sending: Promise<unknown>): Promise<GraphApiError> => {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason
  )
  if (!(error instanceof GraphApiError)) throw new Error(`not refused: ${error}`)
  return error
}

const lastOf = <T>(list: T[]): T => list.at(-1) as T
const changeOf = (received: Received) => JSON.parse(received.body).entry[0].changes[0].value

test('both clients send every kind, and read what was accepted', async () => {
  const { meta, kapso, other, ana, phoneNumberId, to } = await open()
  const { id: received } = ana.text('Olá')
  const { id: media } = await kapso.media.upload({
    phoneNumberId,
    type: 'image/png',
    file: new Blob([new Uint8Array(samples.image().bytes)], { type: 'image/png' }),
    fileName: 'foto.png'
  })
  const message = { phoneNumberId, to }
  const first = await kapso.messages.sendText({
    ...message,
    body: 'Bom dia, João! ção',
    contextMessageId: received,
    bizOpaqueCallbackData: 'm1'
  })
  expect(first.contacts).toEqual([{ input: to, waId: '551187654321' }])
  expect(first.messages[0]?.id).toMatch(/^wamid\./)
  await kapso.messages.sendImage({ ...message, image: { id: media, caption: 'Foto' } })
  await kapso.messages.sendVideo({ ...message, video: { link: 'https://example.com/a.mp4' } })
  await kapso.messages.sendAudio({ ...message, audio: { link: 'https://example.com/a.ogg' } })
  await kapso.messages.sendDocument({ ...message, document: { link: 'https://example.com/a.pdf', filename: 'a.pdf' } })
  await kapso.messages.sendSticker({ ...message, sticker: { link: 'https://example.com/a.webp' } })
  await kapso.messages.sendLocation({ ...message, location: { latitude: -23.5, longitude: -46.6, name: 'Loja' } })
  await kapso.messages.sendContacts({
    ...message,
    contacts: [{ name: { formattedName: 'Bia', firstName: 'Bia' }, phones: [{ phone: '+5511' }] }]
  })
  await kapso.messages.sendReaction({ ...message, reaction: { messageId: received, emoji: '👍' } })
  await kapso.messages.sendInteractiveButtons({
    ...message,
    bodyText: 'Confirma?',
    buttons: [{ id: 'sim', title: 'Sim' }]
  })
  await kapso.messages.sendInteractiveList({
    ...message,
    bodyText: 'Quando?',
    buttonText: 'Escolher',
    sections: [{ title: 'Amanhã', rows: [{ id: 'dez', title: '10h' }] }]
  })
  await kapso.messages.sendInteractiveCtaUrl({
    ...message,
    bodyText: 'Site',
    parameters: { displayText: 'Abrir', url: 'https://example.com' }
  })
  expect(meta.sent.map(({ type }) => type).join(' ')).toBe(
    'text image video audio document sticker location contacts reaction interactive interactive interactive'
  )
  expect(meta.sent[0]).toMatchObject({
    text: 'Bom dia, João! ção',
    callbackData: 'm1',
    to,
    body: { context: { message_id: received } }
  })

  const phone = { phone: '5511987654321', bsuid: ana.person.userId }
  const sent = await other.sendMessage(phoneNumberId, phone, new Text('Oi'), received, 'm2')
  expect(sent).toMatchObject({ contacts: [{ input: '5511987654321', wa_id: '551187654321' }] })
  for (const content of [
    new Image('https://example.com/a.png', false, 'Foto'),
    new Location(-46.6, -23.5, 'Loja'),
    new Contacts([new Name('Bia', 'Bia'), new Phone('+5511')]),
    new Reaction(received, '👍'),
    new Interactive(new ActionButtons(new Button('sim', 'Sim')), new Body('Confirma?')),
    new Interactive(new ActionList('Ver', new ListSection('Dia', new Row('dez', '10h'))), new Body('Quando?'))
  ])
    expect(await other.sendMessage(phoneNumberId, phone, content)).not.toHaveProperty('error')
  const hidden = await other.sendMessage(phoneNumberId, { bsuid: ana.person.userId }, new Text('Por aqui'))
  expect(hidden).toMatchObject({ contacts: [{ input: ana.person.userId, user_id: ana.person.userId }] })

  await kapso.messages.markRead({ phoneNumberId, messageId: received, typingIndicator: { type: 'text' } })
  await other.markAsRead(phoneNumberId, received)
  expect(meta.reads.map(({ messageId, typing }) => [messageId, typing])).toEqual([
    [received, true],
    [received, false]
  ])
})

test('what is wrong is refused with the code of Graph, as a client reads it', async () => {
  const { meta, kapso, ana, phoneNumberId, to, call } = await open()
  const text = (address: object = { to }, body = 'Oi') =>
    refusal(
      kapso.messages.sendRaw({
        phoneNumberId,
        payload: { messaging_product: 'whatsapp', type: 'text', text: { body }, ...address }
      })
    )
  expect(await text()).toMatchObject({ code: 131047, httpStatus: 400, category: 'reengagementWindow' })
  ana.text('Oi')
  expect((await text({ to: '5511900000000' })).code).toBe(131026)
  expect((await text({})).code).toBe(131008)
  expect((await text({ to: 'ana@example.com' })).code).toBe(131009)
  expect((await text({ to: meta.number.phone })).code).toBe(131021)
  expect((await text({ to }, '')).code).toBe(131008)
  expect((await text({ to }, 'x'.repeat(4097))).code).toBe(131009)
  expect((await text({ to, type: 'poll', poll: {} })).code).toBe(100)
  expect((await text({ to, type: 'image', image: { id: '404' } })).code).toBe(131009)
  expect((await text({ to, type: 'reaction', reaction: { message_id: 'wamid.none', emoji: '👍' } })).code).toBe(131009)
  const four = Array.from({ length: 4 }, (_, id) => ({ type: 'reply', reply: { id: String(id), title: 'Sim' } }))
  expect(
    (
      await text({
        to,
        type: 'interactive',
        interactive: { type: 'button', body: { text: 'x' }, action: { buttons: four } }
      })
    ).code
  ).toBe(131009)

  meta.number.blocked = 131031
  expect((await text()).code).toBe(131031)
  meta.number.blocked = 368
  expect((await text()).code).toBe(368)
  meta.number.blocked = undefined
  meta.passTime(day)
  expect((await text()).code).toBe(131047)

  expect(await refusal(kapso.messages.sendText({ phoneNumberId: '404', to, body: 'Oi' }))).toMatchObject({
    code: 100,
    errorSubcode: 33
  })
  meta.tokens.expire(meta.token)
  const expired = await text()
  expect([expired.code, expired.httpStatus, expired.requiresTokenRefresh()]).toEqual([190, 401, true])
  expect((await call('GET', phoneNumberId, undefined, 'EAAnothing')).body.error).toMatchObject({
    code: 190,
    type: 'OAuthException'
  })
  expect(meta.sent).toEqual([])
})

test('too many messages are refused, to one person and of a number', async () => {
  const { meta, kapso, ana, phoneNumberId, to } = await open({ pairLimit: { burst: 2, seconds: 6 } })
  ana.text('Oi')
  const send = () => kapso.messages.sendText({ phoneNumberId, to, body: 'Oi' })
  await send()
  await send()
  expect(await refusal(send())).toMatchObject({ code: 131056, category: 'throttling' })
  meta.passTime(6000)
  await send()
  expect((await refusal(send())).code).toBe(131056)
  meta.settings.throughput = 1
  meta.passTime(60_000)
  await send()
  expect(await refusal(send())).toMatchObject({ code: 130429, httpStatus: 429 })
})

test('a message reports its states with the data of the business, also those that could not be', async () => {
  const { business, meta, kapso, ana, phoneNumberId, to } = await open()
  ana.text('Oi')
  const { messages } = await kapso.messages.sendText({ phoneNumberId, to, body: 'Oi', bizOpaqueCallbackData: 'm1' })
  const id = messages[0]?.id as string
  const statuses = () =>
    business.received.flatMap(({ body }) => normalizeWebhook(JSON.parse(body)).statuses).filter(each => each.id === id)
  await expect.poll(() => statuses().map(({ status }) => status)).toEqual(['sent', 'delivered'])
  ana.read(id)
  ana.play(id)
  meta.statuses(id, ['sent', 'failed'], { code: 131049 })
  await meta.settled()
  expect(statuses().map(({ status }) => status)).toEqual(['sent', 'delivered', 'read', 'played', 'sent', 'failed'])
  expect(new Set(statuses().map(each => each.bizOpaqueCallbackData))).toEqual(new Set(['m1']))
  expect(statuses()[0]).toMatchObject({
    recipientId: '551187654321',
    recipientUserId: ana.person.userId,
    pricing: { type: 'free_customer_service' }
  })
  expect(lastOf(statuses()).recipientUserId).toBeUndefined()
  expect(lastOf(statuses()).errors).toMatchObject([{ code: 131049 }])
  expect(JSON.parse(lastOf(business.received).body).entry[0].changes[0].value).not.toHaveProperty('contacts')
})

test('a send outside of the window may also be accepted and fail later', async () => {
  const { business, kapso, phoneNumberId, to } = await open({ refuses: 'later' })
  await kapso.messages.sendText({ phoneNumberId, to, body: 'Oi' })
  await expect.poll(() => business.received.length).toBe(1)
  expect(changeOf(lastOf(business.received)).statuses[0]).toMatchObject({
    status: 'failed',
    errors: [{ code: 131047 }]
  })
})

test('a webhook is ASCII with escaped slashes, signed over exactly its bytes, which both clients verify', async () => {
  const { business, meta, other, ana } = await open()
  const words = 'Ação às 10h: https://exemplo.com.br/ação 😀 "ok" \\ \u007f'
  ana.text(words)
  await meta.settled()
  const { body, signature, path: where } = lastOf(business.received)
  expect(where).toBe('/whatsapp')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the very thing that is tested
  expect(body).toMatch(/^[\x00-\x7e]*$/)
  expect(body).toContain('A\\u00e7\\u00e3o \\u00e0s 10h: https:\\/\\/exemplo.com.br\\/a\\u00e7\\u00e3o \\ud83d\\ude00')
  expect(changeOf({ body } as Received).messages[0].text.body).toBe(words)
  expect(verifySignature({ appSecret, rawBody: body, signatureHeader: signature })).toBe(true)
  expect(verifySignature({ appSecret, rawBody: Buffer.from(body), signatureHeader: signature })).toBe(true)
  expect(await other.verifyRequestSignature(body, signature)).toBe(true)
  expect(verifySignature({ appSecret, rawBody: JSON.stringify(JSON.parse(body)), signatureHeader: signature })).toBe(
    false
  )

  meta.instagramCustomer({ name: 'Camila' }).text('Olá')
  await meta.settled()
  const instagram = lastOf(business.received)
  expect(instagram.path).toBe('/instagram')
  const rawBody = instagram.body
  expect(verifySignature({ appSecret: instagramAppSecret, rawBody, signatureHeader: instagram.signature })).toBe(true)
  expect(verifySignature({ appSecret, rawBody, signatureHeader: instagram.signature })).toBe(false)
})

test('every kind of WhatsApp has the keys that Meta publishes, and a client reads it', async () => {
  const { business, meta, kapso, ana, phoneNumberId, to, call } = await open({ autoStatuses: false })
  const { id: received } = ana.text('Olá')
  const buttons = { phoneNumberId, to, bodyText: 'Confirma?', buttons: [{ id: 'sim', title: 'Sim' }] }
  const button = (await kapso.messages.sendInteractiveButtons(buttons)).messages[0]?.id as string
  const rows = [{ id: 'dez', title: '10h', description: 'Amanhã' }]
  const list = { phoneNumberId, to, bodyText: 'Quando?', buttonText: 'Ver', sections: [{ title: 'Dia', rows }] }
  const choice = (await kapso.messages.sendInteractiveList(list)).messages[0]?.id as string
  const answers = { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Confirmar' }] }
  meta.templates.add({ name: 'lembrete', components: [{ type: 'BODY', text: 'Até amanhã!' }, answers] })
  const template = {
    messaging_product: 'whatsapp',
    to,
    type: 'template',
    template: { name: 'lembrete', language: { code: 'pt_BR' } },
    biz_opaque_callback_data: 'm1'
  }
  const { id: reminder } = (await call('POST', `${phoneNumberId}/messages`, template)).body.messages[0]
  const does: Record<keyof typeof whatsappMessages, () => Happening> = {
    text: () => ana.text('Olá'),
    reply: () => ana.reply(button, 'Sim'),
    image: () => ana.image({ caption: 'Foto' }),
    audio: () => ana.audio(),
    video: () => ana.video(),
    document: () => ana.document(),
    sticker: () => ana.sticker(),
    location: () => ana.location(),
    contact: () => ana.contact('Bia', '+55 11 91234-5678'),
    reaction: () => ana.reaction(button, '👍'),
    buttonReply: () => ana.buttonReply(button, 'sim'),
    listReply: () => ana.listReply(choice, 'dez'),
    templateButton: () => ana.buttonReply(reminder, 'Confirmar'),
    order: () => ana.order([{ product_retailer_id: 'a', quantity: 1, item_price: 10, currency: 'BRL' }]),
    edit: () => ana.edit(received, 'Olá!'),
    delete: () => ana.delete(received),
    unsupported: () => ana.unsupported(),
    advertisement: () => ana.text('Vi o anúncio', { referral: whatsappMessages.advertisement.referral }),
    changeNumber: () => ana.changeNumber('5511911112222')
  }
  for (const [kind, example] of Object.entries(whatsappMessages)) {
    const { id } = does[kind as keyof typeof does]()
    await meta.settled()
    const payload = JSON.parse(lastOf(business.received).body)
    const { value, field } = payload.entry[0].changes[0]
    expect({ kind, object: payload.object, entry: payload.entry[0].id, field }).toEqual({
      kind,
      object: 'whatsapp_business_account',
      entry: meta.number.waba,
      field: 'messages'
    })
    expect(value.metadata).toEqual({ display_phone_number: meta.number.phone, phone_number_id: phoneNumberId })
    expect(keysOf(value.messages[0]), kind).toEqual(expect.arrayContaining(keysOf(example)))
    if (kind !== 'changeNumber')
      expect(value.contacts).toMatchObject([{ profile: { name: 'Ana Beatriz' }, wa_id: '551187654321' }])
    expect(normalizeWebhook(payload).messages).toMatchObject([{ id, type: example.type }])
  }
  for (const [name, example] of Object.entries(whatsappStatuses)) {
    meta.statuses(reminder, [name as keyof typeof whatsappStatuses])
    await meta.settled()
    // It was a template, so that it costs.
    const keys = keysOf(example).map(key =>
      key.replace('free_customer_service', 'regular').replace('service', 'utility')
    )
    expect(keysOf(changeOf(lastOf(business.received)).statuses[0])).toEqual(expect.arrayContaining(keys))
  }
})

test('a customer who hides the number is known by the id alone', async () => {
  const { business, meta, kapso, phoneNumberId } = await open()
  const joao = meta.customer({ name: 'João Pedro', username: 'joaopedro', userId: 'BR.1502576394655843' })
  joao.text('Oi')
  await meta.settled()
  const value = changeOf(lastOf(business.received))
  expect(value.messages[0]).not.toHaveProperty('from')
  expect(value.messages[0].from_user_id).toBe('BR.1502576394655843')
  expect(value.contacts).toEqual([
    { profile: { name: 'João Pedro', username: 'joaopedro' }, user_id: 'BR.1502576394655843', country_code: 'BR' }
  ])
  const sent = await kapso.messages.sendText({ phoneNumberId, recipient: 'BR.1502576394655843', body: 'Olá' })
  expect(sent.contacts).toEqual([{ input: 'BR.1502576394655843', userId: 'BR.1502576394655843' }])
  await expect.poll(() => business.received.length).toBe(3)
  const [status] = changeOf(lastOf(business.received)).statuses
  expect(status).toMatchObject({ status: 'delivered', recipient_user_id: 'BR.1502576394655843' })
  expect(status).not.toHaveProperty('recipient_id')
})

test('files are fetched with the token, end, and may be somewhere else', async () => {
  const { business, meta, kapso, ana, phoneNumberId } = await open()
  for (const kind of ['image', 'audio', 'video', 'document', 'sticker'] as const) {
    ana[kind]()
    await meta.settled()
    const message = changeOf(lastOf(business.received)).messages[0]
    const about = await kapso.media.get({ mediaId: message[kind].id, phoneNumberId })
    const bytes = Buffer.from(
      (await kapso.media.download({ mediaId: message[kind].id, phoneNumberId, auth: 'always' })) as ArrayBuffer
    )
    const found = await fileTypeFromBuffer(bytes)
    expect([about.mimeType.split(';')[0], String(bytes.length)]).toEqual([found?.mime.split(';')[0], about.fileSize])
  }
  const { id } = await kapso.media.upload({
    phoneNumberId,
    type: 'image/png',
    file: new Blob([new Uint8Array(samples.image().bytes)], { type: 'image/png' })
  })
  const { url } = await kapso.media.get({ mediaId: id, phoneNumberId })
  const headers = { authorization: `Bearer ${meta.token}` }
  expect((await fetch(url)).status).toBe(401)
  expect((await fetch(url, { headers })).status).toBe(200)
  meta.files.fault(id, { redirect: 'http://169.254.169.254/' })
  expect((await fetch(url, { headers, redirect: 'manual' })).headers.get('location')).toBe('http://169.254.169.254/')
  meta.files.fault(id, 'gone')
  expect((await fetch(url, { headers })).status).toBe(404)
  expect((await refusal(kapso.media.get({ mediaId: id, phoneNumberId }))).code).toBe(100)
  meta.files.fault(id, undefined)
  meta.passTime(6 * 60 * 1000)
  expect((await fetch(url, { headers })).status).toBe(404)
  await kapso.media.delete({ mediaId: id, phoneNumberId })
  expect((await refusal(kapso.media.get({ mediaId: id, phoneNumberId }))).httpStatus).toBe(400)
})

test('a template is made, decided about, used, and listed page by page', async () => {
  const { business, meta, kapso, other, ana, phoneNumberId, to, call } = await open()
  const businessAccountId = meta.number.waba
  const components = [{ type: 'BODY', text: 'Olá {{1}}, até {{2}}!', example: { body_text: [['Ana', 'amanhã']] } }]
  const where = `${businessAccountId}/message_templates`
  const made = (body: object) =>
    call('POST', where, { name: 'lembrete', language: 'pt_BR', category: 'MARKETING', components, ...body })
  const { body: created } = await made({})
  expect(created).toMatchObject({ status: 'PENDING', category: 'MARKETING' })
  expect((await made({})).body.error).toMatchObject({ code: 100, error_subcode: 2388024 })
  expect((await made({ name: 'Com Espaço' })).body.error.code).toBe(100)
  expect((await made({ name: 'vazio', components: [{ type: 'BODY', text: '{{1}}' }] })).body.error.code).toBe(100)

  const values = [new BodyParameter('Ana'), new BodyParameter('amanhã')] as const
  const phone = { phone: to, bsuid: ana.person.userId }
  const use = (...parameters: BodyParameter[]) =>
    other.sendMessage(
      phoneNumberId,
      phone,
      new Template('lembrete', 'pt_BR', new BodyComponent(...(parameters as [BodyParameter])))
    )
  expect(await use(...values)).toMatchObject({ error: { code: 132001 } })
  meta.templates.decide(created.id, 'APPROVED')
  await meta.settled()
  const update = JSON.parse(lastOf(business.received).body).entry[0].changes[0]
  expect(update.field).toBe('message_template_status_update')
  expect(keysOf(update.value)).toEqual(
    expect.arrayContaining(keysOf({ ...templateUpdate, message_template_category: 'MARKETING' }))
  )

  expect(await use(values[0])).toMatchObject({ error: { code: 132000 } })
  // No window is open: only a template may be sent.
  expect(await use(...values)).toMatchObject({ messages: [{ message_status: 'accepted' }] })
  expect(lastOf(meta.sent)).toMatchObject({ type: 'template', text: 'Olá Ana, até amanhã!', category: 'marketing' })
  ana.marketing('stop')
  expect(await use(...values)).toMatchObject({ error: { code: 131050 } })
  ana.marketing('resume')
  meta.templates.decide(created.id, 'PAUSED')
  expect(await use(...values)).toMatchObject({ error: { code: 132015 } })
  meta.templates.decide(created.id, 'DISABLED')
  expect(await use(...values)).toMatchObject({ error: { code: 132016 } })
  meta.templates.decide(created.id, 'REJECTED', 'TAG_CONTENT_MISMATCH')
  expect((await call('POST', created.id, { components })).body).toEqual({ success: true })
  expect((await call('GET', created.id)).body).toMatchObject({ name: 'lembrete', status: 'PENDING', components })

  for (let n = 0; n < 5; n++) meta.templates.add({ name: `aviso_${n}`, components: [{ type: 'BODY', text: 'Oi' }] })
  const names: string[] = []
  let after: string | undefined
  do {
    const listed = await kapso.templates.list({ businessAccountId, limit: 2, ...(after && { after }) })
    names.push(...listed.data.map(({ name }) => name))
    after = listed.paging.next ? (listed.paging.cursors.after ?? undefined) : undefined
  } while (after)
  expect(names).toEqual(['lembrete', 'aviso_0', 'aviso_1', 'aviso_2', 'aviso_3', 'aviso_4'])
  await kapso.templates.delete({ businessAccountId, name: 'lembrete' })
  expect((await kapso.templates.list({ businessAccountId })).data).toHaveLength(5)
})

test('a number describes itself, and an account where its webhooks go', async () => {
  const { business, meta, kapso, ana, phoneNumberId, call } = await open()
  const fields =
    'display_phone_number,verified_name,quality_rating,status,throughput,whatsapp_business_manager_messaging_limit'
  expect((await call('GET', `${phoneNumberId}?fields=${fields}`)).body).toEqual({
    id: phoneNumberId,
    display_phone_number: expect.stringMatching(/^\+55 11 \d+-\d{4}$/),
    verified_name: 'Empresa de Demonstração',
    quality_rating: 'GREEN',
    status: 'CONNECTED',
    throughput: { level: 'STANDARD' },
    whatsapp_business_manager_messaging_limit: 'TIER_2K'
  })
  expect((await call('GET', `${phoneNumberId}?fields=messaging_limit_tier_old`)).body.error.code).toBe(100)
  expect((await call('GET', `${meta.number.waba}/phone_numbers`)).body.data).toMatchObject([{ id: phoneNumberId }])
  await kapso.phoneNumbers.deregister({ phoneNumberId })
  expect((await refusal(kapso.messages.sendText({ phoneNumberId, to: '5511987654321', body: 'Oi' }))).code).toBe(133010)
  await kapso.phoneNumbers.register({ phoneNumberId, pin: '123456' })
  await kapso.phoneNumbers.businessProfile.update({ phoneNumberId, about: 'Padaria' })
  expect((await kapso.phoneNumbers.businessProfile.get({ phoneNumberId })).data[0]?.about).toBe('Padaria')

  const apps = `${meta.number.waba}/subscribed_apps`
  const own = { override_callback_uri: `${business.url}/own`, verify_token: verifyToken }
  expect((await call('POST', apps, { ...own, verify_token: 'wrong' })).body.error.code).toBe(2200)
  expect((await call('POST', apps, own)).body).toEqual({ success: true })
  expect((await call('GET', apps)).body.data[0].override_callback_uri).toBe(`${business.url}/own`)
  ana.text('Oi')
  await meta.settled()
  expect(lastOf(business.received).path).toBe('/own')
  await call('DELETE', apps)
  ana.text('Alguém aí?')
  await meta.settled()
  expect(business.received).toHaveLength(1)
})

test('Instagram lets in by a code that works once, with tokens that last an hour and sixty days', async () => {
  const { meta, call } = await open({ instagramAppId: '123456789' })
  const query = {
    client_id: '123456789',
    redirect_uri: 'http://localhost:3000/volta?a=1',
    response_type: 'code',
    scope: 'instagram_business_basic',
    state: 'é&estado'
  }
  const authorize = (change: object = {}) =>
    fetch(`${meta.url}/oauth/authorize?${new URLSearchParams({ ...query, ...change })}`, { redirect: 'manual' })
  const location = (await authorize()).headers.get('location') ?? ''
  expect(location).toMatch(/^http:\/\/localhost:3000\/volta\?a=1&.*#_$/)
  const back = new URL(location).searchParams
  expect(back.get('state')).toBe('é&estado')
  expect((await authorize({ client_id: '1' })).status).toBe(400)
  expect((await authorize({ redirect_uri: 'javascript:alert(1)' })).status).toBe(400)

  const form = {
    client_id: '123456789',
    client_secret: instagramAppSecret,
    grant_type: 'authorization_code',
    redirect_uri: query.redirect_uri,
    code: back.get('code') ?? ''
  }
  const exchange = async (change: object = {}) => {
    const response = await fetch(`${meta.url}/oauth/access_token`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, ...change })
    })
    return response.json()
  }
  expect(await exchange({ redirect_uri: 'http://localhost:3000/' })).toMatchObject({
    error_type: 'OAuthException',
    code: 400
  })
  expect(await exchange({ client_secret: 'wrong' })).toMatchObject({ error_type: 'OAuthException' })
  const short = await exchange()
  expect(short).toEqual({
    access_token: expect.stringMatching(/^IG/),
    user_id: meta.account.id,
    permissions: ['instagram_business_basic', 'instagram_business_manage_messages']
  })
  expect(await exchange()).toMatchObject({ error_type: 'OAuthException' })

  const lengthen = async (grant: string, access_token: string) => {
    const where = grant === 'ig_refresh_token' ? 'refresh_access_token' : 'access_token'
    const parameters = new URLSearchParams({ grant_type: grant, client_secret: instagramAppSecret, access_token })
    return (await fetch(`${meta.url}/${where}?${parameters}`)).json()
  }
  const long = await lengthen('ig_exchange_token', short.access_token)
  expect(long).toMatchObject({ token_type: 'bearer', expires_in: 60 * 24 * 60 * 60 })
  expect((await lengthen('ig_refresh_token', long.access_token)).error.code).toBe(100)
  meta.passTime(2 * day)
  expect((await lengthen('ig_exchange_token', short.access_token)).error.code).toBe(190)
  const renewed = await lengthen('ig_refresh_token', long.access_token)
  expect((await call('GET', 'me?fields=user_id,username', undefined, renewed.access_token)).body).toEqual({
    id: meta.account.id,
    user_id: meta.account.id,
    username: 'empresa.demo'
  })
  const subscribed = 'me/subscribed_apps?subscribed_fields=messages,message_reactions'
  expect((await call('POST', subscribed, undefined, renewed.access_token)).body).toEqual({ success: true })
  const other = meta.addAccount()
  expect((await call('GET', other.id, undefined, renewed.access_token)).body.error.code).toBe(200)

  meta.settings.tokenShape = 'data'
  meta.settings.consent = 'page'
  const asks = await (await authorize({ state: '"><script>' })).text()
  expect(asks).toContain('Permitir')
  expect(asks).not.toContain('<script>')
  const agreed = await authorize({ answer: 'yes' })
  const code = new URL(agreed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  expect((await exchange({ code })).data[0]).toMatchObject({ user_id: meta.account.id })
  const denied = new URL((await authorize({ answer: 'no' })).headers.get('location') ?? '')
  expect([denied.searchParams.get('error'), denied.searchParams.get('state')]).toEqual(['access_denied', 'é&estado'])
})

test('Instagram takes messages within its windows and its bytes, and reports the business’s own', async () => {
  const { business, meta, call } = await open()
  const camila = meta.instagramCustomer({ name: 'Camila Ferreira', username: 'camila' })
  const send = (body: object) => call('POST', 'me/messages', { recipient: { id: camila.person.igsid }, ...body })
  const text = { message: { text: 'Olá' } }
  expect((await call('GET', camila.person.igsid)).body.error.code).toBe(230)
  expect((await send(text)).body.error).toMatchObject({ code: 10, error_subcode: 2534022 })
  const { id } = camila.text('Oi')
  expect((await call('GET', `${camila.person.igsid}?fields=name,username,profile_pic`)).body).toEqual({
    id: camila.person.igsid,
    name: 'Camila Ferreira',
    username: 'camila',
    profile_pic: expect.stringContaining(meta.url)
  })
  const { status, body } = await send(text)
  expect([status, body.recipient_id]).toEqual([200, camila.person.igsid])
  await expect.poll(() => business.received.length).toBe(2)
  const [echo] = JSON.parse(lastOf(business.received).body).entry[0].messaging
  expect(echo).toMatchObject({
    sender: { id: meta.account.id },
    message: { mid: body.message_id, is_echo: true, text: 'Olá' }
  })

  expect((await send({ message: { text: 'ã'.repeat(500) } })).status).toBe(200)
  expect((await send({ message: { text: `${'ã'.repeat(500)}a` } })).body.error.code).toBe(100)
  expect(
    (await send({ message: { attachment: { type: 'image', payload: { url: 'https://example.com/a.png' } } } })).status
  ).toBe(200)
  expect((await send({ message: { attachment: { type: 'sticker' } } })).body.error.code).toBe(100)
  expect((await send({ sender_action: 'react', payload: { message_id: id, reaction: 'love' } })).body).toEqual({
    recipient_id: camila.person.igsid
  })
  expect((await send({ recipient: { id: '404' }, ...text })).body.error.code).toBe(100)

  meta.passTime(day + 1000)
  expect((await send(text)).body.error.code).toBe(10)
  const human = { ...text, messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }
  expect(
    (await call('POST', `${meta.account.id}/messages`, { recipient: { id: camila.person.igsid }, ...human })).status
  ).toBe(200)
  meta.settings.humanAgent = false
  expect((await send(human)).body.error.code).toBe(10)
  meta.settings.humanAgent = true
  meta.passTime(6 * day)
  expect((await send(human)).body.error.code).toBe(10)
})

test('an echo may come before the answer', async () => {
  const { business, meta, call } = await open({ echoes: 'before' })
  const camila = meta.instagramCustomer({ name: 'Camila' })
  camila.text('Oi')
  const { body } = await call('POST', 'me/messages', {
    recipient: { id: camila.person.igsid },
    message: { text: 'Olá' }
  })
  expect(lastOf(business.received).body).toContain(body.message_id)
})

test('every kind of Instagram has the keys that Meta publishes', async () => {
  const { business, meta } = await open()
  const camila = meta.instagramCustomer({ name: 'Camila', username: 'camila' })
  const { id } = camila.text('Olá')
  const { id: written } = camila.fromBusiness('Oi!')
  const does: Record<keyof typeof instagramEvents, () => unknown> = {
    text: () => camila.text('Olá'),
    reply: () => camila.reply(written, 'Sim'),
    image: () => camila.image(),
    audio: () => camila.audio(),
    video: () => camila.video(),
    document: () => camila.document(),
    share: () => camila.share(),
    reel: () => camila.share('ig_reel'),
    storyMention: () => camila.storyMention(),
    storyReply: () => camila.storyReply('Lindo!'),
    ephemeral: () => camila.ephemeral(),
    quickReply: () => camila.quickReply('Sim', 'sim'),
    buttonReply: () => camila.buttonReply('Preços', 'precos'),
    reaction: () => camila.reaction(written, 'love'),
    unreact: () => camila.reaction(written),
    edit: () => camila.edit(id, 'Olá!'),
    delete: () => camila.delete(id),
    read: () => camila.read(written),
    unsupported: () => camila.unsupported(),
    echo: () => camila.fromBusiness('Oi')
  }
  for (const [kind, example] of Object.entries(instagramEvents)) {
    does[kind as keyof typeof does]()
    await meta.settled()
    const { object, entry } = JSON.parse(lastOf(business.received).body)
    expect([kind, object, entry[0].id, typeof entry[0].time]).toEqual([kind, 'instagram', meta.account.id, 'number'])
    expect(keysOf(entry[0].messaging[0]), kind).toEqual(expect.arrayContaining(keysOf(example)))
  }
  camila.image()
  camila.standby('Para outro aplicativo')
  camila.comment('Quanto custa?')
  await meta.settled()
  const [image, standby, comment] = business.received.slice(-3).map(({ body }) => JSON.parse(body).entry[0])
  expect(standby.standby[0].message.text).toBe('Para outro aplicativo')
  expect(comment.changes[0]).toMatchObject({ field: 'comments', value: { text: 'Quanto custa?' } })
  const { url } = image.messaging[0].message.attachments[0].payload
  expect((await fetch(url)).headers.get('content-type')).toBe('image/png')
  meta.passTime(day + 1000)
  expect((await fetch(url)).status).toBe(403)
})

test('webhooks are tried again until they are answered with 200', async () => {
  const { business, meta, ana } = await open()
  meta.retries.splice(0, 9, 5, 5)
  const answers = [500, 503, 200]
  business.answer = () => answers.shift() ?? 200
  ana.text('Oi')
  await meta.settled()
  expect(meta.deliveries.map(({ attempts }) => attempts)).toEqual([[500, 503, 200]])
  expect(meta.undelivered()).toEqual([])
  business.answer = () => 401
  const { id } = ana.text('Alô?')
  await meta.settled()
  expect(meta.undelivered()).toMatchObject([{ ids: [id], attempts: [401, 401, 401] }])
  business.answer = () => 200
  await meta.redeliver()
  expect(meta.undelivered()).toEqual([])
  expect(business.received).toHaveLength(2)
})

test('webhooks wait until an address answers the challenge', async () => {
  const { business, meta, ana } = await open({ webhooks: undefined })
  ana.text('Oi')
  await meta.settled()
  expect(meta.undelivered()).toHaveLength(1)
  expect(await meta.subscribe(business.url, 'wrong')).toBe(false)
  expect(await meta.subscribe(business.url)).toBe(true)
  await meta.redeliver()
  expect(meta.undelivered()).toEqual([])
})

test('one POST carries several entries, changes, messages and states', async () => {
  const { business, meta, kapso, ana, phoneNumberId, to } = await open({ autoStatuses: false })
  const second = meta.addNumber()
  const bia = meta.customer({ name: 'Bia', phone: '5511911112222', number: second.id })
  ana.text('Oi')
  const id = (await kapso.messages.sendText({ phoneNumberId, to, body: 'Oi' })).messages[0]?.id as string
  await meta.settled()
  meta.batch([ana.text('um'), ana.text('dois'), bia.text('três'), ...meta.statuses(id, ['sent', 'read'])])
  await meta.settled()
  expect(business.received).toHaveLength(2)
  const { entry } = JSON.parse(lastOf(business.received).body)
  expect(entry.map((each: { id: string }) => each.id)).toEqual([meta.number.waba, second.waba])
  const [{ value }] = entry[0].changes
  expect(value.messages.map((each: { text: { body: string } }) => each.text.body)).toEqual(['um', 'dois'])
  expect(value.statuses.map((each: { status: string }) => each.status)).toEqual(['sent', 'read'])
  expect(entry[1].changes[0].value.messages[0].text.body).toBe('três')

  meta.batch([ana.text('um'), ana.text('dois')], 'changes')
  await meta.settled()
  expect(JSON.parse(lastOf(business.received).body).entry[0].changes).toHaveLength(2)
  meta.batch([ana.text('um'), ana.text('dois')], 'entries')
  await meta.settled()
  expect(JSON.parse(lastOf(business.received).body).entry).toHaveLength(2)
  const camila = meta.instagramCustomer({ name: 'Camila' })
  meta.batch([camila.text('um'), camila.text('dois')])
  await meta.settled()
  expect(JSON.parse(lastOf(business.received).body).entry[0].messaging).toHaveLength(2)
})

test('the same seed delivers in the same disorder, each as often as requested', async () => {
  const order = async (seed: number) => {
    const { business, meta, ana } = await open()
    meta.hold()
    for (let n = 0; n < 6; n++) ana.text(String(n))
    await meta.settled()
    expect(business.received).toEqual([])
    await meta.deliver({ shuffle: seed, repeat: 2 })
    return business.received.map(each => changeOf(each).messages[0].text.body).join('')
  }
  const [first, again, another] = [await order(7), await order(7), await order(8)]
  expect(again).toBe(first)
  expect(another).not.toBe(first)
  expect([...first].sort().join('')).toBe('001122334455')
  expect(first).not.toBe('012345012345')
})

test('faults happen to the requests that match, as often as requested', async () => {
  const { business, meta, kapso, ana, phoneNumberId, to, call } = await open()
  ana.text('Oi')
  const send = (data = 'm1') => kapso.messages.sendText({ phoneNumberId, to, body: 'Oi', bizOpaqueCallbackData: data })
  const isSend = ({ path: where }: { path: string }) => where.endsWith('/messages')
  meta.failNext({ match: isSend, times: 2, how: { code: 131016, details: 'Busy' } })
  meta.failNext({ match: isSend, how: { code: 80007, httpStatus: 400 } })
  expect((await call('GET', phoneNumberId)).status).toBe(200)
  expect(await refusal(send())).toMatchObject({ code: 131016, httpStatus: 500, details: 'Busy' })
  expect((await refusal(send())).code).toBe(131016)
  expect(await refusal(send())).toMatchObject({ code: 80007, httpStatus: 400 })
  const raw = (signal?: AbortSignal) =>
    fetch(`${meta.url}/v26.0/${phoneNumberId}`, {
      headers: { authorization: `Bearer ${meta.token}` },
      redirect: 'manual',
      ...(signal && { signal })
    })
  meta.failNext({ how: 'html' })
  const html = await raw()
  expect([html.status, html.headers.get('content-type')]).toEqual([502, 'text/html'])
  meta.failNext({ how: 'status500' })
  expect((await raw()).status).toBe(500)
  meta.failNext({ how: { redirect: 'http://169.254.169.254/' } })
  expect((await raw()).headers.get('location')).toBe('http://169.254.169.254/')
  meta.failNext({ how: 'hang' })
  await expect(raw(AbortSignal.timeout(100))).rejects.toThrow('timeout')

  meta.failNext({ how: 'cutAfterAccept' })
  await expect(send('lost')).rejects.toThrow('fetch failed')
  expect(meta.sent.map(({ callbackData }) => callbackData)).toEqual(['lost'])
  await expect
    .poll(() => business.received.filter(({ body }) => body.includes('"biz_opaque_callback_data":"lost"')))
    .toHaveLength(2)
  await send()
  expect(meta.sent).toHaveLength(2)
})

test('another program plays the customers of a demonstration, but no page of another site', async () => {
  const business = await openBusiness()
  const file = path.join(import.meta.dirname, '../../kit/peers/meta.ts')
  const secrets = ['--app-secret', appSecret, '--verify-token', verifyToken, '--webhooks', business.url]
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...secrets], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  atEnd(() => child.kill())
  const [line] = await once(child.stdout, 'data')
  const { url, token, numberId } = JSON.parse(String(line))
  const state = async () => (await fetch(`${url}/demo/state`)).json()
  const play = (id: string, body: object, headers: object = {}) =>
    fetch(`${url}/demo/customers/${id}/messages`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers }
    })

  const { customers } = await state()
  expect(customers.map((each: { channel: string; name: string }) => [each.channel, each.name])).toEqual([
    ['whatsapp', 'Ana Beatriz Souza'],
    ['whatsapp', 'João Pedro Almeida'],
    ['instagram', 'Camila Ferreira'],
    ['whatsapp', 'Marcos Teixeira'],
    ['instagram', 'Larissa Nogueira']
  ])
  const [ana, , camila] = customers
  expect((await play(ana.id, { text: 'Olá, vi o anúncio' })).status).toBe(201)
  expect((await play(camila.id, { kind: 'image', text: 'Foto' })).status).toBe(201)
  await expect.poll(() => business.received.map(each => each.path)).toEqual(['/whatsapp', '/instagram'])
  const kapso = new WhatsAppClient({ accessToken: token, baseUrl: url, graphVersion: 'v26.0' })
  const sent = await kapso.messages.sendText({ phoneNumberId: numberId, to: ana.phone, body: 'Oi, Ana!' })
  const [shown] = (await state()).customers
  expect(shown.messages.map((each: { from: string; text: string }) => [each.from, each.text])).toEqual([
    ['customer', 'Olá, vi o anúncio'],
    ['business', 'Oi, Ana!']
  ])
  expect((await play(ana.id, { kind: 'reaction', messageId: sent.messages[0]?.id, emoji: '❤️' })).status).toBe(201)
  const [, , withImage] = (await state()).customers
  const image = await fetch(`${url}${withImage.messages[0].file}`)
  expect(image.headers.get('content-type')).toBe('image/png')

  expect((await play(ana.id, { text: 'x' }, { origin: 'https://example.com' })).status).toBe(403)
  expect((await play(ana.id, { text: 'x' }, { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await play('99', { text: 'x' })).status).toBe(404)
  expect((await play(ana.id, { text: ' ' })).status).toBe(422)
  expect((await play(ana.id, { kind: 'storyMention' })).status).toBe(422)
  child.kill()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a customer of the script reads, types, and answers once to several messages', async () => {
  const { business, meta, kapso, ana, phoneNumberId, to } = await open({ scripted: { read: 20, type: 20, answer: 40 } })
  ana.text('Oi')
  await kapso.messages.sendText({ phoneNumberId, to, body: 'Bom dia!' })
  const { messages } = await kapso.messages.sendText({ phoneNumberId, to, body: 'Qual é o melhor horário?' })
  await expect.poll(() => ana.person.typing).toBe(true)
  await expect
    .poll(() => lastOf(ana.person.thread))
    .toMatchObject({ from: 'customer', text: 'Quinta à tarde é melhor para mim.' })
  expect(ana.person.typing).toBe(false)
  await meta.settled()
  const read = business.received.flatMap(each => normalizeWebhook(JSON.parse(each.body)).statuses)
  expect(read.filter(({ status, id }) => status === 'read' && id === messages[0]?.id)).toHaveLength(1)
  expect(ana.person.thread.filter(({ from }) => from === 'customer')).toHaveLength(2)
})

test('the provider knows nothing of the product, so that the two can disagree', () => {
  const folder = path.join(import.meta.dirname, '../../kit/peers/meta')
  const files = [
    path.join(import.meta.dirname, '../../kit/peers/meta.ts'),
    ...readdirSync(folder).map(name => path.join(folder, name))
  ]
  const imports = files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\bfrom '([^']+)'/g)].map(match => match[1])
  )
  expect(imports.length).toBeGreaterThan(20)
  expect(imports.filter(name => !/^(node:|\.\/)/.test(String(name)))).toEqual([])
})
