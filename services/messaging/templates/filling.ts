import { sql } from 'kysely'
import type {} from '../../account/companies/tables.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { isDay } from '../../core/rules.ts'
import { unstorable } from '../../core/text.ts'
import type {} from '../../leads/consents/tables.ts'
import { nameless, typedSource } from '../../leads/leads/rules.ts'
import type {} from '../../leads/leads/tables.ts'
import type { FilledTemplate } from '../channels/templates.ts'
import { type Payee, priceFor, refuseSpending } from '../prices/costs.ts'
import type { Price } from '../prices/rules.ts'
import { findRow, type TemplateRow } from './queries.ts'
import {
  codeVariable,
  fillText,
  notApprovedText,
  templateLimits,
  templateValue,
  unsendable,
  variablesOf
} from './rules.ts'
import type { TemplateBasis, TemplatePreview } from './schema.ts'

/** The facts of a person that a template is filled with, and why they may be written to. */
export type Person = {
  leadId: string
  values: Record<string, string>
  consent: TemplateBasis | null
  /** Whether they took their consent back. */
  withdrawn: boolean
  basis: TemplateBasis
  /** The facts that a message's price depends on. */
  payee: Payee
}

type Facts = {
  id: string
  name: string
  company: string | null
  custom: Record<string, unknown>
  source: string
  createdAt: string
  state: string | null
  stateAt: string | null
  consentText: string | null
  requestedAt: string | null
  wroteAt: string | null
  zone: string
  phone: string | null
  contact: string | null
  isInWindow: boolean | null
  hasFreeEntry: boolean | null
}

const kind = sql.lit('whatsapp')

/** Throws 404 where there is no such person whom the caller sees. */
export async function readPerson(
  trx: Trx,
  companyId: string,
  { conversationId, leadId }: { conversationId?: string | undefined; leadId?: string | undefined }
): Promise<Person> {
  const which = conversationId
    ? sql`l.id = (select c.lead_id from conversations c where c.company_id = l.company_id and c.id = ${conversationId})`
    : sql`l.id = ${leadId ?? ''}`
  const { rows } = await sql<Facts>`
    select l.id, l.name, co.name as company, co.time_zone as zone, l.custom, l.source, l.received_at as "createdAt",
      l.consents -> ${kind} ->> 'state' as state, l.consents -> ${kind} ->> 'at' as "stateAt",
      (select coalesce(nullif(s.text, ''), s.evidence) from consents s where s.company_id = l.company_id
        and s.lead_id = l.id and s.granted and ${kind} = any (s.channels)
        order by s.decided_at desc, s.id desc limit 1) as "consentText",
      (select s.received_at from submissions s where s.company_id = l.company_id and s.lead_id = l.id
        and s.form_id is not null order by s.received_at desc limit 1) as "requestedAt",
      (select max(c.last_inbound_at) from conversations c where c.company_id = l.company_id and c.lead_id = l.id
        and c.channel = ${kind}) as "wroteAt",
      l.phone, t.contact, t.window_ends_at > now() as "isInWindow", t.free_until > now() as "hasFreeEntry"
    from leads l join companies co on co.id = l.company_id
    left join lateral (select c.contact, c.window_ends_at, c.free_until from conversations c
      where c.company_id = l.company_id and c.lead_id = l.id and c.channel = ${kind}
      order by c.id = ${conversationId ?? ''} desc, c.last_message_at desc limit 1) as t on true
    where l.company_id = ${companyId} and ${which}`.execute(trx)
  const [facts] = rows
  if (!facts) throw new AppError('notFound', conversationId ? 'Conversa não encontrada' : 'Lead não encontrado')
  return personOf(facts)
}

function personOf(facts: Facts): Person {
  const day = (at: string) =>
    new Intl.DateTimeFormat('pt-BR', { timeZone: facts.zone, dateStyle: 'short' }).format(new Date(at))
  const consent: TemplateBasis | null =
    facts.state === 'granted' && facts.stateAt !== null
      ? {
          kind: 'consent',
          at: new Date(facts.stateAt).toISOString(),
          text: `autorizou em ${day(facts.stateAt)}${facts.consentText ? `: “${facts.consentText}”` : ''}`
        }
      : null
  const basis: TemplateBasis =
    consent ??
    (facts.requestedAt
      ? { kind: 'request', at: facts.requestedAt, text: `pediu contato pelo formulário em ${day(facts.requestedAt)}` }
      : facts.wroteAt
        ? { kind: 'conversation', at: facts.wroteAt, text: `escreveu para a empresa em ${day(facts.wroteAt)}` }
        : {
            kind: 'customer',
            at: facts.createdAt,
            text: `${facts.source === typedSource ? 'incluído pela equipe' : 'chegou'} em ${day(facts.createdAt)}`
          })
  const name = facts.name === nameless ? '' : facts.name.trim()
  const own = Object.entries(facts.custom).map(([field, value]) => [variableName(field), valueText(value)] as const)
  const all = [
    ...own,
    ['nome', name],
    ['primeiro_nome', name.split(/\s+/)[0] ?? ''],
    ['empresa', facts.company ?? '']
  ] as const
  const values = all
    .map(([variable, text]) => [variable, templateValue(text)] as const)
    .filter(([variable, text]) => variable !== '' && text !== '')
  return {
    leadId: facts.id,
    values: Object.fromEntries(values),
    consent,
    withdrawn: facts.state === 'withdrawn',
    basis,
    payee: {
      contact: facts.contact,
      phone: facts.phone,
      isInWindow: facts.isInWindow ?? false,
      hasFreeEntry: facts.hasFreeEntry ?? false
    }
  }
}

/** A field's name as a variable: 'Data da festa' is `data_da_festa`. */
const variableName = (field: string): string =>
  field
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('_')

function valueText(value: unknown): string {
  if (value === true) return 'Sim'
  if (value === false) return 'Não'
  if (typeof value === 'string') return isDay(value) ? value.split('-').reverse().join('/') : value
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  return typeof value === 'number' ? value.toLocaleString('pt-BR', { useGrouping: false }) : ''
}

const noConsent = ({ withdrawn }: Person): string =>
  withdrawn
    ? 'Esta pessoa não quer mais divulgação pelo WhatsApp. Use um modelo de utilidade, ou fale por outro meio.'
    : 'Esta pessoa não autorizou divulgação pelo WhatsApp. Registre a autorização na página dela, ou use um modelo de utilidade.'

/** A template as a person would get it. */
export function previewTemplate(row: TemplateRow, person: Person, price: Price | null): TemplatePreview {
  const wanted = variablesOf(row)
  // A code is the same for everybody, unless somebody types another.
  const proposed: Record<string, string> = {
    ...(row.examples[codeVariable] && { [codeVariable]: row.examples[codeVariable] }),
    ...person.values
  }
  const values = Object.fromEntries(wanted.flatMap(name => (proposed[name] ? [[name, proposed[name]]] : [])))
  const lacksConsent = row.category === 'marketing' && !person.consent
  return {
    ...filledParts(row, values),
    values,
    missing: wanted.filter(name => !values[name]),
    price,
    basis: lacksConsent ? null : person.basis,
    refused:
      row.status === 'approved'
        ? (unsendable(row) ?? (lacksConsent ? noConsent(person) : null))
        : notApprovedText(row.status)
  }
}

export const filledParts = ({ header, body, footer, buttons }: TemplateRow, values: Record<string, string>) => ({
  header: header && { ...header, ...(header.text && { text: fillText(header.text, values) }) },
  text: fillText(body, values),
  footer,
  buttons: buttons.map(button => (button.url ? { ...button, url: fillText(button.url, values) } : button))
})

/** A message of a template: its words, and what is kept with it. */
export type TemplateMessage = {
  text: string
  data: {
    template: FilledTemplate
    templateId: string
    values: Record<string, string>
    category: TemplateRow['category']
    basis: TemplateBasis
    buttons?: string[]
    /** As it was estimated when it was written. */
    price?: Price
  }
}

/**
 * The message that these values make of a template. Throws 404 for a template that is gone; 409 with its state where it
 * is not approved now, `SEM_CONSENTIMENTO` for advertising to a person who did not agree, and `LIMITE_DE_GASTO` beyond the
 * limit of the month; 400 for values that are missing or too long, each by its name.
 */
export async function fillTemplate(
  trx: Trx,
  companyId: string,
  {
    templateId,
    leadId,
    values: typed
  }: { templateId: string; leadId: string; values: Readonly<Record<string, string>> }
): Promise<TemplateMessage> {
  const row = await findRow(trx, templateId)
  if (row.status !== 'approved')
    throw new AppError('conflict', notApprovedText(row.status), { code: `MODELO_${row.status.toUpperCase()}` })
  const problem = unsendable(row)
  if (problem) throw new AppError('conflict', problem)
  const person = await readPerson(trx, companyId, { leadId })
  if (row.category === 'marketing' && !person.consent)
    throw new AppError('conflict', noConsent(person), { code: 'SEM_CONSENTIMENTO' })
  const wanted = readValues(row, typed)
  const price = await priceFor(trx, companyId, row.category, person.payee)
  await refuseSpending(trx, companyId, price)
  const message = messageOf(row, wanted, { basis: person.basis, price })
  await trx.updateTable('message_templates').set({ used_at: sql<string>`now()` }).where('id', '=', row.id).execute()
  return message
}

/** The message that these values make of a template. Throws 400 for values that are missing or too long, each by its name. */
export function messageOf(
  row: TemplateRow,
  typed: Readonly<Record<string, string>>,
  { basis, price }: { basis: TemplateBasis; price: Price | null }
): TemplateMessage {
  const values = readValues(row, typed)
  const { header, text, footer } = filledParts(row, values)
  return {
    text: [header?.text, text, footer].filter(Boolean).join('\n\n'),
    data: {
      template: templateOf(row, values),
      templateId: row.id,
      values,
      category: row.category,
      basis,
      ...(price && { price }),
      ...(row.buttons.length > 0 && { buttons: row.buttons.map(button => button.text) })
    }
  }
}

function readValues(row: TemplateRow, typed: Readonly<Record<string, string>>): Record<string, string> {
  const errors: Record<string, string> = {}
  const values: Record<string, string> = {}
  for (const name of variablesOf(row)) {
    const text = Object.hasOwn(typed, name) ? (typed[name] ?? '') : ''
    const value = templateValue(text)
    const longest = name === codeVariable ? templateLimits.code : templateLimits.value
    if (unstorable(text)) errors[`values.${name}`] = `O valor de {{${name}}} contém caracteres inválidos.`
    else if (value === '') errors[`values.${name}`] = `Falta preencher {{${name}}}.`
    else if ([...value].length > longest)
      errors[`values.${name}`] = `O valor de {{${name}}} tem até ${longest} caracteres.`
    else values[name] = value
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { header, text } = filledParts(row, values)
  const longestOf = (words: string) =>
    `values.${variablesOf({ header: null, body: words, buttons: [] }).toSorted((a, b) => (values[b]?.length ?? 0) - (values[a]?.length ?? 0))[0]}`
  if ([...text].length > templateLimits.body)
    throw invalid({
      [longestOf(row.body)]: `Com os campos o texto passa de ${templateLimits.body} caracteres. Encurte-os.`
    })
  if ([...(header?.text ?? '')].length > templateLimits.header)
    throw invalid({
      [longestOf(row.header?.text ?? '')]:
        `Com o campo o cabeçalho passa de ${templateLimits.header} caracteres. Encurte-o.`
    })
  return values
}

function templateOf(row: TemplateRow, values: Record<string, string>): FilledTemplate {
  const filled = (words: string) =>
    variablesOf({ header: null, body: words, buttons: [] }).map(variable => ({
      variable,
      text: values[variable] ?? ''
    }))
  const header = filled(row.header?.text ?? '')
  const buttons = row.buttons.flatMap(({ type, url }, index) => {
    const [variable] = type === 'copy' ? [codeVariable] : variablesOf({ header: null, body: url ?? '', buttons: [] })
    return variable && (type === 'copy' || type === 'url') ? [{ index, type, text: values[variable] ?? '' }] : []
  })
  return {
    name: row.name,
    language: row.language,
    named: row.named,
    values: filled(row.body),
    ...(header.length > 0 && { header }),
    ...(buttons.length > 0 && { buttons })
  }
}
