import type { Page } from 'playwright'
import { beforeAll, expect } from 'vitest'
import { company, sendLead, type Tenant } from '../kit/app.ts'
import { compareLooks, takeLooks } from '../kit/looks.ts'
import { asVisitorsDo, openSite, type SignedIn, signIn, browserTest as test, visit } from '../kit/site.ts'
import { type Staff, staff } from '../kit/staff.ts'
import { join } from '../kit/team.ts'

// Where a screen was changed on purpose: `npm run looks`, look at the pictures in tests/whole/looks, and commit them.

asVisitorsDo()
const site = await openSite()
let ours: Tenant
let admin: Staff
let leadId: string

beforeAll(async () => {
  ours = await company(site.app, 'Padaria Central')
  for (const name of ['Ada Souza', 'Conceição de Araújo', 'Zé'])
    leadId = (await sendLead(site.app, ours.id, { name, message: 'Gostaria de um orçamento.' })).json().id
  await join(site.app, ours, { name: 'Bia Lima', role: 'agent', team: 'Sul' })
  admin = await staff(site.app, 'global_admin', [], 'Administração')
})

type Look = {
  name: string
  path: () => string
  as?: () => SignedIn
  ready: (page: Page) => Promise<unknown>
  hidden?: string[]
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor()

const looks: Look[] = [
  { name: 'start', path: () => '/', ready: heading('Todo lead') },
  { name: 'login', path: () => '/login', ready: heading('Entrar') },
  { name: 'signup', path: () => '/signup', ready: heading('Criar conta') },
  { name: 'contact', path: () => '/contact', ready: heading('Fale com a gente') },
  { name: 'privacy', path: () => '/privacy', ready: heading('Política') },
  { name: 'missing', path: () => '/nada', ready: heading('Página não encontrada') },
  { name: 'form', path: () => `/leads/new?client=${ours.id}`, ready: heading('') },
  { name: 'dashboard', path: () => '/dashboard', as: () => ours, ready: text('Ada Souza') },
  { name: 'leads', path: () => '/leads', as: () => ours, ready: text('Ada Souza') },
  { name: 'lead', path: () => `/leads/${leadId}`, as: () => ours, ready: text('Gostaria de um orçamento') },
  { name: 'team', path: () => '/employees', as: () => ours, ready: text('Bia Lima') },
  { name: 'company', path: () => '/company', as: () => ours, ready: text('Mudar de plano') },
  {
    name: 'commands',
    path: () => '/leads',
    as: () => ours,
    ready: async page => {
      await text('Ada Souza')(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'Painel' }).waitFor()
    }
  },
  { name: 'admin companies', path: () => '/admin/companies', as: () => admin, ready: text('Padaria Central') },
  { name: 'admin settings', path: () => '/admin/settings?aba=security', as: () => admin, ready: text('Segurança') }
]

async function open({ path, as, ready }: Look) {
  const { page, context } = await visit(site.url)
  // The dot on the assistant's button comes after a while, and only to those who never opened it.
  await context.addInitScript(() => localStorage.setItem('chatOpened', 'true'))
  if (as) await signIn(site, context, as())
  await page.goto(path())
  await ready(page)
  // Parts that are still loading have a skeleton in their place. The live stream never ends, so the network is never
  // idle.
  await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root'))
  await page.waitForTimeout(300)
  return { page, context }
}

test.for(looks)('$name looks as it did, in every size and theme', async look => {
  const { page, context } = await open(look)
  const tiles = await takeLooks(page, look.hidden)
  expect(await compareLooks(context, look.name, tiles)).toEqual([])
  await context.close()
})

test('a screen that lost its menu is noticed', async () => {
  const look = looks.find(({ name }) => name === 'leads')
  if (!look || process.env.RENEW_LOOKS) return
  const { page, context } = await open(look)
  const without = await takeLooks(page, ['nav'])
  // Beside a wide table the menu is little of the picture.
  expect((await compareLooks(context, 'leads', without)).length).toBeGreaterThanOrEqual(3)
  await context.close()
})
