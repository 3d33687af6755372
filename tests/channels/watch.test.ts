import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { watchChannels } from '../../services/channels/watch.ts'
import { company, openApp, type Tenant } from '../support/app.ts'
import { newDatabase } from '../support/database.ts'
import { goodToken, openGraph } from '../support/graph.ts'
import { connect } from '../support/webhooks.ts'

const graph = await openGraph()
// A database of its own, because all channels that are due are read.
const app = await openApp({ DATABASE_URL: await newDatabase(), META_GRAPH_URL: graph.url })

const call = async (who: Tenant, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
  const answer = await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function switchedOn(): Promise<Tenant> {
  const ours = await company(app)
  await connect(app, ours)
  await call(ours, 'POST', '/api/whatsapp/settings', { token: goodToken })
  await call(ours, 'PATCH', '/api/whatsapp/settings/status', { active: true })
  return ours
}

const later = (who: Tenant) =>
  app.db.everyCompany(trx =>
    sql`update channels set checked_at = now() - interval '13 hours' where company_id = ${who.id}`.execute(trx)
  )

const troubles = async (who: Tenant): Promise<string[]> =>
  (await call(who, 'GET', '/api/notifications')).items
    .filter(({ kind }: { kind: string }) => kind === 'channel_trouble')
    .map(({ title }: { title: string }) => title)

test('a number whose quality falls, and a token that was revoked, are known before a message fails', async () => {
  const ours = await switchedOn()
  expect(await watchChannels(app.db, app.config)).toBe(0) // read a moment ago
  graph.quality = 'RED'
  await later(ours)
  expect(await watchChannels(app.db, app.config)).toBe(1)
  expect(await call(ours, 'GET', '/api/whatsapp/settings')).toMatchObject({ state: 'attention', quality: 'RED' })
  await later(ours)
  await watchChannels(app.db, app.config)
  expect(await troubles(ours)).toEqual(['A qualidade do número caiu'])

  graph.reading = { code: 190, status: 401 }
  await later(ours)
  await watchChannels(app.db, app.config)
  expect(await call(ours, 'GET', '/api/whatsapp/settings')).toMatchObject({ state: 'reauthorize' })
  expect(await troubles(ours)).toEqual(['O WhatsApp parou de funcionar', 'A qualidade do número caiu'])
  await later(ours)
  expect(await watchChannels(app.db, app.config)).toBe(0)
})

test('a provider that does not answer changes nothing', async () => {
  graph.quality = 'GREEN'
  graph.reading = null
  const ours = await switchedOn()
  graph.reading = 'html'
  await later(ours)
  expect(await watchChannels(app.db, app.config)).toBe(0)
  expect(await call(ours, 'GET', '/api/whatsapp/settings')).toMatchObject({ state: 'active', checkError: null })
  expect(await troubles(ours)).toEqual([])
})
