import type { Page } from 'playwright'
import { beforeAll } from 'vitest'
import { company, sendLead, type Tenant } from '../support/app.ts'
import { openSite } from '../support/site.ts'
import { type Staff, staff } from '../support/staff.ts'
import { type Screen, sweep } from '../support/sweep.ts'

const site = await openSite()

let full: Tenant
let admin: Staff

beforeAll(async () => {
  full = await company(site.app, 'Padaria Central')
  admin = await staff(site.app, 'global_admin', [], 'Administração')
  await fillAdmin()
  for (const name of ['Ada Souza', 'Zé']) await sendLead(site.app, full.id, { name })
})

/** Something to see in each of the staff's screens. */
async function fillAdmin(): Promise<void> {
  const { app } = site
  const call = (method: 'POST' | 'PUT', url: string, payload: object) =>
    app.inject({ method, url: `/api/admin${url}`, headers: admin.auth, payload })
  await call('PUT', '/settings', { trialDays: 21, maintenanceNotice: 'Manutenção hoje às 22h' })
  await call('PUT', '/settings', {
    contactWhatsapp: '(11) 98765-4321',
    contactEmail: `${'muito.'.repeat(5)}longo@example.com`,
    contactHours: 'Segunda a sexta, das 9h às 18h',
    privacyName: 'Ana Prado'
  })
  await app.inject({ url: '/contact' }) // a page shows the settings as they were last known
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
  await fillConversation()
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

/** A client who wants to speak with a person, without an assistant that would answer. */
const conversation = 'conversa-de-teste'
async function fillConversation(): Promise<void> {
  await site.app.db.everyCompany(async trx => {
    const session = { id: conversation, user_id: full.userId, company_id: full.id, person_asked_at: new Date() }
    await trx.insertInto('chat_sessions').values(session).execute()
    const said = { session_id: conversation, key: null, audience: 'client' as const, settled_at: new Date() }
    await trx
      .insertInto('chat_messages')
      .values([
        {
          ...said,
          message: 'Como convido alguém para a equipe?',
          status: 'answered',
          response: 'Abra a página **Equipe** e use o botão Convidar pessoa.'
        },
        { ...said, message: `Não encontro o botão. ${'muito'.repeat(60)}`, status: 'failed', problem: 'Tempo esgotado' }
      ])
      .execute()
  })
}

const asAdmin = { as: () => admin }

const screens: Screen[] = [
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
    name: 'admin commands',
    path: () => '/admin',
    ...asAdmin,
    ready: async page => {
      await page.getByText('Saúde').waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Buscar empresas, páginas e ações' }).fill('padaria')
      await page.getByRole('option', { name: 'Padaria Central' }).first().waitFor()
    }
  },
  {
    name: 'contact with channels',
    path: () => '/contact',
    ready: page => page.getByRole('heading', { name: 'Outros canais' }).waitFor()
  },
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
  ...['plans', 'security', 'contact', 'mail'].map(tab => ({
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
    name: 'admin conversations',
    path: () => '/admin/conversations',
    ...asAdmin,
    ready: page => page.getByText('Aguardando').nth(1).waitFor()
  },
  {
    name: 'admin conversations empty',
    path: () => '/admin/conversations?aba=concluded',
    ...asAdmin,
    ready: page => page.getByText('Nenhuma conversa concluída').waitFor()
  },
  {
    name: 'admin conversation',
    path: () => `/admin/conversations/${conversation}`,
    ...asAdmin,
    ready: page => page.getByRole('button', { name: 'Assumir' }).waitFor()
  },
  {
    name: 'admin mails',
    path: () => '/admin/account-mails',
    ...asAdmin,
    ready: page => page.getByText('Convite para a equipe').first().waitFor()
  }
]

sweep(site, screens)
