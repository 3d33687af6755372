import {
  permissionLabels as companyPermissionLabels,
  leadAccessLabels
} from '../../../../services/account/employees/rules.ts'
import { planLabels } from '../../../../services/account/plans/rules.ts'
import { formatCents } from '../../../../services/core/money/rules.ts'
import { timeZones } from '../../../../services/core/zones/rules.ts'
import { modeLabels } from '../../../../services/leads/distribution/rules.ts'
import { exportColumns } from '../../../../services/leads/exports/rules.ts'
import { originLabels } from '../../../../services/leads/imports/rules.ts'
import {
  consentFilterLabels,
  emailResultLabels,
  markLabels,
  preferredLabels,
  receivedLabels,
  sourceLabel,
  taskFilterLabels,
  taskKindLabels
} from '../../../../services/leads/leads/marks/rules.ts'
import { periodLabels, statusLabels } from '../../../../services/leads/leads/rules.ts'
import { correctableLabels, refusalLabels, retentionLabel } from '../../../../services/privacy/privacy/rules.ts'
import {
  ticketCategoryLabels,
  ticketPriorityLabels,
  ticketStatusLabels
} from '../../../../services/support/tickets/rules.ts'
import { audienceLabels } from '../../assistant/articles/audience.ts'
import { counted, formatDateTime, formatMoney, formatNumber } from '../../core/format.ts'
import { companyRoleLabels, permissionLabels, roleLabels } from './labels.ts'

type Words = { values?: Record<string, string>; show?: (value: unknown) => string }

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

/** How the values of the record's fields are shown, where that is not their text. */
const fields: Record<string, Words> = {
  plan: { values: planLabels },
  role: { values: companyRoleLabels },
  permissions: { values: { ...permissionLabels, ...companyPermissionLabels } },
  leadAccess: { values: leadAccessLabels },
  timeZone: { values: timeZones },
  time_zone: { values: timeZones },
  key: { values: { configured: 'configurada', replaced: 'substituída' } },
  priceCents: { show: asMoney },
  leadsPerMonth: { values: limit },
  users: { values: limit },
  status: {
    values: { active: 'ativa', inactive: 'inativa', ...statusLabels, ...ticketStatusLabels }
  },
  priority: { values: ticketPriorityLabels },
  category: { values: ticketCategoryLabels },
  body: { values: { rewritten: 'reescrito' } },
  audiences: { values: audienceLabels },
  businessHours: { show: asHours },
  mode: {
    values: Object.fromEntries(Object.entries(modeLabels).map(([mode, { label }]) => [mode, label]))
  },
  members: { show: asMembers },
  taskKind: { values: taskKindLabels },
  columns: { values: exportColumns },
  filter: { show: filterText },
  format: { values: { csv: 'CSV', xlsx: 'Excel', jsonl: 'JSON' } },
  origin: { values: originLabels },
  retentionMonths: { show: asMonths },
  field: { values: correctableLabels },
  refusal: { values: refusalLabels }
}
const wordsFor = (field: string): Words => (Object.hasOwn(fields, field) ? (fields[field] ?? {}) : {})

/**
 * A value of the record in words. The provider's staff and a company's people share names of roles, not their words.
 */
export function valueText(field: string, value: unknown, action = ''): string {
  const ofStaff: Words = { values: roleLabels }
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
  funnel: { label: 'Funil' },
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
  expectedFrom: { label: 'Previsão desde' },
  expectedTo: { label: 'Previsão até' },
  soldFrom: { label: 'Venda desde' },
  soldTo: { label: 'Venda até' },
  emailCampaign: { label: 'Campanha de e-mail' },
  emailResult: { label: 'E-mail', values: emailResultLabels },
  valueFrom: { label: 'Valor a partir de', text: cents },
  valueTo: { label: 'Valor até', text: cents }
}
/** The names in the filter of an export, exported so that a test can check the list. */
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
