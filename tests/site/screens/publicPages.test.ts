import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { statusLabels } from '../../../services/leads/leads/rules.ts'
import { pathOfHash } from '../../../web/src/core/address.ts'
import { statusTones } from '../../../web/src/core/statusTones.ts'
import { pageName } from '../../../web/src/site/page.ts'
import { accessibilityFaults } from '../../kit/accessibility.ts'
import { company } from '../../kit/app.ts'
import { menuEntries } from '../../kit/menu.ts'
import { nothingFor } from '../../kit/quiet.ts'
import { boxOf, browserTest, openSite, type SignedIn, type View, views, visit, visitAs } from '../../kit/site.ts'
import { staff } from '../../kit/staff.ts'
import { changePlan } from '../../kit/team.ts'

test.each([
  ['/', 'start'],
  ['/login?x=1', 'login'],
  ['/signup/', 'signup'],
  ['/employee-login', 'employee'],
  ['/reset-password?token=x', 'reset'],
  ['/confirm-email', 'confirm'],
  ['/confirm-recipient?token=x', 'recipient'],
  ['/leads/new?client=a&source=b', 'lead'],
  ['/leads/new?source=b', 'lookup'],
  ['/leads/new?client=%20', 'lookup'],
  ['/leads/newer', 'missing'],
  ['/constructor', 'missing'],
  ['//leads/new', 'missing'],
  ['//', 'start']
])('%s is answered by the page "%s"', (path, name) => {
  expect(pageName({ path })).toBe(name)
})

test('a page that failed says so, and a form that could not be read stays a form', () => {
  const error = { status: 500, message: 'x' }
  expect(pageName({ path: '/login', error })).toBe('failed')
  expect(pageName({ path: '/leads/new?client=a', error })).toBe('lead')
})

test.each([
  ['#/leads?status=new', '/leads?status=new'],
  ['#//elsewhere.example', '/elsewhere.example'],
  ['#/\\elsewhere.example', '/elsewhere.example'],
  ['#planos', null],
  ['', null]
])('the old address %s means %s', (hash, path) => {
  expect(pathOfHash(hash)).toBe(path)
})

const site = await openSite({ PUBLIC_URL: 'https://prosa.example' })

test('a form that is sent without JavaScript stores the consents that were ticked, and no other', async () => {
  const ours = await company(site.app)
  const send = (name: string, more: Record<string, string>) =>
    site.app.inject({
      method: 'POST',
      url: `/leads/new?client=${ours.id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        name,
        email: `${name.toLowerCase()}@example.com`,
        phone: '11987654321',
        companyId: ours.id,
        ...more
      }).toString()
    })
  expect((await send('Ana', {})).statusCode).toBe(200)
  expect((await send('Bia', { consentGiven: 'true' })).statusCode).toBe(200)
  const leads = await site.app.db.company(ours.id, trx =>
    trx.selectFrom('leads').select(['name', 'consent_given']).orderBy('name').execute()
  )
  expect(leads).toEqual([
    { name: 'Ana', consent_given: false },
    { name: 'Bia', consent_given: true }
  ])
})

test('the landing shows search engines and messengers what it is, with a picture that exists', async () => {
  const { body } = await site.app.inject({ url: '/?utm_source=x' })
  expect(body).toContain('<link rel="canonical" href="https://prosa.example/">')
  const image = /property="og:image" content="https:\/\/prosa\.example([^"]+)"/.exec(body)?.[1] ?? ''
  const picture = await site.app.inject({ url: image })
  expect(picture.headers['content-type']).toBe('image/png')
  // Width and height stand in the first bytes of a PNG.
  expect([picture.rawPayload.readUInt32BE(16), picture.rawPayload.readUInt32BE(20)]).toEqual([1200, 630])

  const { '@graph': graph } = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '{}')
  const of = (type: string) => graph.find((each: { '@type': string }) => each['@type'] === type)
  expect(of('SoftwareApplication').offers.map(({ price }: { price: string }) => price)).toEqual([
    '49.00',
    '99.00',
    '199.00',
    '299.00'
  ])
  for (const { name } of of('FAQPage').mainEntity) expect(body).toContain(`<summary>${name}</summary>`)
})

test('what is announced and not there yet says so wherever it is named, and the plans keep their data', async () => {
  const { body } = await site.app.inject({ url: '/' })
  const text = body.replace(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, '')
  expect(text).toContain('Assistente virtual com a base da empresa em breve')
  expect(text.match(/em breve/g)).toHaveLength(1)
  for (const mails of ['300', '1.000', '3.000', '10.000']) expect(text).toContain(`Até ${mails} e-mails por dia`)
  for (const feature of [
    'Formulário público',
    'WhatsApp e Instagram',
    'WhatsApp',
    'Agenda on-line',
    'E-mail marketing'
  ])
    expect(text).not.toContain(`${feature} em breve`)
  const plans = (await site.app.inject({ url: '/public/plans' })).json<{ features: string[] }[]>()
  expect(plans.flatMap(({ features }) => features)).toEqual(
    expect.arrayContaining(['WhatsApp', 'Instagram', 'Agenda on-line', 'E-mail marketing'])
  )
  expect(JSON.stringify(plans)).not.toContain('em breve')
})

test('the list at the top has the names of the statuses as text, in the colours of the product', async () => {
  const { body } = await site.app.inject({ url: '/' })
  const figure = /<figure.*?<\/figure>/s.exec(body)?.[0] ?? ''
  for (const status of ['new', 'contacted', 'scheduled', 'converted'] as const) {
    expect(figure).toContain(`data-tone="${statusTones[status]}">${statusLabels[status]}<`)
  }
})

browserTest('the list at the top is read on the smallest phone', async () => {
  for (const width of [360, 320]) {
    const { page, context } = await visit(site.url, { ...(views['phone light'] as View), width })
    await page.goto('/')
    const list = page.getByRole('figure')
    for (const text of ['Convertido', 'Em contato', 'Agendado']) {
      const chip = list.getByText(text, { exact: true })
      const { x, width: own } = await boxOf(chip)
      expect(x, `${text} at ${width}`).toBeGreaterThanOrEqual(0)
      expect(x + own, `${text} at ${width}`).toBeLessThanOrEqual(width)
      expect(await chip.evaluate(it => Number.parseFloat(getComputedStyle(it).fontSize))).toBeGreaterThanOrEqual(13)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await context.close()
  }
})

browserTest(
  'the pictures of the product show the menu that it has: else `node web/brand/pictures.ts` takes them again',
  async () => {
    const ours = await company(site.app)
    await changePlan(site.app, ours.id, 'enterprise')
    const { page, context } = await visitAs(site, ours)
    await page.goto('/leads')
    await page.getByRole('navigation', { name: 'Principal' }).waitFor()
    const kept = await readFile(new URL('../../../web/src/site/start/pictures/menu.json', import.meta.url), 'utf8')
    expect(await menuEntries(page)).toEqual(JSON.parse(kept))
    await context.close()
  }
)

test('every icon that a page or the manifest names is there', async () => {
  const { body } = await site.app.inject({ url: '/login' })
  const manifest = await site.app.inject({ url: /rel="manifest" href="([^"]+)"/.exec(body)?.[1] ?? '' })
  const icons: { src: string }[] = JSON.parse(manifest.body).icons
  const named = [...icons.map(({ src }) => src), /rel="apple-touch-icon" href="([^"]+)"/.exec(body)?.[1] ?? '']
  for (const url of [...named, '/favicon.svg']) expect((await site.app.inject({ url })).statusCode, url).toBe(200)
})

test('what belongs to one person is not for search engines', async () => {
  for (const url of ['/reset-password?token=x', '/invitation?token=x', '/nada'])
    expect((await site.app.inject({ url })).body, url).toContain('<meta name="robots" content="noindex">')
  expect((await site.app.inject({ url: '/signup' })).body).not.toContain('noindex')
})

browserTest('the landing can be read and followed without JavaScript', async () => {
  const { context } = await visit(site.url)
  const still = await context.browser()?.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await still?.newPage()
  if (!still || !page) throw new Error('no browser')
  await page.goto('/')
  const parts = [
    ...['Todo lead vira uma boa conversa', 'Básico', 'Empresarial'].map(name => page.getByRole('heading', { name })),
    page.getByRole('figure', { name: 'Leads de hoje' }),
    page.getByRole('img', { name: 'A página de um lead' })
  ]
  for (const part of parts) {
    await part.scrollIntoViewIfNeeded()
    expect(await part.isVisible(), `${part}`).toBe(true)
  }
  await page.getByText('Preciso de cartão para testar?').click()
  await expect.poll(() => page.getByText('Não. O teste dura 14 dias').isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Testar grátis o plano Profissional' }).click()
  await page.waitForURL('**/signup?plan=pro')
  await still.close()
  await context.close()
})

browserTest('on a phone the landing leads to its sections and to the assistant', async () => {
  for (const [name, width] of [
    ['phone light', 360],
    ['phone dark', 320]
  ] as const) {
    const { page, context, problems } = await visit(site.url, { ...(views[name] as View), width, touch: true })
    await page.goto('/')
    for (const [link, heading] of [
      ['Recursos', 'Tudo o que um lead precisa até virar cliente'],
      ['Benefícios', 'Por que as pequenas empresas ficam'],
      ['Planos', 'Um preço por empresa, por mês']
    ] as const) {
      await page.getByRole('navigation', { name: 'Nesta página' }).getByRole('link', { name: link }).tap()
      const [bar, title] = await Promise.all([
        boxOf(page.getByRole('banner')),
        boxOf(page.getByRole('heading', { name: heading }))
      ])
      const top = title?.y ?? 0
      expect(top, `${link} at ${width}`).toBeGreaterThanOrEqual(bar?.height ?? 0)
      expect(top, `${link} at ${width}`).toBeLessThan(300)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Falar com a IA' }).tap()
    await page.getByRole('dialog').waitFor()
    expect(problems).toEqual([])
    await context.close()
  }
})

browserTest('who is signed in sees nothing of the landing or a sign-in page, and is sent on', async () => {
  const [client, employee] = [await company(site.app), await staff(site.app, 'employee')]
  for (const [who, path, home] of [
    [client, '/', '/dashboard'],
    [employee, '/', '/admin'],
    [client, '/login', '/dashboard'],
    [employee, '/employee-login', '/admin']
  ] as [SignedIn, string, string][]) {
    const { page, context, problems } = await visitAs(site, who)
    let arrive = () => {}
    const held = new Promise<void>(resolve => (arrive = resolve))
    await page.route('**/assets/*.js', async route => {
      await held
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByText('Carregando...', { exact: true }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(0)
    arrive()
    await page.waitForURL(`**${home}`)
    expect(problems).toEqual([])
    await context.close()
  }
})

browserTest('half a session shows the landing', async () => {
  const { page, context } = await visit(site.url)
  await context.addInitScript(() => {
    localStorage.setItem('token', 'x')
    localStorage.setItem('user', '{')
  })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.getByText('Carregando...').isVisible()).toBe(false)
  await context.close()
})

browserTest('a form that nobody touches does nothing', async () => {
  const ours = await company(site.app)
  const { page, context } = await visit(site.url)
  const measures = await context.newCDPSession(page)
  // Thread ticks measure the page's own computing, without the time that other processes take.
  await measures.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await measures.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  await page.goto(`/leads/new?client=${ours.id}`)
  await page.getByRole('button', { name: 'Enviar', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  const before = await busy()
  await nothingFor(2000, async () => (await busy()) - before < 0.4, true)
  await context.close()
})

browserTest('a long address of a client leaves the page as wide as a small phone', async () => {
  const ours = await company(site.app)
  await site.app.db.everyCompany(trx =>
    trx
      .updateTable('users')
      .set({ email: `${'m'.repeat(40)}${ours.email}` })
      .where('id', '=', ours.userId)
      .execute()
  )
  const { page, context } = await visitAs(site, ours, views['phone dark'])
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Abrir chamado' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await context.close()
})
