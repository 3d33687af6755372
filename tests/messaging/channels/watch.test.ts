import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { watchChannels } from '../../../services/messaging/channels/watch.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { goodToken, openGraph } from '../../kit/graph.ts'
import { connect } from '../../kit/webhooks.ts'

const graph = await openGraph()
// A database of its own, because all channels that are due are read.
const databaseUrl = await newDatabase()
const app = await openApp({ DATABASE_URL: databaseUrl, META_GRAPH_URL: graph.url })

const call = async (who: Tenant, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
  const answer = await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

// Channels of the other tests are switched off, so that none of them is due.
beforeEach(async () => {
  graph.quality = 'GREEN'
  graph.reading = null
  await app.db.everyCompany(trx => sql`update channels set active = false`.execute(trx))
})

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

test('the others are read where what was read of one cannot be stored', async () => {
  const all = [await switchedOn(), await switchedOn(), await switchedOn()]
  const [, poisoned] = all as [Tenant, Tenant]
  for (const each of all) await later(each)
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'a poisoned row'; end $$;
    create trigger a_poison before update on channels for each row
      when (new.company_id = '${poisoned.id}') execute function refuse()`)
  onTestFinished(async () => {
    await owner.query('drop trigger a_poison on channels')
  })
  await expect(watchChannels(app.db, app.config)).rejects.toThrow(/1 of 3 failed: .*a poisoned row/)
  const { rows } = await owner.query(
    `select company_id from channels where company_id = any ($1) and checked_at < now() - interval '12 hours'`,
    [all.map(({ id }) => id)]
  )
  expect(rows).toEqual([{ company_id: poisoned.id }])
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
