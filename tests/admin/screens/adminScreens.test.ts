import type { Page } from 'playwright'
import { beforeAll } from 'vitest'
import { storeMails } from '../../../services/platform/inboundMail/store.ts'
import { company, sendLead, type Tenant } from '../../kit/app.ts'
import { leaveMail, mailOf } from '../../kit/inboundMail.ts'
import { check, openSite } from '../../kit/site.ts'
import { type Staff, staff } from '../../kit/staff.ts'
import { type Screen, sweep } from '../../kit/sweep.ts'
import { answerAs, callDesk, openTicketOf } from '../../kit/tickets.ts'

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
  await fillTickets()
  mailId = await leaveMail(
    app.db,
    { Subject: 'Sem destino', Cc: `${'copiada.'.repeat(7)}longa@longe.example` },
    'Texto'
  )
  const raw = mailOf({ From: `${'remetente.'.repeat(8)}longo@longe.example` })
  await storeMails(app.db, [{ source: 'port', raw, size: raw.length }])
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

let ticketId: string
let mailId: string

/** A ticket with words of every kind, in a company whose name is long, and the tools that staff answer with. */
async function fillTickets(): Promise<void> {
  const { app } = site
  const description = `https://example.com/${'x'.repeat(200)}\n\nمرحبا`
  const { id } = await openTicketOf(app, full, {
    subject: `Não ${'importa'.repeat(12)}`,
    priority: 'urgent',
    description
  })
  ticketId = id
  const { id: other } = await openTicketOf(app, full, { subject: 'Dúvida', category: 'question' })
  await answerAs(app, admin, id)
  await callDesk(app, admin, 'POST', `/${id}/notes`, { text: 'Nota da equipe', mentions: [admin.userId] })
  await callDesk(app, admin, 'POST', `/${id}/link`, { otherId: other })
  await callDesk(app, admin, 'POST', '/issues', { title: 'Importação lenta', text: 'Desde ontem', ticketIds: [id] })
  await callDesk(app, admin, 'POST', '/canned-answers', { shortcut: 'ola', text: 'Olá, {{primeiro_nome}}!' })
  await callDesk(app, admin, 'POST', '/views', { name: 'Urgentes', shared: true, filter: { priority: 'urgent' } })
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
    name: 'admin backups',
    path: () => '/admin/backups',
    ...asAdmin,
    ready: page => page.getByText('Como restaurar').waitFor()
  },
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
      await page
        .getByRole('status', { name: /^Carregando/ })
        .first()
        .waitFor({ state: 'detached' })
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
      ['support', 'Chamado sobre leads repetidos'],
      ['inbound-mails', 'Ler de novo']
    ] as const
  ).map(([tab, text]) => ({
    name: `admin logs ${tab}`,
    path: () => `/admin/logs?aba=${tab}`,
    ...asAdmin,
    ready: (page: Page) => page.getByText(text).first().waitFor()
  })),
  {
    name: 'admin tickets',
    path: () => '/admin/tickets',
    ...asAdmin,
    ready: async page => {
      await check(page.getByLabel('Escolher todos desta página'))
      await page.getByRole('group', { name: 'Mudar os escolhidos' }).waitFor()
    }
  },
  {
    name: 'admin tickets, filter',
    path: () => '/admin/tickets',
    ...asAdmin,
    ready: async page => {
      await page.getByRole('button', { name: 'Filtrar' }).click()
      await page.getByRole('dialog', { name: 'Filtrar chamados' }).waitFor()
    }
  },
  {
    name: 'admin tickets, empty queue',
    path: () => '/admin/tickets?fila=privacy',
    ...asAdmin,
    ready: page => page.getByText('Nenhum chamado nesta fila').waitFor()
  },
  {
    name: 'admin ticket',
    path: () => `/admin/tickets/${ticketId}`,
    ...asAdmin,
    ready: async page => {
      await page.getByText('Leads no mês').waitFor()
      await page.getByText('Histórico dos prazos').click()
      await page.getByRole('button', { name: 'Nota interna' }).click()
      await page.getByRole('region', { name: 'Escrever nota interna' }).waitFor()
    }
  },
  {
    name: 'admin ticket, merge',
    path: () => `/admin/tickets/${ticketId}`,
    ...asAdmin,
    ready: async page => {
      await page.getByRole('button', { name: 'Unir' }).click()
      await page.getByRole('dialog').waitFor()
    }
  },
  ...(
    [
      ['problemas', 'Importação lenta'],
      ['respostas', '/ola'],
      ['numeros', 'Por categoria'],
      ['prazos', 'Metas por plano']
    ] as const
  ).map(([tab, text]) => ({
    name: `admin tickets ${tab}`,
    path: () => `/admin/tickets?aba=${tab}`,
    ...asAdmin,
    ready: (page: Page) => page.getByText(text).first().waitFor()
  })),
  {
    name: 'admin received mails',
    path: () => '/admin/mails-in',
    ...asAdmin,
    ready: page => page.getByRole('link', { name: 'Sem destino' }).waitFor()
  },
  {
    name: 'admin received mail',
    path: () => `/admin/mails-in/${mailId}`,
    ...asAdmin,
    ready: async page => {
      await page.getByRole('button', { name: 'Cabeçalhos' }).click()
      await page.getByText('Message-ID', { exact: true }).waitFor()
    }
  },
  {
    name: 'admin mails',
    path: () => '/admin/account-mails',
    ...asAdmin,
    ready: page => page.getByText('Convite para a equipe').first().waitFor()
  }
]

sweep(site, screens)
