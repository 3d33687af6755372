import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import { longestPicture } from '../../../services/messaging/conversations/pictures.ts'
import { askProfiles, fetchProfile } from '../../../services/messaging/conversations/profile.ts'
import type { Conversation } from '../../../services/messaging/conversations/schema.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { goodToken, openGraph } from '../../kit/graph.ts'
import { png } from '../../kit/peers/meta/samples.ts'
import { askErasure, erase } from '../../kit/privacy.ts'
import { type Channel, connect, deliver, instagram } from '../../kit/webhooks.ts'

const graph = await openGraph()
const app = await openApp({
  DATABASE_URL: await newDatabase(),
  META_GRAPH_URL: graph.url,
  INSTAGRAM_GRAPH_URL: graph.url
})

let people = 0
let messages = 0

/** A company that is connected to Instagram, and a person who may write to it. */
async function withPerson() {
  const ours = await company(app)
  const channel = await connect(app, ours, 'instagram')
  graph.me = channel.account
  await app.inject({
    method: 'POST',
    url: '/api/instagram/config',
    headers: ours.auth,
    payload: { token: goodToken }
  })
  return { ours, channel, igsid: `7${String(100_000_000_000_000 + ++people)}` }
}

/** The person writes, and the worker fetches the profiles that it then asks for; `last`: the last attempt. */
async function writes(ours: Tenant, channel: Channel, igsid: string, { last = true } = {}): Promise<Conversation> {
  const message = { mid: `m.p.${++messages}`, text: 'Oi!' }
  const event = { sender: { id: igsid }, recipient: { id: channel.account }, timestamp: Date.now(), message }
  await deliver(app, channel, instagram(channel.account, [event]))
  const waiting = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
    app.db,
    waiting.map(({ id }) => id)
  )
  const { id = '' } = (await conversationsOf(ours))[0] ?? {}
  const context = { db: app.db, config: app.config, log: pino({ level: 'silent' }), jobId: 'x', last }
  await app.db.company(ours.id, trx => askProfiles(trx, ours.id, [id]))
  const jobs = await app.db.everyCompany(trx =>
    trx
      .deleteFrom('outbox')
      .where('name', '=', 'profile-missing')
      .where(sql<boolean>`data ->> 'companyId' = ${ours.id}`)
      .returning('id')
      .execute()
  )
  if (jobs.length > 0) await fetchProfile(context, ours.id, id)
  return (await conversationsOf(ours))[0] as Conversation
}

const conversationsOf = async (who: Tenant): Promise<Conversation[]> =>
  (await app.inject({ url: '/api/conversations', headers: who.auth })).json()

const leadOf = async (who: Tenant, { leadId }: Conversation) =>
  (await app.inject({ url: `/api/leads/${leadId}`, headers: who.auth })).json()

const filesOf = (who: Tenant) =>
  app.db.company(who.id, trx => trx.selectFrom('files').select(['id', 'type', 'expires_at']).execute())

const pastDays = (who: Tenant, days: number) =>
  app.db.company(who.id, trx =>
    sql`update conversations set profile_at = now() - ${days} * interval '1 day'`.execute(trx)
  )

test('who writes on Instagram has name, @name and picture, asked for once and renewed after a month', async () => {
  const { ours, channel, igsid } = await withPerson()
  const [first, second] = [png(64, 64), png(80, 80)]
  graph.files.set('rosto-1', { bytes: first, type: 'image/png' })
  const profile = { name: 'Camila Ferreira', username: 'camila.f', profile_pic: `${graph.url}/cdn/rosto-1?oe=6f` }
  graph.profiles.set(igsid, profile)
  const before = graph.profilesAsked
  const conversation = await writes(ours, channel, igsid)
  expect(conversation).toMatchObject({ name: 'Camila Ferreira', contact: '@camila.f' })
  expect(await leadOf(ours, conversation)).toMatchObject({ name: 'Camila Ferreira' })
  const shown = await app.inject({ url: conversation.picture ?? '' })
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
  expect(shown.rawPayload.equals(first)).toBe(true)
  const [kept] = await filesOf(ours)
  expect(Date.parse(String(kept?.expires_at)) - Date.now()).toBeGreaterThan(300 * 86_400_000)

  // Neither another message nor another signature gets anything more.
  await writes(ours, channel, igsid)
  expect(graph.profilesAsked - before).toBe(1)
  const forged = conversation.picture?.replace(/\/([^/.]+)\.([0-9a-f]{24})/, '/$1.000000000000000000000000') ?? ''
  expect((await app.inject({ url: forged })).statusCode).toBe(404)

  graph.files.set('rosto-2', { bytes: second, type: 'image/png' })
  graph.profiles.set(igsid, { ...profile, username: 'camila.ferreira', profile_pic: `${graph.url}/cdn/rosto-2` })
  await pastDays(ours, 31)
  const renewed = await writes(ours, channel, igsid)
  expect(renewed.contact).toBe('@camila.ferreira')
  expect((await app.inject({ url: renewed.picture ?? '' })).rawPayload.equals(second)).toBe(true)
  expect((await app.inject({ url: conversation.picture ?? '' })).statusCode).toBe(404)
  expect(await filesOf(ours)).toHaveLength(1)

  // The last known profile stays where the provider no longer returns one.
  graph.profiles.delete(igsid)
  await pastDays(ours, 31)
  const silent = await writes(ours, channel, igsid)
  expect([silent.name, silent.contact, silent.picture]).toEqual([renewed.name, renewed.contact, renewed.picture])

  const email = `camila${people}@example.org`
  const put = { method: 'PUT', url: `/api/leads/${silent.leadId}`, headers: ours.auth, payload: { email } } as const
  expect((await app.inject(put)).statusCode).toBe(200)
  const request = await askErasure(app, ours, { name: 'Camila Ferreira', email })
  const erased = await erase(app, ours, request)
  expect(erased.statusCode, erased.body).toBeLessThan(300)
  expect(await filesOf(ours)).toEqual([])
  expect((await app.inject({ url: renewed.picture ?? '' })).statusCode).toBe(404)
})

test('who has only an @name is called by it until there is a name, and keeps both on another lead', async () => {
  const { ours, channel, igsid } = await withPerson()
  const nobody = await writes(ours, channel, igsid)
  expect([nobody.name, nobody.contact]).toEqual(['Pessoa do Instagram', 'sem @nome'])
  graph.profiles.set(igsid, { username: 'lari.nogueira' })
  await pastDays(ours, 1)
  const named = await writes(ours, channel, igsid)
  expect(named).toMatchObject({ name: 'lari.nogueira', contact: '@lari.nogueira', picture: null })
  expect(await leadOf(ours, named)).toMatchObject({ name: 'lari.nogueira' })
  graph.profiles.set(igsid, { username: 'lari.nogueira', name: 'Larissa Nogueira' })
  await pastDays(ours, 31)
  const both = await writes(ours, channel, igsid)
  expect(await leadOf(ours, both)).toMatchObject({ name: 'Larissa Nogueira' })

  // A name that a colleague wrote is not changed, and a lead that comes after a deleted one is not nameless.
  const { version: _, ...lead } = await leadOf(ours, both)
  const put = { method: 'PUT', url: `/api/leads/${lead.id}`, headers: ours.auth } as const
  expect((await app.inject({ ...put, payload: { name: 'Lari da loja' } })).statusCode).toBe(200)
  await pastDays(ours, 31)
  expect((await writes(ours, channel, igsid)).name).toBe('Lari da loja')
  const deleted = await app.inject({ method: 'DELETE', url: `/api/leads/${lead.id}`, headers: ours.auth })
  expect(deleted.statusCode, deleted.body).toBeLessThan(300)
  const again = await writes(ours, channel, igsid)
  expect([again.name, again.leadId === lead.id]).toEqual(['Larissa Nogueira', false])
})

test('what is no picture, too large, gone or within the network is none, and the name is there all the same', async () => {
  let called = 0
  const inside = createServer((_, response) => {
    called++
    response.end(png())
  }).listen(0, '127.0.0.1')
  await once(inside, 'listening')
  atEnd(() => void inside.close())
  const { port } = inside.address() as AddressInfo
  graph.files.set('pagina', { bytes: Buffer.from('<!doctype html><script>1</script>'), type: 'image/png' })
  graph.files.set('vazio', { bytes: Buffer.alloc(0), type: 'image/png' })
  const large = Buffer.concat([png(8, 8), Buffer.alloc(longestPicture)])
  graph.files.set('grande', { bytes: large, type: 'image/png' })
  graph.files.set('outro', { bytes: png(), type: 'image/png', redirect: `http://127.0.0.1:${port}/x.png` })
  const addresses = [
    ...['pagina', 'vazio', 'grande', 'outro', 'nenhum'].map(name => `${graph.url}/cdn/${name}`),
    `http://127.0.0.1:${port}/x.png`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'isto não é um endereço'
  ]
  for (const profile_pic of addresses) {
    const { ours, channel, igsid } = await withPerson()
    graph.profiles.set(igsid, { name: 'Bia', username: 'bia', profile_pic })
    expect(await writes(ours, channel, igsid), profile_pic).toMatchObject({ name: 'Bia', picture: null })
    expect(await filesOf(ours), profile_pic).toEqual([])
  }
  expect(called).toBe(0)
})

test('a picture that does not come is tried again, and the name does not wait for it', async () => {
  const { ours, channel, igsid } = await withPerson()
  graph.files.set('depois', { bytes: png(), type: 'image/png', status: 503 })
  graph.profiles.set(igsid, { name: 'Téo', profile_pic: `${graph.url}/cdn/depois` })
  await expect(writes(ours, channel, igsid, { last: false })).rejects.toThrow('503')
  expect((await conversationsOf(ours))[0]).toMatchObject({ name: 'Téo', picture: null })
  graph.files.set('depois', { bytes: png(), type: 'image/png' })
  expect((await writes(ours, channel, igsid)).picture).toMatch(/^\/api\/conversations\/pictures\//)
})
