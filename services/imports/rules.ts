import { type FieldWith, fieldsWith, leadFields } from '../leads/fields.ts'
import type { LeadStatus, PreferredPeriod } from '../leads/rules.ts'

/** What a column of an import can hold. Custom fields are named `custom:` and the field's name. */
export const importFields: readonly ImportField[] = [
  'name',
  'lastName',
  ...fieldsWith('imported').flatMap(name => (name === 'name' ? [] : leadFields[name].imported.as))
]
/** A last name is appended to the name. */
export type ImportField = 'lastName' | (typeof leadFields)[FieldWith<'imported'>]['imported']['as']

export const importFieldLabels = {
  lastName: 'Sobrenome',
  ...Object.fromEntries(fieldsWith('imported').map(name => [leadFields[name].imported.as, leadFields[name].label]))
} as Record<ImportField, string>

/** Without accents, case and punctuation, for comparing headings. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const headings = {
  lastName: 'sobrenome|last name|family name|ultimo nome',
  ...Object.fromEntries(
    fieldsWith('imported').map(name => [leadFields[name].imported.as, leadFields[name].imported.headings])
  )
} as Record<ImportField, string>

const fieldsByHeading = new Map(
  importFields.flatMap(field => headings[field].split('|').map(heading => [heading, field] as const))
)

/** The field of a heading, if it is recognised. */
export const fieldOfHeading = (heading: string): ImportField | undefined => fieldsByHeading.get(plainHeading(heading))

/** How rows of people whom the company already has are handled. */
export const duplicatePolicies = ['fill', 'all', 'skip', 'separate'] as const
export type DuplicatePolicy = (typeof duplicatePolicies)[number]

export const policyTexts: Record<DuplicatePolicy, { title: string; text: string }> = {
  fill: { title: 'Completar', text: 'Preenche só o que está vazio no lead. É o mais seguro.' },
  all: { title: 'Atualizar tudo', text: 'O arquivo vale mais: troca o que for diferente no lead.' },
  skip: { title: 'Pular', text: 'O lead fica exatamente como está.' },
  separate: { title: 'Criar separado', text: 'Cada linha vira um lead novo, mesmo que repita alguém.' }
}

/** The origin of a list, which decides what is allowed with it (LGPD, articles 7 and 10). */
export const listOrigins = ['asked', 'customers', 'consent', 'event', 'partner', 'other'] as const
export type ListOrigin = (typeof listOrigins)[number]

export const originLabels: Record<ListOrigin, string> = {
  asked: 'As pessoas nos pediram contato',
  customers: 'São nossos clientes ou já foram',
  consent: 'Deram consentimento por outro meio',
  event: 'Encontramos em um evento ou visita',
  partner: 'Recebemos de um parceiro',
  other: 'Outra origem'
}

/** Values of `status` in other systems. */
export const statusNames: Record<string, LeadStatus> = {
  novo: 'new',
  nova: 'new',
  new: 'new',
  'em contato': 'contacted',
  contatado: 'contacted',
  contacted: 'contacted',
  'em atendimento': 'contacted',
  agendado: 'scheduled',
  scheduled: 'scheduled',
  convertido: 'converted',
  converted: 'converted',
  ganho: 'converted',
  vendido: 'converted',
  fechado: 'converted',
  perdido: 'lost',
  lost: 'lost'
}

export const severalEmails = 'Tem mais de um e-mail. Deixe um só.'
export const severalPhones = 'Tem mais de um telefone. Deixe um só.'

/** What becomes of a row with a bad value: it stays out, or comes in without it or with the first of several. */
export const faultWays = ['out', 'blank', 'first'] as const
export type FaultWay = (typeof faultWays)[number]
/** Bad values of one kind that are shown, each with its own choice; the others share one. */
export const mostShownValues = 25

export const periodNames: Record<PreferredPeriod, string> = { morning: 'Manhã', afternoon: 'Tarde', evening: 'Noite' }

export const dateStyles = ['dmy', 'mdy', 'ymd'] as const
export type DateStyle = (typeof dateStyles)[number]
export const dateStyleLabels: Record<DateStyle, string> = {
  dmy: 'dia/mês/ano (31/12/2026)',
  mdy: 'mês/dia/ano (12/31/2026)',
  ymd: 'ano-mês-dia (2026-12-31)'
}

export const rowOutcomes = ['created', 'updated', 'same', 'skipped', 'duplicate', 'error', 'ignored'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

export const outcomeNames: Record<RowOutcome, string> = {
  created: 'Novos',
  updated: 'Atualizados',
  same: 'Já iguais',
  skipped: 'Pulados',
  duplicate: 'Repetidos',
  error: 'Com erro',
  ignored: 'Totais e títulos'
}

export const mostBytes = 50 * 1024 * 1024
export const tooManyBytes = 'O arquivo tem mais de 50 MB. Divida a planilha em partes menores.'
/** Rows of one file. */
export const mostRows = 200_000
/** Days for which an import can be undone and its file is kept. */
export const importDays = 7
export const importUndoOver = `O prazo de ${importDays} dias para desfazer acabou.`
