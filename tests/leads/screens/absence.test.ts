import { expect } from 'vitest'
import type { Conversation } from '../../../services/messaging/conversations/schema.ts'
import { company } from '../../kit/app.ts'
import { atEnd } from '../../kit/end.ts'
import { startMeta } from '../../kit/peers/meta.ts'
import { openAs, openSite, browserTest as test } from '../../kit/site.ts'
import { changePlan } from '../../kit/team.ts'

const [appSecret, verifyToken] = ['app-secret-0123456789', 'verify-token-0123456789']
const meta = await startMeta({ appSecret, verifyToken })
atEnd(() => meta.close())
const site = await openSite({
  META_GRAPH_URL: meta.url,
  INSTAGRAM_GRAPH_URL: meta.url,
  META_APP_SECRET: appSecret,
  META_VERIFY_TOKEN: verifyToken,
  INSTAGRAM_APP_SECRET: appSecret
})
const { app } = site
await meta.subscribe(`${site.url}/webhooks/instagram`, verifyToken, 'instagram')

test('a lead of Instagram without telephone and e-mail is in the list, on its page and in the inbox', async () => {
  const ours = await company(app)
  await changePlan(app, ours.id, 'pro')
  const account = meta.addAccount({ subscribed: ['messages'] })
  for (const payload of [{ accountId: account.id, token: meta.tokens.issue(account.id) }, { active: true }]) {
    const set = await app.inject({ method: 'POST', url: '/api/instagram/config', headers: ours.auth, payload })
    expect(set.statusCode, set.body).toBe(200)
  }
  meta.instagramCustomer({ name: 'Ada Souza', username: 'ada.souza', account: account.id }).text('Tem vaga?')
  const talks = async () => (await app.inject({ url: '/api/conversations', headers: ours.auth })).json<Conversation[]>()
  await expect.poll(async () => (await talks()).map(({ name }) => name)).toEqual(['Ada Souza'])
  const [talk] = await talks()
  const [lead] = (await app.inject({ url: '/api/leads', headers: ours.auth })).json()
  expect(lead).toMatchObject({ name: 'Ada Souza', phone: null, email: null })

  const page = await openAs(site, ours, '/leads')
  const complete = async (): Promise<void> => {
    await page.getByText('Ada Souza').first().waitFor()
    // biome-ignore lint/performance/useDomNodeTextContent: what is not shown says nothing to anybody
    await expect.poll(() => page.locator('body').innerText()).not.toMatch(/\b(null|undefined|NaN|Invalid Date)\b/)
    await expect.poll(() => page.locator('a[href^="tel:"], a[href^="mailto:"], a[href*="wa.me"]').count()).toBe(0)
  }
  await complete()
  await page.goto(`/leads/${lead.id}`)
  await page.getByRole('heading', { level: 1, name: 'Ada Souza' }).waitFor()
  await page.getByText('Tem vaga?').first().waitFor()
  await complete()
  await page.goto(`/instagram-messages/${talk?.id}`)
  await page.getByRole('log', { name: 'Mensagens' }).getByText('Tem vaga?', { exact: true }).waitFor()
  await complete()
})
