import type { Page } from 'playwright'
import { beforeAll, expect } from 'vitest'
import { company, sendLead, type Tenant } from '../kit/app.ts'
import { check, openSite, type SignedIn, browserTest as test, visit, visitAs } from '../kit/site.ts'
import { staff } from '../kit/staff.ts'

const site = await openSite()
let ours: Tenant

beforeAll(async () => {
  ours = await company(site.app, 'Padaria Central')
  await sendLead(site.app, ours.id)
})

/** Everything that the browser keeps for this site, by the names it is kept under. */
const keptIn = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage).toSorted(),
    tab: Object.keys(sessionStorage).toSorted(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    cookies: document.cookie
  }))

const nothing = { tab: [], databases: [], caches: [], cookies: '' }

/** A session of its own for each test that ends one. */
async function newSession({ email, password }: Tenant): Promise<SignedIn> {
  const signIn = { method: 'POST', url: '/api/auth/login', payload: { email, password } } as const
  const { token } = (await site.app.inject(signIn)).json()
  return { token, auth: { authorization: `Bearer ${token}` } }
}

/** As a sign-in would; once, where `visitAs` lets a person in again at each page. */
async function enter(page: Page, { token, auth }: SignedIn): Promise<void> {
  const { body } = await site.app.inject({ url: '/api/auth/me', headers: auth })
  await page.goto('/contact')
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('user', user ?? '')
    },
    [token, body]
  )
}

async function untilLogin(page: Page): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname).toBe('/login')
  await page.getByRole('button', { name: 'Entrar' }).waitFor()
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await untilLogin(page)
}

/** Leaves behind what a day of work does: filters, columns, memberships, a conversation, unsent words. */
async function work(page: Page): Promise<void> {
  await page.goto('/leads?q=ada')
  await page.getByText('Ada Souza').first().click()
  await page.getByRole('textbox', { name: 'Nota' }).fill('Quer receber o orçamento até sexta')
  await page.getByRole('button', { name: /tema escuro/ }).click()
  await page.getByRole('button', { name: 'Abrir a assistente virtual' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Fechar/ })
    .click()
  await page.evaluate(() => {
    for (const key of [
      'companyLoggedIn',
      'companyData_x',
      'RaStoreclient.leads.perPage',
      'RaStoreadmin.recent',
      'firstTouch_x'
    ])
      localStorage.setItem(key, '1')
  })
  await expect.poll(() => keptIn(page).then(({ local }) => local)).toContain('RaStoreclient.memberships')
  const { local, tab } = await keptIn(page)
  for (const key of ['token', 'user', 'company', 'chatSessionId', 'lastActivity', 'RaStoreclient.recent'])
    expect(local).toContain(key)
  expect(tab.some(key => key.startsWith('kept '))).toBe(true)
}

test('a sign-out leaves the colours of the screen in the browser, and nothing of the person', async () => {
  const { page } = await visit(site.url)
  await enter(page, await newSession(ours))
  await work(page)
  await signOut(page)
  expect(await keptIn(page)).toEqual({ ...nothing, local: ['RaStoreclient.theme', 'chatOpened'] })
})

test('a call that is refused while somebody signs out does not begin the way to the sign-in again', async () => {
  const { page } = await visit(site.url)
  await enter(page, await newSession(ours))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Sua conta' }).waitFor()
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  await page.route('**/api/employees**', async route => {
    await isOver
    await route.continue().catch(() => undefined)
  })
  const opened: string[] = []
  const { promise: isAnswered, resolve: answered } = Promise.withResolvers<void>()
  await page.route('**/login', async route => {
    opened.push(route.request().url())
    await isAnswered
    await route.continue().catch(() => undefined)
  })
  await page.route('**/api/auth/logout', async route => {
    const response = await route.fetch()
    const leaves = page.waitForRequest('**/login')
    end()
    await leaves
    await route.fulfill({ response })
    // For as long as another navigation would need to begin.
    setTimeout(answered, 1000)
  })
  await page.getByRole('link', { name: 'Equipe' }).first().click()
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await untilLogin(page)
  expect(opened).toHaveLength(1)
})

test('staff who sign out leave nothing either', async () => {
  const { page } = await visit(site.url)
  await enter(page, await staff(site.app, 'global_admin'))
  await page.goto('/admin/companies')
  await page.getByRole('heading', { name: 'Empresas', level: 1 }).waitFor()
  await page.evaluate(() => localStorage.setItem('RaStoreadmin.theme', '"light"'))
  await signOut(page)
  expect(await keptIn(page)).toEqual({ ...nothing, local: ['RaStoreadmin.theme'] })
})

test.for([
  ['goes with a sign-out', false],
  ['waits after the end of a session', true]
] as const)('what was typed in another tab %s', async ([, waits]) => {
  const { page, context } = await visit(site.url)
  const session = await newSession(ours)
  await enter(page, session)
  await page.goto('/leads')
  await page.getByText('Ada Souza').first().click()
  await page.getByRole('textbox', { name: 'Nota' }).fill('Quer receber o orçamento até sexta')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('heading', { name: 'Painel', level: 1 }).waitFor()
  if (waits) await site.app.inject({ method: 'POST', url: '/api/auth/logout', headers: session.auth })
  else await signOut(other)
  await untilLogin(page)
  const { tab } = await keptIn(page)
  expect(tab.some(key => key.startsWith('kept '))).toBe(waits)
})

test.for([401, 403, 409, 500])('SESSION_TIMEOUT signs out with the status %i', async status => {
  const { page } = await visit(site.url)
  await enter(page, await newSession(ours))
  await work(page)
  const json = { code: 'SESSION_TIMEOUT', message: 'Sua sessão expirou por inatividade. Entre novamente.' }
  await page.route('**/api/dashboard*', route => route.fulfill({ status, json }))
  await page.goto('/dashboard')
  await untilLogin(page)
  await page.getByRole('alert').filter({ hasText: json.message }).waitFor()
  expect(await keptIn(page)).toEqual({ ...nothing, tab: ['returnTo'], local: ['RaStoreclient.theme', 'chatOpened'] })
})

test('who asks for a file after the session has ended is sent to the sign-in', async () => {
  const { page } = await visit(site.url)
  const session = await newSession(ours)
  await enter(page, session)
  await page.route('**/api/events', route => route.abort())
  await page.goto('/leads')
  await page.getByRole('button', { name: 'Mais opções' }).click()
  await page.getByRole('menuitem', { name: 'Exportar' }).click()
  const ask = page.getByRole('dialog').getByRole('button', { name: 'Exportar' })
  await ask.waitFor()
  // Any other call would show the end, too.
  await page.route(/\/api\/(?!exports)/, route => route.abort())
  await page.route('**/api/exports/*/file', async route => {
    await site.app.inject({ method: 'POST', url: '/api/auth/logout', headers: session.auth })
    await route.continue()
  })
  await ask.click()
  await untilLogin(page)
})

test('so is who sends a file then', async () => {
  const { page } = await visit(site.url)
  const session = await newSession(ours)
  await enter(page, session)
  await page.route('**/api/events', route => route.abort())
  await page.goto('/leads/import')
  const input = page.getByLabel('Arquivo')
  await input.waitFor({ state: 'attached' })
  await page.route('**/api/**', route => route.abort())
  await page.route('**/api/imports?*', async route => {
    await site.app.inject({ method: 'POST', url: '/api/auth/logout', headers: session.auth })
    await route.continue()
  })
  await input.setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from('Nome\nAda Souza\n') })
  await untilLogin(page)
})

test('a public call that is refused says so, and the session stays', async () => {
  const { page } = await visitAs(site, ours)
  const refused = { status: 401, json: { code: 'unauthorized', message: 'x' } }
  await page.route('**/api/companies/verify-cnpj/*', route => route.fulfill(refused))
  await page.goto('/leads/new')
  await page.getByRole('textbox').first().fill(ours.cnpj)
  await page.getByRole('button', { name: 'Buscar Empresa' }).click()
  await page.getByText('Acesso não autorizado').waitFor()

  await page.route('**/api/leads/public', route => route.fulfill(refused))
  await page.goto(`/leads/new?client=${ours.id}`)
  await page.getByRole('textbox', { name: 'Nome Completo' }).fill('Ada Souza')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Telefone' }).fill('11987654321')
  await check(page.getByRole('checkbox').first())
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByText('Acesso não autorizado').waitFor()
  expect(new URL(page.url()).pathname).toBe('/leads/new')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(ours.token)
})

test('a sign-in that takes too long says so twice: in the toast and on the page', async () => {
  const { page } = await visit(site.url)
  // Four minutes are over at once.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => AbortSignal.abort(new DOMException('x', 'TimeoutError'))
  })
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ours.email)
  await page.locator('[name=password]').fill(ours.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('Tempo limite excedido. Por favor, tente novamente mais tarde.').waitFor()
  await page.getByText('O servidor está demorando para responder. Por favor, tente novamente mais tarde.').waitFor()
})
