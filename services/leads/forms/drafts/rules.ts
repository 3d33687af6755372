import { consentText, preferredPeriods } from '../../leads/rules.ts'
import { type FormContent, type FormField, type FormSettings, type LeadRole, requiredRoles, roleOf } from '../rules.ts'

/** Names that the form itself sends cannot be custom fields. */
const reservedNames: readonly string[] = [
  'cnpj',
  'companyId',
  'consentGiven',
  'preferredDate',
  'preferredPeriod',
  'preferredTime',
  'source',
  'status',
  'submittedAt',
  'elapsed',
  'touch',
  'website',
  'formId',
  'formVersion',
  'whatsappConsent',
  '__proto__'
]

/** The name under which answers are kept, made from the label and unlike any other. */
export function nameFor(label: string, fields: readonly Pick<FormField, 'name'>[]): string {
  const words = label
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 40)
  const start = words || 'campo'
  const taken = (name: string) =>
    reservedNames.includes(name) || roleOf(name) !== undefined || fields.some(field => field.name === name)
  if (!taken(start)) return start
  for (let n = 2; ; n++) if (!taken(`${start}_${n}`)) return `${start}_${n}`
}

/** The fields of a new company's form (specification, section 2). */
export const defaultFields: FormField[] = [
  { id: 'name', name: 'name', label: 'Nome Completo', type: 'text', required: true },
  { id: 'email', name: 'email', label: 'E-mail', type: 'email', required: true },
  { id: 'phone', name: 'phone', label: 'Telefone', type: 'phone', required: true },
  { id: 'message', name: 'message', label: 'Mensagem', type: 'textarea', required: false }
]

export const defaultSettings: FormSettings = {
  accent: null,
  logo: null,
  success: null,
  redirect: null,
  booking: false,
  schedule: { on: true, periods: [...preferredPeriods], weekdays: [], days: [] },
  consent: consentText,
  privacyUrl: null,
  whatsapp: null,
  ownerId: null,
  recipients: [],
  origins: []
}

/** Stored settings, completed with the defaults of later versions. */
export const settingsOf = (stored: Partial<FormSettings> | null | undefined): FormSettings => ({
  ...defaultSettings,
  ...stored,
  schedule: { ...defaultSettings.schedule, ...stored?.schedule }
})

/** Visitors' actions, counted by day. */
export const formEvents = ['visit', 'start', 'leave'] as const
export type FormEvent = (typeof formEvents)[number]

/** An origin (`https://loja.example`); http only for localhost. */
export function readOrigin(text: string): string | null {
  try {
    const url = new URL(text.includes('://') ? text.trim() : `https://${text.trim()}`)
    const own = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
    return (url.protocol === 'https:' || own) && url.hostname !== '' ? url.origin : null
  } catch {
    return null
  }
}

export const isHttps = (text: string): boolean => /^https:\/\/[^\s/.]+\.\S+$/.test(text)

/** Why a form cannot be published, in reading order; none where it can. `field` is the id of the field at fault. */
export function contentProblems({ title, fields, settings }: FormContent): { field?: string; text: string }[] {
  if (fields.length === 0)
    return [{ text: 'O formulário não tem campos. Adicione ao menos nome, e-mail e telefone para publicar.' }]
  const problems: { field?: string; text: string }[] = []
  if (title.trim() === '') problems.push({ text: 'Dê um título ao formulário.' })
  const missing = requiredRoles.filter(role => !fields.some(({ name }) => roleOf(name) === role))
  if (missing.length > 0)
    problems.push({ text: `Faltam campos obrigatórios: ${missing.map(role => roleNames[role]).join(', ')}.` })
  const names = new Set<string>()
  for (const [place, field] of fields.entries()) {
    const say = (text: string) =>
      problems.push({ field: field.id, text: `${field.label || 'Campo sem rótulo'}: ${text}` })
    if (field.label.trim() === '') say('dê um rótulo ao campo.')
    if (!/^[\p{L}\p{N}_-]{1,60}$/u.test(field.name) || reservedNames.includes(field.name))
      say('o nome interno não é aceito.')
    if (names.has(field.name)) say('outro campo tem o mesmo nome interno.')
    names.add(field.name)
    if (['select', 'radio'].includes(field.type) && !field.options?.length) say('informe as opções.')
    if (field.min !== undefined && field.max !== undefined && field.min > field.max)
      say('o mínimo é maior que o máximo.')
    if (field.showIf && !fields.slice(0, place).some(({ name }) => name === field.showIf?.field))
      say('a condição depende de um campo que vem depois ou não existe mais.')
    else if (field.showIf && !canBe(field.showIf, fields))
      say(`a condição pede a resposta “${field.showIf.is}”, que não está entre as opções.`)
  }
  if (settings.consent.trim() === '') problems.push({ text: 'Informe o texto do consentimento.' })
  if (settings.whatsapp?.trim() === '') problems.push({ text: 'Informe o texto do consentimento de WhatsApp.' })
  if (settings.redirect !== null && !isHttps(settings.redirect))
    problems.push({ text: 'O endereço para onde o visitante vai precisa começar com https://.' })
  if (settings.privacyUrl !== null && !isHttps(settings.privacyUrl))
    problems.push({ text: 'O link do aviso de privacidade precisa começar com https://.' })
  if (settings.schedule.on && settings.schedule.periods.length === 0)
    problems.push({ text: 'Escolha ao menos um período para o agendamento, ou desligue o agendamento.' })
  return problems
}

/** True where the answer that a condition requires is possible. */
function canBe({ field, is }: { field: string; is: string }, fields: readonly FormField[]): boolean {
  const other = fields.find(({ name }) => name === field)
  return !other || !['select', 'radio'].includes(other.type) || (other.options ?? []).includes(is)
}

const roleNames: Record<LeadRole, string> = { name: 'nome', email: 'e-mail', phone: 'telefone', message: 'mensagem' }
