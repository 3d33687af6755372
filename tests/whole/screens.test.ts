import type { Page } from 'playwright'
import { beforeAll } from 'vitest'
import { createLink } from '../../services/account/auth/links.ts'
import { fieldTypes } from '../../services/leads/forms/rules.ts'
import { createPersonLink } from '../../services/privacy/privacy/person.ts'
import { company, sendLead, type Tenant } from '../kit/app.ts'
import { fillCards } from '../kit/cards.ts'
import { ended, importFile } from '../kit/imports.ts'
import { customerWrites } from '../kit/inbox.ts'
import { staff as employee } from '../kit/people.ts'
import { askErasure, erase, privacyCall } from '../kit/privacy.ts'
import { protect } from '../kit/secondFactor.ts'
import { check, openSite } from '../kit/site.ts'
import { type Screen, sweep } from '../kit/sweep.ts'
import { changePlan, inviteTo, join, joinAgain } from '../kit/team.ts'
import { answerAs, callTickets, deliver, openTicketOf } from '../kit/tickets.ts'
import { connect } from '../kit/webhooks.ts'

// Nobody answers at port 1.
const site = await openSite({ DNS_SERVERS: '127.0.0.1:1' })

let full: Tenant
let empty: Tenant
/** Has lists that are not imported yet, which the next view finds. */
let importing: Tenant
/** With a second factor. */
let guarded: Tenant
let staff: Tenant
let leadId: string
let resetToken: string
let viewer: Tenant
let crowded: Tenant
let openToken: string
let knownToken: string
let formId: string
let conversation: string
let erasureId: string
let inboxId: string
let messaging: Tenant
let correctionId: string
let openTicketId: string
let solvedTicketId: string
let mailTemplateId: string
/** Links to the page of one's own data; each opens once. */
const personLinks: string[] = []

beforeAll(async () => {
  ;[guarded, staff] = await Promise.all([company(site.app), company(site.app)])
  await protect(site.app, guarded)
  await site.app.db.everyCompany(async trx => {
    await trx.updateTable('users').set({ role: 'manager' }).where('id', '=', staff.userId).execute()
    await trx.updateTable('employees').set({ active: false }).where('user_id', '=', staff.userId).execute()
    resetToken = (await createLink(trx, { kind: 'reset', email: guarded.email, userId: guarded.userId, hours: 1 }))
      .token
  })
  ;[full, empty, importing] = (await Promise.all(
    ['Padaria Central', 'Empresa sem Leads', 'Empresa que importa'].map(name => company(site.app, name))
  )) as [Tenant, Tenant, Tenant]
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
  await fillTeam()
  await fillForms()
  await fillImports()
  conversation = await fillCards(site.app, full, leadId)
  await fillPrivacy()
  await fillInbox()
  await fillTickets()
  await fillSender()
  await fillMailTemplates()
})

/** Requests of every state, a certificate, and links to a person's data. */
async function fillPrivacy(): Promise<void> {
  const { app } = site
  const person = { name: 'Zuleica Antônia Quintanilha', email: 'zuleica@quintanilha.example', phone: '21988776655' }
  await sendLead(app, full.id, person)
  erasureId = (await askErasure(app, full, { name: 'Ada Souza', email: 'longo0@example.com' })).id
  await erase(app, full, await askErasure(app, full, person))
  const typed = {
    kind: 'correction',
    channel: 'in_person',
    name: 'Zé',
    email: '',
    phone: '11987654322',
    details: 'Mudei'
  }
  const made = await privacyCall(app, full, 'POST', 'requests', { ...typed, receivedOn: '2026-11-20' })
  correctionId = made.json().id
  await app.db.company(full.id, async trx => {
    await trx
      .updateTable('privacy_requests')
      .set({ proposal: JSON.stringify({ name: 'José', email: 'ze@example.com' }) })
      .where('id', '=', correctionId)
      .execute()
    for (let n = 0; n < 6; n++)
      personLinks.push((await createPersonLink(trx, site.app.config, full.id, { email: 'longo0@example.com' })) ?? '')
  })
}

/** A conversation with words of every length, a note, and a channel that is switched off. */
async function fillInbox(): Promise<void> {
  const { app } = site
  messaging = await company(app, 'Empresa que conversa')
  const channel = await connect(app, messaging)
  const customer = { number: '5511987654321', name: 'Conceição de Araújo Gonçalves Peçanha' }
  const texts = ['Oi', 'https://example.com/'.padEnd(300, 'x'), 'مرحبا', 'Um texto comprido. '.repeat(60), 'Até']
  inboxId = (await customerWrites(app, messaging, channel, { ...customer, texts })).id
  const call = { method: 'POST' as const, headers: messaging.auth }
  await app.inject({ ...call, url: `/api/conversations/${inboxId}/notes`, payload: { text: 'Pediu desconto' } })
}

/** A ticket that was answered, and one that is solved and not rated yet. */
async function fillTickets(): Promise<void> {
  const { app } = site
  const subject = `Não ${'importa'.repeat(12)}`
  const description = `https://example.com/${'x'.repeat(200)}\n\nمرحبا`
  const opened = await openTicketOf(app, full, { subject, description, priority: 'urgent', leadId, screen: '/leads' })
  openTicketId = opened.id
  const helper = await employee(app)
  await answerAs(app, helper, openTicketId, { text: 'Vamos ver.' })
  await deliver(app)
  solvedTicketId = (await openTicketOf(app, full, { subject: 'Dúvida sobre o plano' })).id
  await callTickets(app, full, 'POST', `/${solvedTicketId}/resolve`)
}

/** A sender whose domain cannot be looked up. */
async function fillSender(): Promise<void> {
  const address = `atendimento.ao.cliente@${'muito-'.repeat(6)}longo.example`
  const payload = {
    name: 'Padaria e Confeitaria Central da Conceição',
    address,
    replyTo: null,
    smtp: null,
    pace: { perSecond: null, perHour: null, perDay: null }
  }
  const options = { method: 'PUT' as const, url: '/api/email/sender', headers: full.auth, payload }
  const answer = await site.app.inject(options)
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

/** A template with words of every length, a picture that nobody described, and a link that leads nowhere. */
async function fillMailTemplates(): Promise<void> {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Um texto comprido. '.repeat(60) }] }
  const blocks = [
    { id: 'a', type: 'heading', text: `Não${'importa'.repeat(12)}`, align: 'center' },
    { id: 'b', type: 'text', doc: { type: 'doc', content: [paragraph] } },
    { id: 'c', type: 'picture', src: 'http://loja.example/a.png', alt: '', link: '' },
    { id: 'd', type: 'button', text: 'Ver', link: `https://loja.example/${'x'.repeat(300)}`, align: 'left' }
  ]
  const body = { format: 1, accent: '#be185d', blocks }
  const payload = { name: `Comunicado${'longo'.repeat(12)}`, subject: '{{ nada }} '.repeat(8), preheader: '', body }
  const call = { method: 'POST' as const, url: '/api/email/templates', headers: full.auth }
  mailTemplateId = (await site.app.inject({ ...call, payload })).json().id
}

/** The path of a link that nobody has opened yet. */
const personLink = (): string => {
  const { pathname, search, hash } = new URL(personLinks.shift() ?? '')
  return pathname + search + hash
}

/** A list that was imported and taken back, except the one lead that somebody has worked on. */
async function fillImports(): Promise<void> {
  const { app } = site
  const call = { headers: full.auth, method: 'POST' as const }
  const list = 'Nome;E-mail\r\nImportada Um;um@example.org\r\nImportada Dois;dois@example.org\r\nErrada;x'
  const { id } = await importFile(app, full, list)
  const [kept] = (await app.inject({ url: '/api/leads?filter={"q":"dois@example.org"}', headers: full.auth })).json()
  const url = `/api/leads/${kept.id}`
  await app.inject({ url, headers: full.auth, method: 'PUT', payload: { message: 'Liguei hoje' } })
  await app.inject({ ...call, url: `/api/imports/${id}/undo` })
  await ended(app, full, id, 'undone')
}

async function pasteList(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Colar da planilha' }).click()
  await page
    .getByLabel('Linhas copiadas')
    .fill('Nome\tE-mail\tTelefone\nAna Lima\tana@example.org\t5,51199E+12\nBia\tbia@example.org\t')
  await page.getByRole('button', { name: 'Continuar' }).click()
}

/** Two forms, one of them with a field of every kind, and a draft without fields. */
async function fillForms(): Promise<void> {
  const call = async (who: Tenant, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const options = { method, url: `/api/forms${url}`, headers: who.auth, ...(payload && { payload }) }
    const answer = await site.app.inject(options)
    if (answer.statusCode >= 300) throw new Error(answer.body)
    return answer.json()
  }
  const made = await call(full, 'POST', '', { name: 'Campanha de inverno', source: 'inverno' })
  formId = made.id
  const { revision, draft } = await call(full, 'GET', `/${formId}`)
  const fields = [
    ...draft.fields,
    ...fieldTypes.map(type => ({
      id: type,
      name: `campo_${type}`,
      label: `Um campo: ${type}`,
      type,
      help: 'Ajuda do campo',
      required: type === 'radio',
      ...(['select', 'radio'].includes(type) && { options: ['Sim', 'Não'] })
    }))
  ]
  const settings = {
    ...draft.settings,
    accent: '#f5d000',
    whatsapp: 'Aceito mensagens no WhatsApp',
    privacyUrl: 'https://padaria.example/privacidade',
    schedule: { ...draft.settings.schedule, days: ['2099-12-25'] }
  }
  const saved = await call(full, 'PUT', `/${formId}/draft`, { revision, content: { ...draft, fields, settings } })
  await call(full, 'POST', `/${formId}/publish`, saved)
  for (const payload of [{ kind: 'visit', source: 'inverno' }, { kind: 'start' }, { kind: 'leave', field: 'phone' }])
    await site.app.inject({ method: 'POST', url: `/public/forms/${formId}/events`, payload })

  const [{ id }] = await call(empty, 'GET', '')
  const bare = await call(empty, 'GET', `/${id}`)
  await call(empty, 'PUT', `/${id}/draft`, { revision: bare.revision, content: { ...bare.draft, fields: [] } })
}

/** A team with somebody of each kind, and somebody who belongs to two companies. */
async function fillTeam(): Promise<void> {
  crowded = await company(site.app, 'Empresa Cheia')
  await changePlan(site.app, full.id, 'pro')
  await join(site.app, full, { name: 'Bia Lima', role: 'agent', team: 'Sul' })
  viewer = await join(site.app, full, { name: 'Conceição de Araújo Gonçalves Peçanha', role: 'viewer' })
  openToken = await inviteTo(site.app, full, { name: 'Caio Prado' })
  await joinAgain(site.app, empty, viewer)
  await inviteTo(site.app, crowded, { name: 'Rui' })
  await changePlan(site.app, empty.id, 'enterprise')
  knownToken = await inviteTo(site.app, empty, { name: 'Ana', email: crowded.email })
}

/** Opens what a person's menu offers. */
async function act(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Ações para Bia Lima' }).click()
  await page.getByRole('menuitem', { name: action }).click()
  await page.getByRole('dialog').waitFor()
}

const broken = { code: 'internal', message: 'Ocorreu um erro ao processar sua solicitação.', requestId: '0a1b2c3d-7' }
const openTab = async (page: Page, name: string) => {
  await page.getByRole('tab', { name }).click()
  await page.getByRole('tabpanel', { name }).waitFor()
}

const screens: Screen[] = [
  {
    name: 'inbox, list',
    path: () => '/whatsapp',
    as: () => messaging,
    ready: page => page.getByText('Até').waitFor()
  },
  {
    name: 'inbox, conversation',
    path: () => `/whatsapp/${inboxId}`,
    as: () => messaging,
    ready: page => page.getByRole('log').getByText('Pediu desconto').waitFor()
  },
  {
    name: 'inbox, note and emoji',
    path: () => `/whatsapp/${inboxId}`,
    as: () => messaging,
    ready: async page => {
      await page.getByRole('button', { name: 'Nota', exact: true }).click()
      await page.getByRole('button', { name: 'Emojis' }).click()
      await page.getByRole('toolbar', { name: 'Emojis' }).waitFor()
    }
  },
  {
    name: 'inbox, conversation that is gone',
    path: () => '/whatsapp/0123456789abcdef01234567',
    as: () => messaging,
    ready: page => page.getByText('Conversa não encontrada').waitFor()
  },
  {
    name: 'inbox, nothing found',
    path: () => '/whatsapp?pasta=minhas&situacao=resolved',
    as: () => messaging,
    ready: page => page.getByText('Nenhuma conversa aqui').waitFor()
  },
  {
    name: 'inbox, no channel',
    path: () => '/whatsapp',
    as: () => empty,
    ready: page => page.getByText('O WhatsApp ainda não está conectado').waitFor()
  },
  {
    name: 'WhatsApp settings',
    path: () => '/whatsapp?aba=configuracao',
    as: () => messaging,
    ready: page => page.getByLabel('URL de callback', { exact: true }).waitFor()
  },
  {
    name: 'Instagram settings',
    path: () => '/instagram-messages?aba=configuracao',
    as: () => full,
    ready: page => page.getByLabel('URL de callback', { exact: true }).waitFor()
  },
  {
    name: 'sender, none yet',
    path: () => '/email?aba=sender',
    as: () => empty,
    ready: async page => {
      await check(page.getByLabel('Usar meu servidor'))
      await page.getByRole('textbox', { name: 'Servidor', exact: true }).waitFor()
    }
  },
  {
    name: 'sender, domain not proved',
    path: () => '/email?aba=sender',
    as: () => full,
    ready: async page => {
      await page.getByText('O DNS não respondeu').first().waitFor()
      await page.getByText('O painel diz que o valor é longo demais?').click()
    }
  },
  {
    name: 'form of every kind of field',
    path: () => `/leads/new?client=${full.id}&source=inverno`,
    ready: async page => {
      await page.getByRole('button', { name: 'Enviar', exact: true }).click()
      await page.getByText('Este campo é obrigatório').first().waitFor()
    }
  },
  {
    name: 'form embedded',
    path: () => `/leads/new?client=${full.id}&embed=1`,
    ready: page => page.getByRole('button', { name: 'Enviar', exact: true }).waitFor()
  },
  {
    name: 'e-mail, no template yet',
    path: () => '/email?aba=templates',
    as: () => empty,
    ready: page => page.getByText('Comece por um modelo pronto').waitFor()
  },
  {
    name: 'e-mail, templates',
    path: () => '/email?aba=templates',
    as: () => full,
    ready: page => page.getByRole('link', { name: /^Comunicado/ }).waitFor()
  },
  {
    name: 'e-mail, new template',
    path: () => '/email/templates/new?modelo=novidade',
    as: () => full,
    ready: async page => {
      await page
        .getByRole('button', { name: /^Texto/ })
        .first()
        .click()
      await page.getByRole('toolbar', { name: 'Formatação' }).waitFor()
      await page.getByText('Botão sem link.').waitFor()
    }
  },
  {
    name: 'e-mail, variable',
    path: () => `/email/templates/${mailTemplateId}`,
    as: () => full,
    ready: async page => {
      await page.getByRole('button', { name: 'Variável em Assunto' }).click()
      await page.getByRole('dialog', { name: 'Inserir variável' }).waitFor()
    }
  },
  {
    name: 'e-mail, template that is gone',
    path: () => '/email/templates/0123456789abcdef01234567',
    as: () => full,
    ready: page => page.getByText('Este modelo não existe mais.').waitFor()
  },
  {
    name: 'forms',
    path: () => '/form-editor',
    as: () => full,
    ready: page => page.getByRole('link', { name: 'Campanha de inverno' }).waitFor()
  },
  {
    name: 'form editor',
    path: () => `/form-editor?form=${formId}`,
    as: () => full,
    ready: async page => {
      await page.getByRole('button', { name: /^Um campo: radio/ }).click()
      await page.getByLabel('Rótulo').waitFor()
    }
  },
  {
    name: 'form editor, look',
    path: () => `/form-editor?form=${formId}`,
    as: () => full,
    ready: page => openTab(page, 'Aparência')
  },
  {
    name: 'form editor, funnel',
    path: () => `/form-editor?form=${formId}`,
    as: () => full,
    ready: async page => {
      await openTab(page, 'Funil')
      await page.getByText('Onde as pessoas param').waitFor()
    }
  },
  {
    name: 'form editor, versions',
    path: () => `/form-editor?form=${formId}`,
    as: () => full,
    ready: async page => {
      await page.getByRole('button', { name: 'Versões publicadas' }).click()
      await page.getByRole('button', { name: /^Restaurar/ }).waitFor()
    }
  },
  {
    name: 'form editor, without fields',
    path: () => '/form-editor',
    as: () => empty,
    ready: page => page.getByText('O formulário não tem campos', { exact: false }).waitFor()
  },
  {
    name: 'form editor, no visits',
    path: () => '/form-editor',
    as: () => empty,
    ready: async page => {
      await openTab(page, 'Funil')
      await page.getByText('Nenhuma visita neste período').waitFor()
    }
  },
  {
    name: 'form editor, not allowed',
    path: () => '/form-editor',
    as: () => viewer,
    ready: page => page.getByText('Acesso negado').waitFor()
  },
  {
    name: 'new form',
    path: () => '/form-editor',
    as: () => full,
    ready: async page => {
      await page.getByRole('button', { name: 'Novo formulário' }).click()
      await page.getByRole('dialog').waitFor()
    }
  },
  {
    name: 'share',
    path: () => '/leads',
    as: () => empty,
    ready: async page => {
      await page.getByRole('button', { name: 'QR code, site e redes sociais' }).click()
      await page.getByRole('button', { name: 'Baixar SVG' }).waitFor()
    }
  },
  { name: 'start', path: () => '/', ready: page => page.getByRole('link', { name: 'Entrar' }).first().waitFor() },
  {
    name: 'contact',
    path: () => '/contact',
    ready: page => page.getByRole('button', { name: 'Enviar mensagem' }).waitFor()
  },
  {
    name: 'support',
    path: () => '/contact',
    as: () => full,
    ready: page => page.getByRole('button', { name: 'Abrir chamado' }).waitFor()
  },
  { name: 'privacy', path: () => '/privacy', ready: page => page.getByRole('heading', { level: 1 }).waitFor() },
  { name: 'terms', path: () => '/terms', ready: page => page.getByRole('heading', { level: 1 }).waitFor() },
  { name: 'login', path: () => '/login', ready: page => page.getByRole('button', { name: 'Entrar' }).waitFor() },
  { name: 'signup', path: () => '/signup', ready: page => page.getByRole('button', { name: 'Criar conta' }).waitFor() },
  {
    name: 'employee login',
    path: () => '/employee-login',
    ready: page => page.getByRole('heading', { name: 'Área do funcionário' }).waitFor()
  },
  {
    name: 'second step',
    path: () => '/login',
    ready: async page => {
      await page.getByRole('textbox', { name: 'E-mail' }).fill(guarded.email)
      await page.locator('[name=password]').fill(guarded.password)
      await page.getByRole('button', { name: 'Entrar' }).click()
      await page.getByRole('heading', { name: 'Verificação em duas etapas' }).waitFor()
    }
  },
  {
    name: 'reset password',
    path: () => '/reset-password',
    ready: page => page.getByRole('button', { name: 'Enviar link' }).waitFor()
  },
  {
    name: 'new password',
    path: () => `/reset-password?token=${resetToken}`,
    ready: async page => {
      await page.getByText('@example.com').waitFor()
      await page.getByRole('button', { name: 'Salvar nova senha' }).click()
      await page.getByText('Este campo é obrigatório').first().waitFor()
    }
  },
  {
    name: 'expired link',
    path: () => '/reset-password?token=x',
    ready: page => page.getByRole('link', { name: 'Enviar novo link' }).waitFor()
  },
  {
    name: 'confirm e-mail',
    path: () => '/confirm-email?token=x',
    ready: async page => {
      await page.getByRole('button', { name: 'Confirmar e-mail' }).click()
      await page.getByRole('alert').first().waitFor()
    }
  },
  {
    name: 'confirm recipient',
    path: () => '/confirm-recipient?token=x',
    ready: page => page.getByText('Este link expirou').waitFor()
  },
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
    ready: page => page.getByText('Primeiros passos').waitFor()
  },
  { name: 'leads', path: () => '/leads', as: () => full, ready: page => page.getByText('Ada Souza').first().waitFor() },
  {
    name: 'conversation with a card in each state',
    path: () => '/leads',
    as: () => full,
    ready: async page => {
      await page.evaluate(id => localStorage.setItem('chatSessionId', id), conversation)
      await page.getByRole('button', { name: 'Abrir a assistente virtual' }).click()
      await page.getByText('Não foi possível: ').waitFor()
    }
  },
  {
    name: 'conversation with cards in the history',
    path: () => '/leads',
    as: () => full,
    ready: async page => {
      await page.getByRole('button', { name: 'Abrir a assistente virtual' }).click()
      await page.getByRole('button', { name: 'Histórico de conversas' }).click()
      await page.getByText('Aguarda confirmação').first().waitFor()
    }
  },
  {
    name: 'privacy empty',
    path: () => '/privacy-requests',
    as: () => empty,
    ready: page => page.getByText('Nenhum pedido espera resposta').waitFor()
  },
  {
    name: 'privacy',
    path: () => '/privacy-requests',
    as: () => full,
    ready: page =>
      page
        .getByText(/Faltam \d+ dias|Falta 1 dia|Atrasado há/)
        .first()
        .waitFor()
  },
  {
    name: 'privacy answered',
    path: () => '/privacy-requests?aba=respondidos',
    as: () => full,
    ready: page => page.getByText('Pessoa excluída').first().waitFor()
  },
  {
    name: 'privacy settings',
    path: () => '/privacy-requests?aba=prazos',
    as: () => full,
    ready: async page => {
      await page.getByLabel('Guardar leads sem movimento por').click()
      await page.getByRole('option', { name: '6 meses' }).click()
      await page.getByText('7 dias depois de salvar').waitFor()
    }
  },
  {
    name: 'privacy typing',
    path: () => '/privacy-requests',
    as: () => empty,
    ready: async page => {
      await page.getByRole('button', { name: 'Registrar pedido' }).click()
      await page.getByLabel('O que a pessoa pediu').waitFor()
    }
  },
  {
    name: 'privacy erasure',
    path: () => `/privacy-requests/${erasureId}`,
    as: () => full,
    ready: page => page.getByRole('button', { name: 'Excluir para sempre' }).waitFor()
  },
  {
    name: 'privacy correction',
    path: () => `/privacy-requests/${correctionId}`,
    as: () => full,
    ready: page => page.getByRole('button', { name: 'Aplicar Nome' }).waitFor()
  },
  {
    name: 'privacy certificate',
    path: () => '/privacy-requests/certificates/1',
    as: () => full,
    ready: page => page.getByText('Ocorrências encontradas: 0').waitFor()
  },
  { name: 'own data company', path: () => '/my-data', ready: page => page.getByLabel('CNPJ da empresa').waitFor() },
  {
    name: 'own data',
    path: () => `/my-data?client=${full.id}`,
    ready: page => page.getByText('Padaria Central').waitFor()
  },
  {
    name: 'own data link',
    path: () => personLink(),
    ready: page => page.getByRole('button', { name: 'Ver meus dados' }).waitFor()
  },
  {
    name: 'own data shown',
    path: () => personLink(),
    ready: async page => {
      await page.getByRole('button', { name: 'Ver meus dados' }).click()
      await page.getByRole('heading', { name: 'Seu cadastro' }).waitFor()
      for (const summary of await page.locator('summary').all()) await summary.click()
      await page.getByRole('button', { name: 'Corrigir' }).click()
    }
  },
  {
    name: 'own data objection',
    path: () => personLink(),
    ready: async page => {
      await page.getByRole('button', { name: 'Ver meus dados' }).click()
      await page.getByRole('button', { name: 'Opor-me a um uso' }).click()
      await page.getByRole('button', { name: 'Enviar oposição' }).click()
      await page.getByText('Diga a que você se opõe.').waitFor()
    }
  },
  {
    name: 'import empty',
    path: () => '/leads/import',
    as: () => empty,
    ready: page => page.getByText('Nenhuma até agora. A primeira aparece aqui.').waitFor()
  },
  {
    name: 'import columns',
    path: () => '/leads/import',
    as: () => importing,
    ready: async page => {
      await pasteList(page)
      await page.getByLabel('De onde vem esta lista?').waitFor()
    }
  },
  {
    name: 'import checked',
    path: () => '/leads/import',
    as: () => importing,
    ready: async page => {
      await pasteList(page)
      await page.getByLabel('De onde vem esta lista?').click()
      await page.getByRole('option', { name: 'São nossos clientes' }).click()
      await page.getByRole('button', { name: 'Conferir antes de importar' }).click()
      await page.getByRole('heading', { name: 'O que não foi reconhecido' }).waitFor()
    }
  },
  { name: 'imports', path: () => '/leads/import', as: () => full, ready: page => page.getByText('Desfeita').waitFor() },
  {
    name: 'commands',
    path: () => '/leads',
    as: () => full,
    ready: async page => {
      await page.getByText('Ada Souza').first().waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Buscar leads, páginas e ações' }).fill('souza')
      await page.getByRole('option', { name: 'Ada Souza' }).waitFor()
    }
  },
  {
    name: 'commands none found',
    path: () => '/dashboard',
    as: () => empty,
    ready: async page => {
      await page.getByRole('button', { name: 'Buscar' }).click()
      await page.getByRole('combobox', { name: 'Buscar leads, páginas e ações' }).fill('zzzz')
      await page.getByText('Nada encontrado para “zzzz”.').waitFor()
    }
  },
  {
    name: 'shortcuts',
    path: () => '/dashboard',
    as: () => empty,
    ready: async page => {
      await page.getByText('Primeiros passos').waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor()
    }
  },
  {
    name: 'offline',
    path: () => '/leads',
    as: () => full,
    ready: async page => {
      await page.getByText('Ada Souza').first().waitFor()
      await page.context().setOffline(true)
      await page.getByRole('link', { name: 'Painel' }).first().click()
      await page.getByText('Assim que ela voltar, carregamos de novo.').waitFor()
    }
  },
  {
    name: 'server failure',
    path: () => `/leads/${leadId}`,
    as: () => full,
    ready: async page => {
      await page.route('**/api/leads/*', route => route.fulfill({ status: 500, json: broken }))
      await page.reload()
      await page.getByText('0a1b2c3d-7').waitFor()
    }
  },
  {
    name: 'leads filters',
    path: () => '/leads?filter={"status":["new","contacted"],"receivedFrom":"2020-01-01"}',
    as: () => full,
    ready: async page => {
      await page.getByText('Ada Souza').first().waitFor()
      await page.getByRole('button', { name: /^Filtros/ }).click()
      await page.getByText('Sem contato há').waitFor()
    }
  },
  {
    name: 'leads selected',
    path: () => '/leads',
    as: () => full,
    ready: async page => {
      await check(page.getByRole('checkbox', { name: 'Selecionar Ada Souza' }))
      await page.getByRole('button', { name: 'Etiquetas' }).last().click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Etiqueta' }).fill('Feira')
    }
  },
  {
    name: 'leads board',
    path: () => '/leads?view=board',
    as: () => full,
    ready: page => page.getByText('Ada Souza').first().waitFor()
  },
  {
    name: 'leads board empty',
    path: () => '/leads?view=board',
    as: () => empty,
    ready: page => page.getByText('Nenhum lead ainda').waitFor()
  },
  {
    name: 'leads tags',
    path: () => '/leads',
    as: () => full,
    ready: async page => {
      await page.getByRole('button', { name: 'Mais opções' }).click()
      await page.getByRole('menuitem', { name: 'Gerenciar etiquetas' }).click()
      await page.getByText('Nenhuma etiqueta ainda').waitFor()
    }
  },
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
    name: 'lead being edited',
    path: () => `/leads/${leadId}`,
    as: () => full,
    ready: async page => {
      await page.getByRole('tab', { name: 'Tarefa' }).click()
      await page.getByRole('button', { name: /^Editar Mensagem/ }).click()
      await page.getByRole('button', { name: 'Registrar autorização' }).first().waitFor()
    }
  },
  {
    name: 'lead merging',
    path: () => `/leads/${leadId}`,
    as: () => full,
    ready: async page => {
      await page.getByRole('button', { name: 'Mais ações' }).click()
      await page.getByRole('menuitem', { name: 'Mesclar com outro lead' }).click()
      await page.getByRole('searchbox').fill('Ada')
      await page.getByRole('button', { name: /Ada Souza/ }).click()
      await page.getByText('Você pode desfazer por').waitFor()
    }
  },
  {
    name: 'lead typed',
    path: () => '/leads',
    as: () => full,
    ready: async page => {
      await page.getByText('Ada Souza').first().waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Buscar leads, páginas e ações' }).fill('novo lead')
      await page.getByRole('option', { name: 'Novo lead' }).click()
      await page.getByRole('textbox', { name: 'Nome' }).fill('Ada Souza')
      await page.getByText('Parece com um lead que você já tem').waitFor()
    }
  },
  {
    name: 'lead for a viewer',
    path: () => `/leads/${leadId}`,
    as: () => viewer,
    ready: page => page.getByText('Sem responsável').first().waitFor()
  },
  {
    name: 'team',
    path: () => '/employees',
    as: () => full,
    ready: async page => {
      await page.getByText('Convite enviado').first().waitFor()
      await page.getByText('4 de 5 usuários').waitFor()
    }
  },
  {
    name: 'team full',
    path: () => '/employees',
    as: () => crowded,
    ready: page => page.getByText('Todos os lugares do seu plano estão ocupados.').waitFor()
  },
  {
    name: 'team names',
    path: () => '/employees',
    as: () => viewer,
    ready: page => page.getByText('Somente leitura').first().waitFor()
  },
  {
    name: 'team invite',
    path: () => '/employees',
    as: () => full,
    ready: async page => {
      await page.getByRole('button', { name: 'Convidar pessoa' }).click()
      await check(page.getByRole('radio', { name: 'Personalizado' }))
      await page.getByText('Responder mensagens').waitFor()
    }
  },
  {
    name: 'team invite with errors',
    path: () => '/employees',
    as: () => full,
    ready: async page => {
      await page.getByRole('button', { name: 'Convidar pessoa' }).click()
      await page.getByRole('button', { name: 'Enviar convite' }).click()
      await page.getByText('Este campo é obrigatório').first().waitFor()
    }
  },
  {
    name: 'team edit',
    path: () => '/employees',
    as: () => full,
    ready: page => act(page, 'Editar permissões')
  },
  { name: 'team preview', path: () => '/employees', as: () => full, ready: page => act(page, 'Ver como') },
  { name: 'team deactivate', path: () => '/employees', as: () => full, ready: page => act(page, 'Desativar') },
  {
    name: 'company',
    path: () => '/company',
    as: () => full,
    ready: page => page.getByRole('button', { name: 'Salvar' }).waitFor()
  },
  {
    name: 'company plan',
    path: () => '/company',
    as: () => full,
    ready: async page => {
      await page.getByRole('button', { name: 'Mudar de plano' }).click()
      await check(page.getByRole('radio', { name: 'Básico' }))
      await page.getByText('Ninguém perde o acesso').waitFor()
    }
  },
  {
    name: 'switch company',
    path: () => '/dashboard',
    as: () => viewer,
    ready: async page => {
      await page.getByRole('button', { name: 'trocar de empresa' }).click()
      await page.getByRole('dialog', { name: 'Trocar de empresa' }).waitFor()
    }
  },
  {
    name: 'invitation',
    path: () => `/invitation?token=${openToken}`,
    ready: page => page.getByRole('button', { name: 'Aceitar convite' }).waitFor()
  },
  {
    name: 'invitation with account',
    path: () => `/invitation?token=${knownToken}`,
    ready: page => page.getByText('A mesma com que você entra na sua conta.').waitFor()
  },
  {
    name: 'invitation expired',
    path: () => '/invitation?token=nada',
    ready: page => page.getByText('Convite expirado').waitFor()
  },
  {
    name: 'mails',
    path: () => '/mails',
    as: () => full,
    ready: page => page.getByText('Novo lead: Ada Souza').first().waitFor()
  },
  {
    name: 'profile',
    path: () => '/profile',
    as: () => full,
    ready: async page => {
      await page.getByRole('button', { name: 'Trocar e-mail' }).click()
      await page.getByRole('textbox', { name: 'Novo e-mail' }).waitFor()
    }
  },
  {
    name: 'profile, sessions',
    path: () => '/profile?aba=acessos',
    as: () => full,
    ready: async page => {
      await page.getByText('Este aparelho').waitFor()
      await page.getByText('Acessos recentes').waitFor()
    }
  },
  {
    name: 'profile, notifications',
    path: () => '/profile?aba=notificacoes',
    as: () => full,
    ready: page => page.getByText('Silêncio desde').first().waitFor()
  },
  {
    name: 'profile second factor',
    path: () => '/profile?aba=seguranca',
    as: () => full,
    ready: async page => {
      await page.getByRole('button', { name: 'Ativar', exact: true }).click()
      await page.getByRole('textbox', { name: 'Código de verificação' }).waitFor()
    }
  },
  {
    name: 'profile proof',
    path: () => '/profile?aba=seguranca',
    as: () => guarded,
    ready: async page => {
      await page.getByRole('button', { name: 'Desativar' }).click()
      await page.getByRole('dialog').waitFor()
    }
  },
  {
    name: 'tickets',
    path: () => '/tickets?aba=todos',
    as: () => full,
    ready: page => page.getByText('Dúvida sobre o plano').waitFor()
  },
  {
    name: 'tickets, none',
    path: () => '/tickets',
    as: () => empty,
    ready: page => page.getByText('Nenhum chamado. Precisa de ajuda?').waitFor()
  },
  {
    name: 'new ticket with errors and a suggestion',
    path: () => `/tickets/new?lead=${leadId}&tela=/leads`,
    as: () => full,
    ready: async page => {
      await page.getByLabel('Assunto').fill('Dúvida sobre o plano')
      await page.getByText('A sua empresa já perguntou').waitFor()
      await page.getByRole('button', { name: 'Abrir chamado' }).click()
      await page.getByText('Conte o que aconteceu').waitFor()
    }
  },
  {
    name: 'ticket',
    path: () => `/tickets/${openTicketId}`,
    as: () => full,
    ready: page => page.getByText('Vamos ver.').waitFor()
  },
  {
    name: 'ticket, solved',
    path: () => `/tickets/${solvedTicketId}`,
    as: () => full,
    ready: page => page.getByText('Como foi o atendimento?').waitFor()
  },
  {
    name: 'tickets, not allowed',
    path: () => '/tickets',
    as: () => viewer,
    ready: page => page.getByText('Acesso negado').waitFor()
  },
  {
    name: 'profile of staff',
    path: () => '/profile?aba=acessos',
    as: () => staff,
    ready: page => page.getByText('Este aparelho').waitFor()
  }
]

sweep(site, screens)
