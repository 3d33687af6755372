import { expect } from 'vitest'
import { company, sendLead, type Tenant } from '../kit/app.ts'
import { boxOf, check, openAs, openSite, browserTest as test, views, visit } from '../kit/site.ts'
import { staff } from '../kit/staff.ts'
import { changePlan, join } from '../kit/team.ts'

const site = await openSite()
const { app } = site
const phone = views['phone light']

async function withLeads(count: number): Promise<Tenant> {
  const ours = await company(app, 'Padaria Central')
  for (let n = 0; n < count; n++)
    await sendLead(app, ours.id, { name: `Lead ${n}`, phone: `1198765${1000 + n}`, email: `lead${n}@example.com` })
  return ours
}

const leadId = async (ours: Tenant, lead: object): Promise<string> =>
  (await sendLead(app, ours.id, { ...lead })).json().id

test('a company without a CNPJ does not ask for it, and a number of four digits is refused where it was typed', async () => {
  const ours = await company(app, 'Padaria Central')
  await app.db.everyCompany(trx => trx.updateTable('companies').set({ cnpj: null }).where('id', '=', ours.id).execute())
  const { page } = await visit(site.url)
  await page.goto(`/leads/new?client=${ours.id}`)
  await page.locator('[name=name]').fill('Ada Souza')
  await expect.poll(() => page.getByText('CNPJ da empresa').count()).toBe(0)
  await page.locator('[name=email]').fill('ada@example.com')
  await page.locator('[name=phone]').fill('1234')
  await check(page.locator('[name=consentGiven]'))
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Telefone inválido. Digite com DDD.').waitFor()
  await page.locator('[name=phone]').fill('+44 20 7946 0958')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Enviado com sucesso!').first().waitFor()
})

test('after the undo of a merge its dialog stays away', async () => {
  const ours = await company(app, 'Padaria Central')
  const id = await leadId(ours, { name: 'Ada Souza', phone: '11987654321', email: 'ada@example.com' })
  await leadId(ours, { name: 'Rui Souza', phone: '1187654321', email: 'rui@example.com' })
  const page = await openAs(site, ours, `/leads/${id}`)
  await page.getByRole('button', { name: 'Mesclar', exact: true }).click()
  await page.getByRole('dialog', { name: 'Mesclar leads' }).getByRole('button', { name: 'Mesclar' }).click()
  await page.getByText('Leads mesclados').waitFor()
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
  await page.getByText('mesmo celular sem o 9').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('a name typed by hand is a mention, and who does not see the lead is named before the note is saved', async () => {
  const ours = await company(app, 'Padaria Central')
  await changePlan(app, ours.id, 'pro')
  await join(app, ours, { name: 'Rui Prado', leadAccess: 'own' })
  const id = await leadId(ours, {})
  const page = await openAs(site, ours, `/leads/${id}`)
  const note = page.getByRole('textbox', { name: 'Nota', exact: true })
  await note.pressSequentially('Veja, @rui prado, por favor')
  await page.getByText('Rui Prado não vê este lead e só recebe o aviso se passar a vê-lo.').waitFor()
  await note.press('Control+Enter')
  const read = async () =>
    (await app.inject({ url: `/api/leads/${id}/timeline?kinds=note`, headers: ours.auth })).json().items[0]?.data
      .mentions
  await expect.poll(read).toHaveLength(1)
})

test('a tag is put by Enter right after typing: the one that fits best, else a new one', async () => {
  const ours = await company(app, 'Padaria Central')
  const id = await leadId(ours, {})
  const page = await openAs(site, ours, `/leads/${id}`)
  const field = page.getByRole('combobox', { name: 'Etiquetas' })
  for (const name of ['Cliente VIP', 'VIP']) {
    await field.fill(name)
    await page.getByRole('option', { name: `Criar “${name}”` }).waitFor()
    await field.press('Enter')
    await page.getByRole('button', { name, exact: true }).waitFor()
  }
  await page.getByRole('button', { name: 'VIP', exact: true }).press('Backspace')
  await page.getByRole('button', { name: 'VIP', exact: true }).waitFor({ state: 'detached' })
  await field.fill('vip')
  await field.press('Enter')
  await page.getByRole('button', { name: 'VIP', exact: true }).waitFor()
})

test('what is typed of a tag stays while somebody else puts one', async () => {
  const ours = await company(app)
  const id = await leadId(ours, {})
  const page = await openAs(site, ours, `/leads/${id}`)
  const field = page.getByRole('combobox', { name: 'Etiquetas' })
  await field.fill('Cliente')
  await page.getByRole('option', { name: 'Criar “Cliente”' }).waitFor()
  const post = (url: string, payload: object, method: 'POST' | 'PUT' = 'POST') =>
    app.inject({ method, url, headers: ours.auth, payload })
  const tag = (await post('/api/tags', { name: 'Urgente' })).json()
  expect((await post(`/api/leads/${id}`, { tags: [tag.id] }, 'PUT')).statusCode).toBe(200)
  await page.getByRole('button', { name: 'Urgente', exact: true }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('Cliente')
  await field.press('Enter')
  await page.getByRole('button', { name: 'Cliente', exact: true }).waitFor()
})

test('who comes back from a lead finds its row in its place, with the focus on it', async () => {
  const ours = await withLeads(40)
  for (const view of [views['desktop light'], phone]) {
    const page = await openAs(site, ours, '/leads?perPage=50', view)
    const link = page.getByRole('link', { name: 'Lead 12', exact: true })
    await link.scrollIntoViewIfNeeded()
    const place = async () => (await boxOf(link)).y
    const before = await place()
    await link.click()
    await page.getByRole('heading', { name: 'Lead 12', level: 1 }).waitFor()
    await page.goBack()
    await link.waitFor()
    await expect.poll(() => link.evaluate(each => each === document.activeElement)).toBe(true)
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(4)
  }
})

test('on a phone the first lead starts in the upper part of the screen, also under filters', async () => {
  const ours = await withLeads(3)
  const filter = { status: ['new'], source: ['form'], receivedIn: 'last30', task: 'none', consent: 'all' }
  for (const query of ['', `?filter=${encodeURIComponent(JSON.stringify(filter))}`]) {
    const page = await openAs(site, ours, `/leads${query}`, phone)
    const first = page.locator('[data-row]').first()
    if (query) await page.getByRole('group', { name: 'Filtros ativos' }).waitFor()
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
    if (query && (await first.count()) === 0) continue
    await first.waitFor()
    expect((await boxOf(first)).y).toBeLessThan(450)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }
})

test('the button of the assistant covers nothing that can be pressed', async () => {
  const ours = await withLeads(8)
  const page = await openAs(site, ours, '/leads', phone)
  await page.locator('[data-row]').first().waitFor()
  /** Calls and messages that a press on the middle of them would not reach. */
  const covered = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-row] a[aria-label]')]
        .filter(action => {
          const { left, top, width, height } = action.getBoundingClientRect()
          return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('#chat')
        })
        .map(
          action => `${action.getAttribute('aria-label')} ${JSON.stringify(action.getBoundingClientRect())} ${scrollY}`
        )
    )
  for (let y = 0; y <= 600; y += 20) {
    await page.evaluate(to => scrollTo(0, to), y)
    await expect.poll(covered).toEqual([])
  }
  // Where the button is out of the way, the menu opens the assistant.
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('button', { name: 'Mais' }).click()
  await page.getByRole('button', { name: 'Falar com a IA' }).click()
  await page.getByRole('dialog', { name: 'Lia, assistente virtual' }).waitFor()
})

test('the button of the assistant is back once nothing is beneath it, also where nothing was added or taken away', async () => {
  const page = await openAs(site, await company(app), '/dashboard', phone)
  await page.getByRole('heading', { name: 'Painel' }).waitFor()
  const aside = () => page.locator('#chat').getAttribute('data-aside')
  await page.evaluate(() => {
    // The page's own changes must not matter from here on.
    document.getElementById('root')?.remove()
    const above = document.createElement('div')
    above.id = 'above'
    above.style.height = `${document.getElementById('chat')?.offsetTop}px`
    const beneath = document.createElement('button')
    beneath.style.cssText = 'display: block; width: 100%; height: 56px'
    document.body.prepend(above, beneath)
  })
  await expect.poll(aside).toBe('')
  await page.evaluate(() => document.getElementById('above')?.style.setProperty('height', '0'))
  await expect.poll(aside).toBe(null)
})

test('where no mail server is, nobody is asked to look for a mail', async () => {
  const ours = await company(app)
  await app.db.everyCompany(trx =>
    trx.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', ours.userId).execute()
  )
  const page = await openAs(site, ours, '/dashboard')
  const banner = page.getByRole('region', { name: 'Confirme seu e-mail' })
  await banner.getByText('Este servidor ainda não envia e-mails.').waitFor()
  await expect.poll(() => banner.getByText('enviamos').count()).toBe(0)
})

test('a bar at nothing looks empty', async () => {
  const page = await openAs(site, await company(app), '/dashboard')
  const bar = page.getByRole('progressbar').first()
  await bar.waitFor()
  const [track, fill] = await bar.evaluate(each => [
    getComputedStyle(each).backgroundColor,
    getComputedStyle(each.firstElementChild as Element).backgroundColor
  ])
  const strength = (color = '') => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  const [light = [], dark = []] = [strength(track), strength(fill)]
  // Hardly a colour of its own, unlike the bar.
  expect(Math.max(...light) - Math.min(...light)).toBeLessThan(20)
  expect(Math.max(...dark) - Math.min(...dark)).toBeGreaterThan(60)
})

test('a queue with failed jobs is not said to be up to date', async () => {
  await app.db.everyCompany(trx =>
    trx
      .insertInto('failed_jobs')
      .values({ job_id: 'x', queue: 'leads', name: 'lead-created', data: '{}', error: 'Falhou', attempts: 3 })
      .execute()
  )
  const page = await openAs(site, await staff(app, 'global_admin'), '/admin/logs?aba=queues')
  const row = page.getByRole('row', { name: /^Leads/ }).first()
  await row.getByText('1 falha').waitFor()
  await expect.poll(() => row.getByText('Em dia').count()).toBe(0)

  // All others are behind a line that counts them.
  const other = page.getByRole('row', { name: /^Campanhas/ })
  const fold = page.getByText(/^\d+ filas em dia$/)
  await fold.waitFor()
  expect(await other.count()).toBe(0)
  await fold.click()
  await other.waitFor()
})

test('the form is a step that is done for everybody once somebody has opened it', async () => {
  const ours = await company(app)
  await changePlan(app, ours.id, 'pro')
  const attendant = await join(app, ours, { name: 'Rui Prado' })
  const { page: form } = await visit(site.url)
  await form.goto(`/leads/new?client=${ours.id}`)
  await form.locator('[name=name]').waitFor()
  for (const person of [ours, attendant]) {
    const read = () => app.inject({ url: '/api/dashboard/steps', headers: person.auth }).then(each => each.json())
    await expect.poll(read).toMatchObject({ form: true })
    const page = await openAs(site, person, '/dashboard')
    await page.getByText('Publique seu formulário (feito)').waitFor()
  }
})

test('the brand is as tall as its words on every small screen', async () => {
  for (const width of [320, 360, 414]) {
    const { page } = await visit(site.url, { width, height: 640, scheme: 'light' })
    await page.goto('/')
    const brand = page.getByRole('banner').getByRole('link').first()
    await brand.waitFor()
    for (const part of [brand, brand.locator('svg, img').first()])
      expect((await boxOf(part)).height).toBeGreaterThanOrEqual(20)
  }
})
