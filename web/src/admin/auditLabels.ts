import type { AuditedField } from '../../../services/audit/rules.ts'
import { modeLabels } from '../../../services/distribution/rules.ts'
import { permissionLabels as companyPermissionLabels, leadAccessLabels } from '../../../services/employees/rules.ts'
import { exportColumns } from '../../../services/exports/rules.ts'
import { originLabels } from '../../../services/imports/rules.ts'
import { periodLabels, statusLabels } from '../../../services/leads/rules.ts'
import {
  consentFilterLabels,
  markLabels,
  preferredLabels,
  receivedLabels,
  sourceLabel,
  taskFilterLabels,
  taskKindLabels
} from '../../../services/marks/rules.ts'
import { formatCents } from '../../../services/money/rules.ts'
import { correctableLabels, refusalLabels, retentionLabel } from '../../../services/privacy/rules.ts'
import { ticketCategoryLabels, ticketPriorityLabels, ticketStatusLabels } from '../../../services/tickets/rules.ts'
import { timeZones } from '../../../services/zones/rules.ts'
import { counted, formatDateTime, formatMoney, formatNumber } from '../core/format.ts'
import { audienceLabels } from './audience.ts'
import { actionLabel } from './auditActions.ts'
import { companyRoleLabels, permissionLabels, planLabels, roleLabels } from './labels.ts'

type Words = { label: string; values?: Record<string, string>; show?: (value: unknown) => string }

const asMoney = (value: unknown) => (typeof value === 'number' ? formatMoney(value) : valueText('', value))
const asMonths = (value: unknown) => retentionLabel(value as number | null)
const asMembers = (value: unknown) => {
  const members = value as { away?: boolean }[] | null
  const away = members?.filter(member => member.away).length ?? 0
  const all = counted(members?.length ?? 0, 'pessoa', 'pessoas')
  return away === 0 ? all : `${all}, ${counted(away, 'ausente', 'ausentes')}`
}

const weekdays = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']
const asHours = (value: unknown) => {
  const hours = (value ?? []) as { day: number; from: string; to: string }[]
  return hours.map(({ day, from, to }) => `${weekdays[day]} ${from}–${to}`).join(', ') || 'vazio'
}

const limit = { none: 'sem limite' }
const zones = { label: 'Fuso horário', values: timeZones }

/** How the record's fields and their values are called: everything that it can say has its words here. */
const fields: Record<AuditedField, Words> = {
  name: { label: 'Nome' },
  email: { label: 'E-mail' },
  phone: { label: 'Telefone' },
  address: { label: 'Endereço' },
  cnpj: { label: 'CNPJ' },
  industry: { label: 'Ramo' },
  plan: { label: 'Plano', values: planLabels },
  active: { label: 'Ativo' },
  role: { label: 'Papel', values: companyRoleLabels },
  permissions: { label: 'Permissões', values: { ...permissionLabels, ...companyPermissionLabels } },
  team: { label: 'Equipe' },
  leadAccess: { label: 'Acesso aos leads', values: leadAccessLabels },
  leads: { label: 'Leads de' },
  leadCount: { label: 'Leads' },
  trialEndsAt: { label: 'Fim do teste' },
  leadsLimit: { label: 'Limite de leads' },
  usersLimit: { label: 'Limite de usuários' },
  limitsReason: { label: 'Motivo dos limites' },
  limitsUntil: { label: 'Limites até' },
  adminName: { label: 'Nome do administrador' },
  adminEmail: { label: 'E-mail do administrador' },
  notes: { label: 'Observações' },
  minutes: { label: 'Minutos' },
  jobTitle: { label: 'Cargo' },
  timeZone: zones,
  time_zone: zones,
  key: { label: 'Chave', values: { configured: 'configurada', replaced: 'substituída' } },
  productName: { label: 'Nome do produto' },
  assistantName: { label: 'Nome da assistente' },
  starterQuestions: { label: 'Perguntas iniciais' },
  trialDays: { label: 'Dias de teste' },
  sessionIdleMinutes: { label: 'Minutos até expirar por inatividade' },
  sessionClientDays: { label: 'Dias de sessão de clientes' },
  sessionStaffHours: { label: 'Horas de sessão da equipe' },
  staffSecondFactor: { label: 'Segunda etapa obrigatória' },
  alphanumericCnpj: { label: 'CNPJ alfanumérico' },
  logRetentionDays: { label: 'Dias de retenção dos registros' },
  contactWhatsapp: { label: 'WhatsApp de contato' },
  contactEmail: { label: 'E-mail de contato' },
  contactAddress: { label: 'Endereço de contato' },
  contactHours: { label: 'Horário de atendimento' },
  privacyName: { label: 'Responsável pelos dados pessoais' },
  privacyEmail: { label: 'E-mail de privacidade' },
  maintenanceNotice: { label: 'Aviso' },
  priceCents: { label: 'Preço', show: asMoney },
  description: { label: 'Descrição' },
  leadsPerMonth: { label: 'Leads por mês', values: limit },
  users: { label: 'Usuários', values: limit },
  features: { label: 'Recursos' },
  limitations: { label: 'Limitações' },
  highlights: { label: 'Destaques' },
  popular: { label: 'Popular' },
  status: {
    label: 'Situação',
    values: { active: 'ativa', inactive: 'inativa', ...statusLabels, ...ticketStatusLabels }
  },
  priority: { label: 'Prioridade', values: ticketPriorityLabels },
  category: { label: 'Categoria', values: ticketCategoryLabels },
  assigneeId: { label: 'Responsável' },
  baseUrl: { label: 'Endereço do serviço' },
  model: { label: 'Modelo' },
  monthlyTokenCap: { label: 'Limite mensal de tokens' },
  title: { label: 'Título' },
  body: { label: 'Texto', values: { rewritten: 'reescrito' } },
  audiences: { label: 'Para quem', values: audienceLabels },
  account: { label: 'Número ou conta' },
  wabaId: { label: 'Conta do WhatsApp Business' },
  replyTo: { label: 'Responder para' },
  mailServer: { label: 'Servidor de envio' },
  mailPace: { label: 'E-mails por segundo, hora e dia' },
  spfInclude: { label: 'Domínio do SPF' },
  awayMessage: { label: 'Mensagem fora do horário' },
  confirmsReading: { label: 'Confirmar leitura' },
  businessHours: { label: 'Horário de atendimento', show: asHours },
  enabled: { label: 'Ligada' },
  mode: {
    label: 'Distribuição',
    values: Object.fromEntries(Object.entries(modeLabels).map(([mode, { label }]) => [mode, label]))
  },
  members: { label: 'Quem recebe', show: asMembers },
  fallbackId: { label: 'Quem recebe se ninguém puder' },
  version: { label: 'Versão' },
  lostReason: { label: 'Motivo da perda' },
  ownerId: { label: 'Responsável' },
  employeeIds: { label: 'Pessoas' },
  tagIds: { label: 'Etiquetas' },
  taskKind: { label: 'Tipo de tarefa', values: taskKindLabels },
  dueAt: { label: 'Prazo' },
  other: { label: 'O outro lead' },
  rows: { label: 'Linhas' },
  columns: { label: 'Colunas', values: exportColumns },
  filter: { label: 'Filtro', show: filterText },
  format: { label: 'Formato', values: { csv: 'CSV', xlsx: 'Excel', jsonl: 'JSON' } },
  origin: { label: 'Origem da lista', values: originLabels },
  originNote: { label: 'Sobre a origem' },
  smallAgent: { label: 'Agente de pequeno porte' },
  retentionMonths: { label: 'Apagar leads parados', show: asMonths },
  field: { label: 'Campo', values: correctableLabels },
  refusal: { label: 'Motivo da recusa', values: refusalLabels },
  companyId: { label: 'Empresa' },
  person: { label: 'Pessoa' },
  action: { label: 'Ação', show: value => actionLabel(String(value)) },
  object: { label: 'Objeto' },
  requestId: { label: 'Requisição' },
  from: { label: 'De' },
  to: { label: 'Até' },
  broken: { label: 'Cadeias quebradas' },
  error: { label: 'Erro' }
}
const wordsFor = (field: string): Partial<Words> => (Object.hasOwn(fields, field) ? fields[field as AuditedField] : {})

export const fieldLabel = (field: string): string => wordsFor(field).label ?? field

/** A value of the record in words. The provider's staff and a company's people share names of roles, not their words. */
export function valueText(field: string, value: unknown, action = ''): string {
  const ofStaff: Partial<Words> = { values: roleLabels }
  const { values, show } = action.startsWith('staff.') && field === 'role' ? ofStaff : wordsFor(field)
  if (show) return show(value)
  if (value === null || value === undefined || value === '') return values?.none ?? 'vazio'
  if (typeof value === 'boolean') return value ? 'sim' : 'não'
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value))
    return value.length === 0 ? 'nenhum' : value.map(one => valueText(field, one, action)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (/^\d{4}-\d{2}-\d{2}(T|$)/.test(text)) return formatDateTime(text) || text
  return values?.[text] ?? text
}

type Chosen = { label: string; values?: Record<string, string>; text?: (value: unknown) => string }

const cents = (value: unknown): string => formatCents(Number(value))

const chosenLeads: Record<string, Chosen> = {
  id: { label: 'Leads escolhidos' },
  status: { label: 'Situação', values: statusLabels },
  source: { label: 'Origem', text: value => sourceLabel(String(value)) },
  owner: { label: 'Responsável', values: { '': 'ninguém', me: 'a própria pessoa' } },
  tag: { label: 'Etiquetas' },
  receivedFrom: { label: 'Recebido desde' },
  receivedTo: { label: 'Recebido até' },
  receivedIn: { label: 'Recebido', values: receivedLabels },
  untouchedDays: { label: 'Dias sem contato' },
  task: { label: 'Tarefa', values: taskFilterLabels },
  preferredFrom: { label: 'Preferência desde' },
  preferredTo: { label: 'Preferência até' },
  preferredIn: { label: 'Preferência', values: preferredLabels },
  period: { label: 'Período', values: periodLabels },
  consent: { label: 'Comunicações', values: consentFilterLabels },
  mark: { label: 'Conferir', values: markLabels },
  campaign: { label: 'Campanha' },
  lostReason: { label: 'Motivo da perda' },
  valueFrom: { label: 'Valor a partir de', text: cents },
  valueTo: { label: 'Valor até', text: cents }
}
/** What the filter of an export may name, so that a test can hold the list. */
export const filterWords: Readonly<typeof chosenLeads> = chosenLeads

/** A filter of leads in words. */
function filterText(value: unknown): string {
  const parts = Object.entries((value ?? {}) as Record<string, unknown>).map(([key, wanted]) => {
    const { label, values, text } = chosenLeads[key] ?? ({ label: key } as Chosen)
    const texts = [wanted].flat().map(one => text?.(one) ?? values?.[String(one)] ?? valueText('', one))
    return `${label}: ${texts.join(', ')}`
  })
  return parts.length === 0 ? 'todos os leads' : parts.join('; ')
}
