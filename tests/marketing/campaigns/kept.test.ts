import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { planDays } from '../../../services/marketing/campaigns/days.ts'
import { mailsPerDay } from '../../../services/platform/email/rules.ts'
import type { Mail } from '../../../services/platform/email/schema.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import {
  callCampaigns,
  consenting,
  moveCampaign,
  readCampaign,
  recipientsOf,
  sendingCompany,
  workOffCampaign,
  writeCampaign,
  zoneAt
} from '../../kit/campaigns.ts'

/** Without a mail server. */
const app = await openApp()

const mailsOf = async (who: Tenant): Promise<Mail[]> => {
  const list = (await app.inject({ url: '/api/mails', headers: who.auth })).json<Mail[]>()
  return Promise.all(
    list.map(async ({ id }) => (await app.inject({ url: `/api/mails/${id}`, headers: who.auth })).json())
  )
}

const keep = (who: Tenant) =>
  app.db.company(who.id, trx => trx.updateTable('email_senders').set({ kept: true }).execute())

test('a campaign of a sender whose mails are kept passes the whole engine, and its links count', async () => {
  const ours = await sendingCompany(app)
  await keep(ours)
  const [leadId] = await consenting(app, ours, ['ana@example.com', 'bia@example.com'])
  const campaign = await writeCampaign(app, ours)
  await moveCampaign(app, ours, campaign.id, 'send')
  await workOffCampaign(app, ours, campaign.id)
  expect((await readCampaign(app, ours, campaign.id)).state).toBe('done')
  expect((await recipientsOf(app, ours, campaign.id)).map(({ state }) => state)).toEqual(['accepted', 'accepted'])

  const mails = await mailsOf(ours)
  expect(mails.map(({ to, status }) => [to, status]).toSorted()).toEqual([
    ['ana@example.com', 'kept'],
    ['bia@example.com', 'kept']
  ])
  const ana = mails.find(({ to }) => to === 'ana@example.com')
  expect(ana).toMatchObject({
    leadId,
    subject: 'Uma oferta para Pessoa',
    html: expect.stringContaining('Ver a oferta')
  })
  const link = /https?:\/\/[^"]*(\/click\/[^"]+)"[^>]*>\s*Ver a oferta/.exec(ana?.html ?? '')?.[1]
  const opened = await app.inject({ url: link ?? '', headers: { 'user-agent': 'Mozilla/5.0 Firefox/130.0' } })
  expect(opened.statusCode).toBeGreaterThanOrEqual(200)
  expect(opened.statusCode).toBeLessThan(400)
  // Run again, nothing is kept twice.
  await workOffCampaign(app, ours, campaign.id)
  expect(await mailsOf(ours)).toHaveLength(2)
})

test('without a mail server a test of a campaign is kept for its people, with no sender at all', async () => {
  const ours = await company(app)
  const made = await app.inject({
    method: 'POST',
    url: '/api/email/templates',
    headers: ours.auth,
    payload: {
      ...{ name: 'Oferta', subject: 'Oferta', preheader: '' },
      body: { format: 1, accent: '#0f766e', blocks: [{ id: 'a', type: 'heading', text: 'Olá', align: 'left' }] }
    }
  })
  const campaign = await writeCampaign(app, { ...ours, domain: '', templateId: made.json().id })
  const tried = await callCampaigns(app, ours, 'POST', `/${campaign.id}/test`, { to: ours.email })
  expect([tried.statusCode, tried.json()]).toEqual([200, { outcome: 'kept', answer: null }])
  expect(await mailsOf(ours)).toMatchObject([
    { to: ours.email, subject: '[Teste] Oferta', status: 'kept', html: expect.stringContaining('Olá') }
  ])
  const stranger = await callCampaigns(app, ours, 'POST', `/${campaign.id}/test`, { to: 'ana@example.com' })
  expect(stranger.statusCode).toBe(400)
})

test('what a first campaign needs is said, and what of it is there', async () => {
  const ours = await company(app)
  const needs = async (who: Tenant) =>
    Object.fromEntries(
      (await callCampaigns(app, who, 'GET', '/needs'))
        .json()
        .map(({ key, done }: { key: string; done: boolean }) => [key, done])
    )
  expect(await needs(ours)).toMatchObject({
    sender: false,
    server: false,
    domain: false,
    template: false,
    people: false
  })
  const sending = await sendingCompany(app)
  await keep(sending)
  await consenting(app, sending, ['ana@example.com'])
  expect(await needs(sending)).toMatchObject({ sender: true, server: true, domain: true, template: true, people: true })
})

test('how many go on which day is said before they go', async () => {
  const ours = await sendingCompany(app)
  await app.db.everyCompany(trx =>
    sql`update companies set plan = 'basic', trial_ends_at = now() + interval '5 days' where id = ${ours.id}`.execute(
      trx
    )
  )
  const limit = mailsPerDay.trial
  await consenting(
    app,
    ours,
    Array.from({ length: 2 * limit + 10 }, (_, n) => `p${n}@example.com`)
  )
  const audience = (await callCampaigns(app, ours, 'POST', '/audience', { filter: {} })).json()
  expect(audience.receive).toBe(2 * limit + 10)
  expect(audience.days.map(({ mails }: { mails: number }) => mails)).toEqual([limit, limit, 10])
})

test('a campaign that keeps the quiet hours begins tomorrow once they have begun', async () => {
  const ours = await sendingCompany(app)
  const zone = await zoneAt(app.db, 21)
  await app.db.everyCompany(trx => sql`update companies set time_zone = ${zone} where id = ${ours.id}`.execute(trx))
  await consenting(app, ours, ['p1@example.com', 'p2@example.com'])
  const dayOf = (moment: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(moment)
  const daysAt = async (quietHours: boolean) =>
    (await callCampaigns(app, ours, 'POST', '/audience', { filter: {}, quietHours })).json().days
  expect(await daysAt(true)).toEqual([{ date: dayOf(Date.now() + 86_400_000), mails: 2 }])
  expect(await daysAt(false)).toEqual([{ date: dayOf(Date.now()), mails: 2 }])
})

test.each([
  [500, { perDay: 200, left: 200 }, ['2026-11-27 200', '2026-11-28 200', '2026-11-29 100']],
  [500, { perDay: 200, left: 50 }, ['2026-11-27 50', '2026-11-28 200', '2026-11-29 200', '2026-11-30 50']],
  [10, { perDay: 200, left: 0 }, ['2026-11-28 10']],
  [10, { perDay: 200, left: -5 }, ['2026-11-28 10']],
  [500, { perDay: null, left: 0 }, ['2026-11-27 500']],
  [0, { perDay: 200, left: 200 }, []]
])('%i mails at %o', (mails, room, expected) => {
  const days = planDays(mails, { ...room, today: '2026-11-27' })
  expect(days.map(({ date, mails }) => `${date} ${mails}`)).toEqual(expected)
})
