import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ChannelOverview } from '../../../services/messaging/channels/schema.ts'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { staff } from '../../kit/people.ts'
import { connect, deliver, whatsapp } from '../../kit/webhooks.ts'

const app = await openApp({
  DATABASE_URL: await newDatabase(),
  INSTAGRAM_APP_ID: '998877665544',
  INSTAGRAM_APP_SECRET: 'secret-of-the-instagram-app'
})

test('staff see how the channels of all companies stand, and no secret', async () => {
  const admin = await staff(app, 'employee', ['manage_integrations'])
  const look = async () => {
    const answer = await app.inject({ url: '/api/admin/channels', headers: admin.auth })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<ChannelOverview[]>()
  }
  const nothing = { active: 0, inactive: 0, reauthorize: 0, expiring: 0, receivedAt: null, lagSeconds: null }
  expect(await look()).toMatchObject([
    { ...nothing, kind: 'whatsapp', app: false, loginReturnUrl: null },
    { ...nothing, kind: 'instagram', app: true, loginReturnUrl: `${app.config.publicUrl}/instagram-messages` }
  ])

  const tenants = [await company(app), await company(app), await company(app)]
  const channels = await Promise.all(tenants.map(each => connect(app, each)))
  await Promise.all(tenants.map(each => connect(app, each, 'instagram')))
  const set = (n: number, kind: string, values: ReturnType<typeof sql>) =>
    app.db.company(tenants[n]?.id ?? '', trx => sql`update channels set ${values} where kind = ${kind}`.execute(trx))
  await set(0, 'whatsapp', sql`token = 'sealed', active = true, quality = 'RED'`)
  await set(1, 'whatsapp', sql`token = 'sealed', active = true, problem = 'blocked'`)
  await set(2, 'whatsapp', sql`token = 'sealed'`)
  await set(0, 'instagram', sql`token = 'sealed', active = true, token_expires_at = now() + interval '3 days'`)
  await set(1, 'instagram', sql`token = 'sealed', active = true, problem = 'token', token_expires_at = now()`)
  const [channel] = channels
  if (!channel) throw new Error('no channel')
  await deliver(app, channel, whatsapp(channel.account, { messages: [] }))
  await app.db.everyCompany(trx => sql`update deliveries set received_at = now() - interval '5 minutes'`.execute(trx))

  const [numbers, accounts] = await look()
  expect(numbers).toMatchObject({ active: 2, inactive: 1, attention: 1, blocked: 1, reauthorize: 0, expiring: 0 })
  expect(numbers?.lagSeconds).toBeGreaterThan(290)
  expect(accounts).toMatchObject({ active: 2, inactive: 0, reauthorize: 1, expiring: 1, lagSeconds: null })
  expect(JSON.stringify([numbers, accounts])).not.toContain('sealed')

  const without = await staff(app, 'employee')
  expect((await app.inject({ url: '/api/admin/channels', headers: without.auth })).statusCode).toBe(403)
})
