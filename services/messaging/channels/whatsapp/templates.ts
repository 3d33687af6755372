import {
  codeVariable,
  linkVariable,
  type TemplateButton,
  type TemplateCategory,
  type TemplateHeader,
  type TemplateStatus,
  templateCategories,
  templateLimits
} from '../../templates/rules.ts'
import type { TemplateCalls } from '../adapter.ts'
import { RefusedError } from '../errors.ts'
import { GraphError, GraphUnreachableError } from '../meta/graph.ts'
import type { FilledTemplate, ProviderTemplate, SubmittedTemplate } from '../templates.ts'
import type { TemplateReport } from '../updates.ts'
import { type Fields, fields, identifier, list, text } from '../values.ts'
import { ask } from './graph.ts'

/** Templates of one page, and pages that are read: an account has at most 6,000 names. */
const [pageSize, maxPages] = [100, 60]

/** Milliseconds that a person waits for a page. */
const patience = 10_000

const listed = 'id,name,language,status,category,parameter_format,components,rejected_reason,quality_score'

/** The templates of an account (Meta, "WhatsApp Business Management API: message templates"). */
export const templates: TemplateCalls = {
  async currency(connection, account) {
    const answer = await ask(connection, { path: account, query: { fields: 'currency' }, timeout: patience })
    const currency = text(answer.currency)
    return currency && /^[A-Z]{3}$/.test(currency) ? currency : null
  },

  async list(connection, account) {
    const found: ProviderTemplate[] = []
    let after: string | null = null
    for (let page = 0; page < maxPages; page++) {
      const answer = await ask(connection, {
        path: `${account}/message_templates`,
        query: { limit: String(pageSize), fields: listed, ...(after !== null && { after }) },
        timeout: patience
      })
      const rows = list(answer.data)
      for (const row of rows) {
        const template = readTemplate(fields(row) ?? {})
        if (template) found.push(template)
      }
      const paging = fields(answer.paging)
      after = text(fields(paging?.cursors)?.after)
      if (rows.length === 0 || after === null || paging?.next === undefined) break
    }
    return found
  },

  async create(connection, account, template) {
    const answer = await refusedInWords(() =>
      ask(connection, {
        method: 'POST',
        path: `${account}/message_templates`,
        body: {
          name: template.name,
          language: template.language,
          category: template.category.toUpperCase(),
          parameter_format: template.named ? 'NAMED' : 'POSITIONAL',
          components: componentsOf(template)
        }
      })
    )
    const externalId = identifier(answer.id)
    if (!externalId) throw new GraphUnreachableError('The Graph API took a template without an id', true)
    return {
      externalId,
      status: statusOf(answer.status),
      category: categoryOf(answer.category) ?? template.category
    }
  },

  async edit(connection, externalId, template) {
    await refusedInWords(() =>
      ask(connection, {
        method: 'POST',
        path: externalId,
        body: { category: template.category.toUpperCase(), components: componentsOf(template) }
      })
    )
  },

  components: componentsOf,

  async remove(connection, account, { name, externalId }) {
    try {
      await ask(connection, {
        method: 'DELETE',
        path: `${account}/message_templates`,
        query: { name, hsm_id: externalId }
      })
    } catch (error) {
      if (!(error instanceof GraphError && error.failure.subcode === 2593002)) throw error
    }
  }
}

/** Meta's refusals of a template, by their subcodes: the code of all is 100. */
const refusals: Record<number, string> = {
  2388023: 'A Meta ainda está apagando um modelo com este nome neste idioma. Use outro nome, ou espere quatro semanas.',
  2388024: 'A conta já tem um modelo com este nome neste idioma. Sincronize a lista, ou use outro nome.',
  2388028: 'A Meta não aceita este idioma. Escolha outro.',
  2388003: 'Este modelo não pode ser mudado agora: espere o resultado da análise, ou mande a mudança amanhã.',
  2388040: 'Um dos textos é longo demais. Encurte-o.',
  2388043: 'Falta o exemplo de uma variável. Dê um exemplo de cada uma.',
  2388047: 'O cabeçalho não é aceito. Deixe um texto simples, com no máximo uma variável.',
  2388048: 'Os botões não são aceitos. Confira a quantidade e os textos.',
  2388072: 'O texto não é aceito. Confira as variáveis e as linhas em branco.',
  2388073: 'O rodapé não é aceito. Deixe um texto simples, sem variáveis.',
  2388293: 'Há variáveis demais para um texto tão curto. Escreva mais palavras.',
  2388299: 'O texto não pode começar nem terminar com uma variável.',
  2388039: 'A conta chegou ao máximo de modelos. Apague algum que não use.'
}

async function refusedInWords<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof GraphError) || error.failure.code !== 100) throw error
    const said = refusals[error.failure.subcode ?? 0] ?? 'A Meta não aceitou o modelo. Confira os textos e os exemplos.'
    throw new RefusedError(error.message, { code: 100, remedy: 'final', text: said })
  }
}

const statuses = new Map<string, TemplateStatus>([
  ['APPROVED', 'approved'],
  ['FLAGGED', 'approved'],
  ['REINSTATED', 'approved'],
  ['UNARCHIVED', 'approved'],
  ['PENDING', 'pending'],
  ['IN_APPEAL', 'pending'],
  ['REJECTED', 'rejected'],
  ['PAUSED', 'paused'],
  ['DISABLED', 'disabled'],
  ['LIMIT_EXCEEDED', 'disabled'],
  ['PENDING_DELETION', 'archived'],
  ['DELETED', 'archived'],
  ['ARCHIVED', 'archived']
])

/** A state that is not known is none with which anything can be sent. */
const statusOf = (value: unknown): TemplateStatus => statuses.get(String(value)) ?? 'pending'

const categoryOf = (value: unknown): TemplateCategory | null =>
  templateCategories.find(category => category === text(value, 60)?.toLowerCase()) ?? null

const reasonOf = (value: unknown): string | null => {
  const reason = text(value, 100)
  return reason === null || reason === 'NONE' ? null : reason
}

function readTemplate(row: Fields): ProviderTemplate | undefined {
  const [externalId, name, language] = [identifier(row.id), text(row.name, 512), text(row.language, 20)]
  const category = categoryOf(row.category)
  if (!externalId || !name || !language || !category) return undefined
  const parts = list(row.components).map(each => fields(each) ?? {})
  const part = (type: string) => parts.find(each => String(each.type).toUpperCase() === type)
  const [header, body] = [part('HEADER'), part('BODY')]
  const rawButtons = list(part('BUTTONS')?.buttons)
    .slice(0, templateLimits.buttons)
    .map(each => fields(each) ?? {})
  const buttons = readButtons(rawButtons)
  return {
    externalId,
    name,
    language,
    category,
    status: statusOf(row.status),
    rejectedReason: reasonOf(row.rejected_reason),
    quality: qualityOf(fields(row.quality_score)?.score),
    named: row.parameter_format === 'NAMED',
    header: header ? readHeader(header) : null,
    body: text(body?.text, 4096) ?? '',
    footer: text(part('FOOTER')?.text, 200),
    buttons,
    examples: { ...readExamples(header), ...readExamples(body), ...readButtonExamples(rawButtons, buttons) }
  }
}

const qualityOf = (value: unknown): string | null => {
  const score = text(value, 20)
  return score === null || score === 'UNKNOWN' ? null : score
}

const headerKinds = new Map<string, TemplateHeader['type']>([
  ['TEXT', 'text'],
  ['IMAGE', 'image'],
  ['VIDEO', 'video'],
  ['DOCUMENT', 'document'],
  ['LOCATION', 'location']
])

function readHeader({ format, text: words }: Fields): TemplateHeader {
  const type = headerKinds.get(String(format).toUpperCase()) ?? 'document'
  return type === 'text' ? { type, text: text(words, 200) ?? '' } : { type }
}

/** Meta's address has `{{1}}` at its end; here each variable has a name of its own. */
function readButtons(buttons: readonly Fields[]): TemplateButton[] {
  let links = 0
  return buttons.map(({ type, text: title, url, phone_number }): TemplateButton => {
    const words = text(title, 200) ?? ''
    if (type === 'QUICK_REPLY') return { type: 'reply', text: words }
    if (type === 'PHONE_NUMBER') return { type: 'phone', text: words, phone: text(phone_number, 60) ?? '' }
    if (type === 'COPY_CODE') return { type: 'copy', text: words || 'Copiar código' }
    if (type !== 'URL') return { type: 'other', text: words }
    const address = text(url, 4000) ?? ''
    if (!address.includes('{{')) return { type: 'url', text: words, url: address }
    links++
    return {
      type: 'url',
      text: words,
      url: address.replace(/\{\{[^{}]{0,60}\}\}/, `{{${linkVariable}${links > 1 ? links : ''}}}`)
    }
  })
}

/** Examples by names, or by the places of the variables. */
function readExamples(part: Fields | undefined): Record<string, string> {
  const example = fields(part?.example) ?? {}
  const named = list(example.body_text_named_params ?? example.header_text_named_params).map(each => fields(each) ?? {})
  const [first] = list(example.body_text)
  const placed = Array.isArray(first) ? first : list(example.header_text)
  const all = [
    ...named.map(({ param_name, example: value }) => [text(param_name, 60), text(value, 2000)]),
    ...placed.map((value, at) => [String(at + 1), text(value, 2000)])
  ]
  return Object.fromEntries(all.filter(([name, value]) => name && value)) as Record<string, string>
}

function readButtonExamples(raw: readonly Fields[], buttons: readonly TemplateButton[]): Record<string, string> {
  const all = buttons.flatMap(({ type, url }, at) => {
    const shown = raw[at]?.example
    const example = text(Array.isArray(shown) ? shown[0] : shown, 2000)
    const variable = type === 'copy' ? codeVariable : /\{\{(\w+)\}\}/.exec(url ?? '')?.[1]
    if (!example || !variable) return []
    // Meta's example of an address is the whole address.
    const before = url?.split('{{')[0] ?? ''
    return [[variable, type === 'url' && example.startsWith(before) ? example.slice(before.length) : example] as const]
  })
  return Object.fromEntries(all)
}

const variable = /\{\{\s*(\w+)\s*\}\}/g
const called = (words: string): string[] => [...new Set([...words.matchAll(variable)].map(([, name = '']) => name))]
const byNumber = (names: readonly string[]): string[] => names.toSorted((a, b) => Number(a) - Number(b))

function componentsOf({ header, body, footer, buttons, examples, named }: SubmittedTemplate): Fields[] {
  const example = (part: 'header' | 'body', words: string): Fields => {
    const names = called(words)
    if (names.length === 0) return {}
    if (named)
      return {
        example: {
          [`${part}_text_named_params`]: names.map(name => ({ param_name: name, example: examples[name] ?? '' }))
        }
      }
    const values = byNumber(names).map(name => examples[name] ?? '')
    return { example: part === 'body' ? { body_text: [values] } : { header_text: values } }
  }
  return [
    ...(header?.type === 'text'
      ? [{ type: 'HEADER', format: 'TEXT', text: header.text ?? '', ...example('header', header.text ?? '') }]
      : []),
    { type: 'BODY', text: body, ...example('body', body) },
    ...(footer === null ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons: buttons.map(button => buttonOf(button, examples)) }] : [])
  ]
}

function buttonOf({ type, text: title, url = '', phone }: TemplateButton, examples: Record<string, string>): Fields {
  if (type === 'phone') return { type: 'PHONE_NUMBER', text: title, phone_number: phone }
  if (type === 'copy') return { type: 'COPY_CODE', example: examples[codeVariable] ?? '' }
  if (type !== 'url') return { type: 'QUICK_REPLY', text: title }
  const [name] = called(url)
  if (name === undefined) return { type: 'URL', text: title, url }
  const filled = url.replace(variable, () => examples[name] ?? '')
  return { type: 'URL', text: title, url: url.replace(variable, '{{1}}'), example: [filled] }
}

/** A template in the body of a message. By numbers the values stand in the order of the numbers. */
export function templateBody({ name, language, named, values, header = [], buttons = [] }: FilledTemplate): Fields {
  const parameters = (filled: FilledTemplate['values']) =>
    (named ? filled : filled.toSorted((a, b) => Number(a.variable) - Number(b.variable))).map(each => ({
      type: 'text',
      text: each.text,
      ...(named && { parameter_name: each.variable })
    }))
  const components = [
    ...(header.length > 0 ? [{ type: 'header', parameters: parameters(header) }] : []),
    ...(values.length > 0 ? [{ type: 'body', parameters: parameters(values) }] : []),
    ...buttons.map(({ index, type, text: value }) => ({
      type: 'button',
      sub_type: type === 'url' ? 'url' : 'copy_code',
      index: String(index),
      parameters: [type === 'url' ? { type: 'text', text: value } : { type: 'coupon_code', coupon_code: value }]
    }))
  ]
  return { name, language: { code: language }, ...(components.length > 0 && { components }) }
}

/** Reads a report on a template; undefined for another field, or a report that cannot be read. */
export function readTemplateChange(field: string, value: Fields): TemplateChange | undefined {
  const id = value.message_template_id
  const externalId = identifier(typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id)
  const [name, language] = [text(value.message_template_name, 512), text(value.message_template_language, 20)]
  if (!externalId && !(name && language)) return undefined
  const about = { externalId, name, language }
  if (field === 'message_template_status_update') {
    const status = statuses.get(String(value.event))
    return status && { ...about, type: 'status', status, reason: reasonOf(value.reason) }
  }
  if (field === 'message_template_quality_update')
    return { ...about, type: 'quality', quality: qualityOf(value.new_quality_score) }
  if (field === 'template_category_update') {
    const [category, correct] = [categoryOf(value.new_category), categoryOf(value.correct_category)]
    // With `correct_category` nothing has changed yet.
    return { ...about, type: 'category', category: correct ? null : category, foretold: correct }
  }
  return undefined
}

type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never
export type TemplateChange = WithoutTime<TemplateReport>
