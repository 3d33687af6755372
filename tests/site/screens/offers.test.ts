import type { Page, Request } from 'playwright'
import { beforeAll, expect } from 'vitest'
import type { CompanyPermission, StaffPermission } from '../../../services/account/auth/rules.ts'
import { company, type Tenant } from '../../kit/app.ts'
import { openSite, type SignedIn, browserTest as test, visitAs } from '../../kit/site.ts'
import { staff } from '../../kit/staff.ts'
import { join } from '../../kit/team.ts'

const site = await openSite()
let ours: Tenant

beforeAll(async () => {
  ours = await company(site.app, 'Padaria Central')
  const plan = { method: 'POST', url: `/api/companies/${ours.id}/plan`, payload: { plan: 'enterprise' } } as const
  await site.app.inject({ ...plan, headers: ours.auth })
})

const search = (page: Page) => page.getByRole('combobox', { name: /páginas e ações$/ })

/** Where everything that a page shows leads to, inside of the application. */
const leadsTo = (page: Page) =>
  page.getByRole('link').evaluateAll(links =>
    links
      .map(link => new URL((link as HTMLAnchorElement).href))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname)
  )

/** Waits until no call to the API has been under way for a moment. */
function untilQuiet(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let since = 0
  const isCall = (request: Request) => /\/api\/(?!(admin\/)?events)/.test(request.url())
  const ended = (request: Request) => {
    if (open.delete(request)) since = performance.now()
  }
  page.on('request', request => isCall(request) && open.add(request))
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return () => expect.poll(() => open.size === 0 && performance.now() - since > 200, { interval: 20 }).toBe(true)
}

/** The labels that the palette offers for a word. */
async function offered(page: Page, word: string): Promise<string[]> {
  await page.keyboard.press('Control+k')
  await search(page).fill(word)
  await expect.poll(() => page.getByRole('dialog').getByRole('status').textContent()).not.toBe('Buscando…')
  const texts = await page.getByRole('option').allInnerTexts()
  await page.keyboard.press('Escape')
  return texts
}

/** Checks the offers on the first pages, and that each of the links can be opened. */
async function expectOffers(who: SignedIn, home: string[], words: Record<string, [label: string, shown: boolean]>) {
  const { page, context, problems } = await visitAs(site, who)
  const quiet = untilQuiet(page)
  const places = new Set<string>()
  for (const path of home) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await quiet() // the parts of a page come one by one
    if (path === '/leads') {
      await page.getByRole('button', { name: 'Mais opções' }).click()
      for (const item of await page.getByRole('menuitem').all()) {
        const to = await item.getAttribute('href')
        if (to) places.add(to.split('?')[0] ?? to)
      }
      await page.keyboard.press('Escape')
    }
    for (const place of await leadsTo(page)) places.add(place)
  }
  for (const [word, [label, shown]] of Object.entries(words)) {
    const texts = await offered(page, word)
    expect(
      texts.some(text => text.startsWith(label)),
      `${label} in the palette`
    ).toBe(shown)
  }
  for (const place of places) {
    if (place === '/' || place === '/leads/new') continue
    await page.goto(place)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await page.getByRole('heading', { name: 'Acesso negado' }).count(), place).toBe(0)
  }
  expect(problems).toEqual([])
  await context.close()
  return [...places]
}

const clientPages = ['/dashboard', '/leads', '/employees']

test.for<[string, CompanyPermission[]]>([
  ['nothing', []],
  ['the form and imports', ['edit_form', 'import_leads']],
  ['leads, privacy and the team', ['edit_leads', 'manage_privacy', 'manage_team']]
])('who may do %s in a company is offered that, and nothing that is refused', async ([, permissions]) => {
  const who = await join(site.app, ours, { role: 'custom', permissions, leadAccess: 'all' })
  const may = (permission: CompanyPermission) => permissions.includes(permission)
  const places = await expectOffers(who, clientPages, {
    formulario: ['Formulário', may('edit_form')],
    privacidade: ['Privacidade', may('manage_privacy')],
    convidar: ['Convidar pessoa', may('manage_team')],
    novo: ['Novo lead', may('edit_leads')]
  })
  expect(places.includes('/form-editor')).toBe(may('edit_form'))
  expect(places.includes('/leads/import')).toBe(may('import_leads'))
  expect(places.includes('/privacy-requests')).toBe(may('manage_privacy'))
})

test.for<[string, 'employee' | 'manager', StaffPermission[]]>([
  ['nothing', 'employee', []],
  ['logs and integrations', 'employee', ['view_logs', 'manage_integrations']],
  ['settings, employees and companies', 'manager', ['edit_system_settings', 'manage_employees']]
])('who of the staff may do %s is offered that, and nothing that is refused', async ([, role, permissions]) => {
  const may = (permission: StaffPermission) => permissions.includes(permission)
  const places = await expectOffers(await staff(site.app, role, permissions), ['/admin', '/admin/companies'], {
    registros: ['Registros', may('view_logs')],
    configuracoes: ['Configurações', may('edit_system_settings')],
    artigo: ['Novo artigo', may('edit_system_settings')],
    integracoes: ['Integrações', may('manage_integrations')],
    funcionarios: ['Funcionários', may('manage_employees')],
    nova: ['Nova empresa', role === 'manager']
  })
  expect(places.includes('/admin/logs')).toBe(may('view_logs'))
  expect(places.includes('/admin/companies/new')).toBe(role === 'manager')
})
