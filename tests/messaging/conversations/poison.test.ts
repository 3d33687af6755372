import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { resumeDeliveries } from '../../../services/messaging/channels/checkup.ts'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import type { Conversation } from '../../../services/messaging/conversations/schema.ts'
import { company, openApp, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { redisDatabase } from '../../kit/redis.ts'
import { type Channel, connect, deliver, instagram, profile, whatsapp, written } from '../../kit/webhooks.ts'
import { openWorker } from '../../kit/workers.ts'

const secret = 'secret-of-the-installation'
// A database of its own: health reports everything that waits.
const databaseUrl = await newDatabase()
const app = await openApp({ DATABASE_URL: databaseUrl, META_APP_SECRET: secret })

const waitingIds = async (): Promise<number[]> =>
  (
    await app.db.everyCompany(trx =>
      trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).orderBy('id').execute()
    )
  ).map(({ id }) => id)

const workAll = async (): Promise<void> => processDeliveries(app.db, await waitingIds())

const namesOf = async (who: Tenant): Promise<string[]> => {
  const answer = await app.inject({ url: '/api/conversations', headers: who.auth })
  expect(answer.statusCode, answer.body).toBe(200)
  return (answer.json() as Conversation[]).map(({ name }) => name).sort()
}

const outcomes = async (channel: Channel) => {
  const { rows } = await app.db.everyCompany(trx =>
    sql<{ outcome: string; reason: string | null; n: number }>`
      select outcome, reason, sum(updates)::integer as n from delivery_outcomes o
      join channels c on c.company_id = o.company_id and c.id = o.channel_id
      where c.account = ${channel.account} group by outcome, reason order by outcome`.execute(trx)
  )
  return rows
}

const number = (n: number) => `55119${String(80_000_000 + n)}`

/** Deliveries that were seen to stop the job that works them off; anybody with a number can send them. */
const poisons: [string, (account: string, n: number) => object][] = [
  ...['constructor', 'toString', '__proto__', 'hasOwnProperty'].map(
    (type): [string, (account: string, n: number) => object] => [
      `a kind called ${type}`,
      (account, n) => whatsapp(account, { messages: [{ ...written(number(n), `wamid.k${n}`, 'x'), type }] })
    ]
  ),
  [
    'a state called constructor',
    (account, n) =>
      whatsapp(account, { statuses: [{ id: `wamid.s${n}`, status: 'constructor', timestamp: `${now()}` }] })
  ],
  [
    'an error code beyond a whole number',
    (account, n) =>
      whatsapp(account, {
        statuses: [{ id: `wamid.c${n}`, status: 'failed', timestamp: `${now()}`, errors: [{ code: 2 ** 40 }] }]
      })
  ],
  [
    'a date of the year 2099',
    (account, n) =>
      whatsapp(account, { messages: [written(number(n), `wamid.y${n}`, 'x', Date.UTC(2099, 11, 31, 23, 59))] })
  ],
  [
    'a time of minus infinity',
    (account, n) =>
      whatsapp(account, { messages: [{ ...written(number(n), `wamid.i${n}`, 'x'), timestamp: '-1e999' }] })
  ]
]
const now = () => Math.floor(Date.now() / 1000)

test.each(poisons)('beside %s every message of other companies is stored', async (_what, poison) => {
  const [ours, theirs] = [await company(app), await company(app)]
  const [channel, other] = [await connect(app, ours), await connect(app, theirs)]
  const people = [1, 2, 3].map(n => number(Math.floor(Math.random() * 1e7) * 3 + n))
  for (const [n, from] of people.entries()) {
    expect((await deliver(app, other, poison(other.account, n))).statusCode).toBe(200)
    const contacts = [profile(from, `Cliente ${n}`)]
    await deliver(app, channel, whatsapp(channel.account, { contacts, messages: [written(from, `w.${from}`, 'oi')] }))
  }
  await workAll()
  expect(await namesOf(ours)).toEqual(['Cliente 0', 'Cliente 1', 'Cliente 2'])
  expect(await waitingIds()).toEqual([])
  expect(await outcomes(channel)).toEqual([{ outcome: 'stored', reason: null, n: 3 }])
})

test('kinds of Instagram are not looked up in the prototypes of objects', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours, 'instagram')
  const about = { sender: { id: '777' }, recipient: { id: channel.account }, timestamp: Date.now() }
  await deliver(
    app,
    channel,
    instagram(channel.account, [
      {
        ...about,
        message: { mid: 'm.1', attachments: [{ type: 'constructor', payload: { url: 'https://x.test/a' } }] }
      },
      { ...about, reaction: { mid: 'm.1', action: 'react', reaction: 'constructor' } }
    ])
  )
  await workAll()
  expect(await outcomes(channel)).toEqual([{ outcome: 'stored', reason: null, n: 2 }])
})

/** Makes the database refuse what has this text, as a fault of ours would. */
async function refusing(text: string, work: () => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  await owner.query(`alter table messages add constraint poisoned check (text is distinct from '${text}') not valid`)
  try {
    await work()
  } finally {
    await owner.query('alter table messages drop constraint poisoned')
    await owner.end()
  }
}

test('an update that the database refuses is kept with the reason, alone, and processed by the button once mended', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const [channel, other] = [await connect(app, ours), await connect(app, theirs)]
  const messages = Array.from({ length: 40 }, (_, n) =>
    written(number(500 + n), `wamid.r${n}`, n === 17 || n === 30 ? 'veneno' : `texto ${n}`)
  )
  await refusing('veneno', async () => {
    await deliver(app, channel, whatsapp(channel.account, { messages }))
    await deliver(app, other, whatsapp(other.account, { messages: [written(number(600), 'wamid.o', 'oi')] }))
    await workAll()
  })
  expect(await waitingIds()).toEqual([])
  expect(await namesOf(theirs)).toHaveLength(1)
  expect(await outcomes(channel)).toEqual([
    { outcome: 'stored', reason: null, n: 38 },
    { outcome: 'unreadable', reason: expect.stringContaining('poisoned'), n: 2 }
  ])
  const replayed = await app.inject({ method: 'POST', url: '/api/whatsapp/deliveries/replay', headers: ours.auth })
  expect(replayed.json()).toEqual({ deliveries: 1 })
  await workAll()
  expect(await outcomes(channel)).toEqual([
    { outcome: 'repeated', reason: null, n: 38 },
    { outcome: 'stored', reason: null, n: 2 }
  ])
})

test('what came before the number was connected, or was never processed, is brought in by the button', async () => {
  const ours = await company(app)
  const channel = await connect(app, ours)
  // The account of another number, whatever the first digit is.
  const account = `${channel.account.startsWith('9') ? 8 : 9}${channel.account.slice(1)}`
  const early = whatsapp(account, { messages: [written(number(700), 'wamid.e', 'antes')] })
  await deliver(app, { kind: 'whatsapp', secret }, early)
  await workAll()
  expect(await namesOf(ours)).toEqual([])
  // A company that only enters the number of somebody else gets nothing of it.
  const stranger = await company(app)
  await connect(app, stranger, 'whatsapp', { account, proved: false })
  const replay = (who: Tenant) =>
    app.inject({ method: 'POST', url: '/api/whatsapp/deliveries/replay', headers: who.auth })
  expect((await replay(stranger)).json()).toEqual({ deliveries: 0 })
  const report = (who: Tenant) => app.inject({ url: '/api/whatsapp/deliveries', headers: who.auth })
  expect((await report(stranger)).json()).toMatchObject({ received: 0, outcomes: {} })

  const owner = await company(app)
  await connect(app, owner, 'whatsapp', { account })
  expect((await report(owner)).json()).toMatchObject({ received: 1, outcomes: { unknown_account: 1 } })
  // One more that no job processed.
  await deliver(app, { kind: 'whatsapp', secret }, whatsapp(account, { messages: [written(number(701), 'w.f', 'oi')] }))
  await app.db.everyCompany(trx =>
    sql`update deliveries set received_at = now() - interval '3 minutes'
    where processed_at is null`.execute(trx)
  )
  expect((await replay(owner)).json()).toEqual({ deliveries: 2 })
  await workAll()
  expect(await namesOf(owner)).toHaveLength(2)
  expect(await namesOf(stranger)).toEqual([])
})

test('messages that wait are reported by health, by the check-up of their own channel alone, and taken up again', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  const [channel] = [await connect(app, ours), await connect(app, theirs)]
  await deliver(app, channel, whatsapp(channel.account, { messages: [written(number(800), 'wamid.w', 'oi')] }))
  await app.db.everyCompany(trx =>
    sql`update deliveries set received_at = now() - interval '10 minutes'
    where processed_at is null`.execute(trx)
  )
  const processing = async (who: Tenant) => {
    const answer = await app.inject({ url: '/api/whatsapp/checkup', headers: who.auth })
    return (answer.json() as { name: string; state: string }[]).find(({ name }) => name === 'Processamento')?.state
  }
  expect([await processing(ours), await processing(theirs)]).toEqual(['bad', 'good'])
  const ready = await app.inject({ url: '/health/ready' })
  expect(ready.json()).toMatchObject({
    status: 'degraded',
    problems: expect.arrayContaining(['Mensagens de clientes esperam há mais de 2 minutos para serem processadas.'])
  })
  await resumeDeliveries(app.db)
  const { rows } = await app.db.everyCompany(trx =>
    sql<{
      data: { deliveryIds: number[] }
    }>`select data from outbox where queue = 'deliveries' order by seq desc limit 1`.execute(trx)
  )
  expect(rows[0]?.data.deliveryIds).toEqual(await waitingIds())
  await workAll()
})

test('the secret of a company counts for a number that it proved, however many strangers have entered the number', async () => {
  const ours = await company(app)
  const account = '90000000000000001'
  for (let n = 0; n < 9; n++) {
    const stranger = await company(app)
    const theirs = await connect(app, stranger, 'whatsapp', { account, proved: false })
    const body = whatsapp(account, { messages: [written(number(900), `wamid.x${n}`, 'falso')] })
    expect((await deliver(app, theirs, body)).statusCode).toBe(403)
  }
  const channel = await connect(app, ours, 'whatsapp', { account })
  const body = whatsapp(account, { messages: [written(number(901), 'wamid.ok', 'oi')] })
  expect((await deliver(app, channel, body)).statusCode).toBe(200)
  await workAll()
  expect(await namesOf(ours)).toHaveLength(1)
})

test.each(['postgres', 'redis'])('735 poisoned deliveries keep nobody waiting, on %s', async store => {
  const redis = inject('redisUrl')
  if (store === 'redis' && redis === null) return
  const env = {
    DATABASE_URL: await newDatabase(),
    META_APP_SECRET: secret,
    ...(store === 'redis' && { REDIS_URL: redisDatabase(redis, 11) })
  }
  const busy = await openApp(env)
  await openWorker(testConfig(env))
  const [ours, theirs] = [await company(busy), await company(busy)]
  const [channel, other] = [await connect(busy, ours), await connect(busy, theirs)]
  const bad = Array.from({ length: 735 }, (_, n) => {
    const [, poison] = poisons[n % poisons.length] as (typeof poisons)[number]
    return { channel: other, body: poison(other.account, n) }
  })
  const good = Array.from({ length: 100 }, (_, n) => ({
    channel,
    body: whatsapp(channel.account, { messages: [written(number(2000 + n), `wamid.g${n}`, `oi ${n}`)] })
  }))
  const mixed = bad.flatMap((each, n) => [each, ...(n % 7 === 0 ? good.splice(0, 1) : [])]).concat(good)
  for (let n = 0; n < mixed.length; n += 32)
    await Promise.all(
      mixed.slice(n, n + 32).map(async ({ channel, body }) => {
        expect((await deliver(busy, channel, body)).statusCode).toBe(200)
      })
    )
  const stored = async () => {
    const { rows } = await busy.db.everyCompany(trx =>
      sql<{ n: number; waiting: number }>`select
        (select count(*)::integer from messages where company_id = ${ours.id}) as n,
        (select count(*)::integer from deliveries where processed_at is null) as waiting`.execute(trx)
    )
    return rows[0]
  }
  await expect.poll(stored).toEqual({ n: 100, waiting: 0 })
})
