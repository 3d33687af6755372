import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { beforeAll, expect } from 'vitest'
import { company, sendLead, type Tenant } from '../support/app.ts'
import { openSite, browserTest as test, views, visit } from '../support/site.ts'
import { type Staff, staff } from '../support/staff.ts'

const site = await openSite()
/** Where the screenshots of a run are kept, for whoever wants to look. */
const shots = path.join(import.meta.dirname, '../../test-results/screens')

let full: Tenant
let empty: Tenant
let leadId: string
let admin: Staff

beforeAll(async () => {
  mkdirSync(shots, { recursive: true })
  ;[full, empty] = await Promise.all([company(site.app, 'Padaria Central'), company(site.app, 'Empresa sem Leads')])
  admin = await staff(site.app, 'global_admin', [], 'Administração')
  await fillAdmin()
  for (const [n, name] of ['Ada Souza', 'Conceição de Araújo Gonçalves Peçanha', 'Zé'].entries()) {
    const sent = await sendLead(site.app, full.id, {
      name,
      email: `${'muito.'.repeat(n * 5)}longo${n}@example.com`,
      phone: `1198765432${n}`,
      website: n === 2 ? 'robô' : undefined,
      message: 'Gostaria de um orçamento.\n'.repeat(n + 1),
      preferredPeriod: 'morning',
      cidade: 'Recife'
    })
    leadId = sent.json().id
  }
})

/** Something to see in each of the staff's screens. */
async function fillAdmin(): Promise<void> {
  const { app } = site
  const call = (method: 'POST' | 'PUT', url: string, payload: object) =>
    app.inject({ method, url: `/api/admin${url}`, headers: admin.auth, payload })
  await call('PUT', '/settings', { trialDays: 21, maintenanceNotice: 'Manutenção hoje às 22h' })
  await call('PUT', `/companies/${full.id}`, {
    address: 'Rua das Laranjeiras, 123, Belo Horizonte',
    leadsLimit: 3,
    limitsReason: 'Acordo comercial até o fim do ano'
  })
  await call('POST', `/companies/${full.id}/support`, { reason: 'Chamado sobre leads repetidos', minutes: 60 })
  await call('POST', '/employees', {
    name: 'Conceição de Araújo Gonçalves',
    email: `${'muito.'.repeat(5)}longo@example.com`,
    role: 'employee',
    permissions: ['view_logs', 'manage_integrations']
  })
  await call('POST', '/logs/integrity', {})
  await app.db.everyCompany(async trx => {
    const job = {
      queue: 'email',
      name: 'mail-queued',
      data: '{}',
      error: 'connect ECONNREFUSED 127.0.0.1:25',
      attempts: 8
    }
    await trx
      .insertInto('failed_jobs')
      .values({ ...job, job_id: 'screens' })
      .execute()
    await trx
      .insertInto('error_log')
      .values({ route: 'GET /api/leads', message: 'canceling statement', status: 500, request_ids: ['0a1b2c3d-7'] })
      .execute()
  })
}

const asAdmin = { as: () => admin }

type Person = Pick<Tenant, 'userId' | 'token' | 'auth'>

type Screen = { name: string; path: () => string; as?: () => Person; ready: (page: Page) => Promise<unknown> }

const screens: Screen[] = [
  { name: 'start', path: () => '/', ready: page => page.getByRole('link', { name: 'Entrar' }).first().waitFor() },
  { name: 'login', path: () => '/login', ready: page => page.getByRole('button', { name: 'Entrar' }).waitFor() },
  { name: 'signup', path: () => '/signup', ready: page => page.getByRole('button', { name: 'Criar conta' }).waitFor() },
  {
    name: 'form',
    path: () => `/leads/new?client=${full.id}`,
    ready: page => page.getByRole('button', { name: 'Enviar', exact: true }).waitFor()
  },
  {
    name: 'form with errors',
    path: () => `/leads/new?client=${full.id}`,
    ready: async page => {
      await page.getByRole('button', { name: 'Enviar', exact: true }).click()
      await page.getByText('Este campo é obrigatório').first().waitFor()
    }
  },
  {
    name: 'form calendar',
    path: () => `/leads/new?client=${full.id}`,
    ready: async page => {
      await page.getByRole('button', { name: /Data preferencial|Selecione uma data/ }).click()
      await page.getByRole('grid').waitFor()
    }
  },
  {
    name: 'form consent',
    path: () => `/leads/new?client=${full.id}`,
    ready: async page => {
      await page.getByRole('textbox', { name: 'Nome Completo' }).fill('Ada')
      await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com')
      await page.getByRole('textbox', { name: 'Telefone' }).fill('11987654321')
      await page.getByRole('button', { name: 'Enviar', exact: true }).click()
      await page.getByRole('dialog').waitFor()
    }
  },
  {
    name: 'lookup',
    path: () => '/leads/new',
    ready: page => page.getByRole('button', { name: 'Buscar Empresa' }).waitFor()
  },
  {
    name: 'form unknown',
    path: () => `/leads/new?client=${'f'.repeat(24)}`,
    ready: page => page.getByRole('alert').first().waitFor()
  },
  { name: 'not found', path: () => '/nada', ready: page => page.getByRole('heading').first().waitFor() },
  {
    name: 'dashboard',
    path: () => '/dashboard',
    as: () => full,
    ready: page => page.getByText('Atividades recentes').waitFor()
  },
  {
    name: 'dashboard empty',
    path: () => '/dashboard',
    as: () => empty,
    ready: page => page.getByText('Nenhum lead ainda').waitFor()
  },
  { name: 'leads', path: () => '/leads', as: () => full, ready: page => page.getByText('Ada Souza').first().waitFor() },
  {
    name: 'leads none found',
    path: () => '/leads?filter=%7B%22q%22%3A%22zzzz%22%7D',
    as: () => full,
    ready: page => page.getByRole('button', { name: 'Limpar filtros' }).first().waitFor()
  },
  {
    name: 'leads empty',
    path: () => '/leads',
    as: () => empty,
    ready: page => page.getByText('Nenhum lead ainda').waitFor()
  },
  {
    name: 'lead',
    path: () => `/leads/${leadId}`,
    as: () => full,
    ready: page => page.getByText('Recife').first().waitFor()
  },
  {
    name: 'mails',
    path: () => '/mails',
    as: () => full,
    ready: page => page.getByText('Novo lead: Ada Souza').first().waitFor()
  },
  {
    name: 'instagram',
    path: () => '/instagram-messages',
    as: () => full,
    ready: page => page.getByText('O Instagram ainda não está conectado').waitFor()
  },
  {
    name: 'instagram visitor',
    path: () => '/instagram-messages',
    ready: page => page.getByRole('link', { name: 'Entrar' }).waitFor()
  },
  { name: 'admin', path: () => '/admin', ...asAdmin, ready: page => page.getByText('Saúde').waitFor() },
  {
    name: 'admin companies',
    path: () => '/admin/companies',
    ...asAdmin,
    ready: page => page.getByText('Padaria Central').first().waitFor()
  },
  {
    name: 'admin new company with errors',
    path: () => '/admin/companies/new',
    ...asAdmin,
    ready: async page => {
      await page.getByRole('button', { name: 'Criar empresa' }).click()
      await page.getByText('Este campo é obrigatório').first().waitFor()
    }
  },
  ...['data', 'usage', 'users', 'audit', 'support'].map(tab => ({
    name: `admin company ${tab}`,
    path: () => `/admin/companies/${full.id}?aba=${tab}`,
    ...asAdmin,
    ready: async (page: Page) => {
      await page.getByRole('heading', { name: 'Padaria Central' }).waitFor()
      await page.waitForLoadState('networkidle')
    }
  })),
  {
    name: 'admin suspend',
    path: () => `/admin/companies/${full.id}`,
    ...asAdmin,
    ready: async page => {
      await page.getByRole('button', { name: 'Suspender' }).click()
      await page.getByRole('dialog').waitFor()
    }
  },
  {
    name: 'admin company unknown',
    path: () => `/admin/companies/${'f'.repeat(24)}`,
    ...asAdmin,
    ready: page => page.getByText('Falha ao carregar a empresa').waitFor()
  },
  {
    name: 'admin employees',
    path: () => '/admin/employees',
    ...asAdmin,
    ready: page => page.getByText('Convite enviado').first().waitFor()
  },
  {
    name: 'admin invite',
    path: () => '/admin/employees',
    ...asAdmin,
    ready: async page => {
      await page.getByRole('button', { name: 'Convidar' }).click()
      await page.getByRole('dialog').waitFor()
    }
  },
  ...['plans', 'security', 'mail'].map(tab => ({
    name: `admin settings ${tab}`,
    path: () => `/admin/settings?aba=${tab}`,
    ...asAdmin,
    ready: (page: Page) => page.getByRole('button', { name: 'Desfazer' }).first().waitFor()
  })),
  {
    name: 'admin plan',
    path: () => '/admin/settings',
    ...asAdmin,
    ready: async page => {
      await page.getByRole('button', { name: 'Editar Profissional' }).click()
      await page.getByRole('dialog').waitFor()
    }
  },
  ...(
    [
      ['audit', 'Configurações alteradas'],
      ['sign-ins', 'Entrou'],
      ['errors', 'canceling statement'],
      ['queues', 'Tentar de novo'],
      ['support', 'Chamado sobre leads repetidos']
    ] as const
  ).map(([tab, text]) => ({
    name: `admin logs ${tab}`,
    path: () => `/admin/logs?aba=${tab}`,
    ...asAdmin,
    ready: (page: Page) => page.getByText(text).first().waitFor()
  })),
  {
    name: 'admin mails',
    path: () => '/admin/account-mails',
    ...asAdmin,
    ready: page => page.getByText('Convite para a equipe').first().waitFor()
  }
]

test.for(Object.keys(views))('every screen is accessible and fits, %s', { timeout: 300_000 }, async name => {
  const view = views[name]
  if (!view) throw new Error('no such view')
  const signedIn = new Map<string, string>()
  for (const { name: screen, path: address, as, ready } of screens) {
    const { page, context, problems } = await visit(site.url, view)
    if (as) {
      const who = as()
      const user = signedIn.get(who.userId) ?? (await site.app.inject({ url: '/api/auth/me', headers: who.auth })).body
      signedIn.set(who.userId, user)
      await context.addInitScript(
        ([token, kept]) => {
          localStorage.setItem('token', token ?? '')
          localStorage.setItem('user', kept ?? '')
          localStorage.setItem('isAuthenticated', 'true')
        },
        [who.token, user]
      )
    }
    await page.goto(address())
    await ready(page)
    await page.waitForTimeout(250) // entrances of dialogs and lists, which axe would read as faint text
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 160)).join(' | ')}`)
    expect(found, `${screen}, ${name}`).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    )
    expect(overflow, `${screen}, ${name}: wider than the window`).toBeLessThanOrEqual(0)
    await page.screenshot({ path: path.join(shots, `${screen} ${name}.png`), fullPage: true })
    expect(problems, `${screen}, ${name}`).toEqual([])
    await context.close()
  }
})
