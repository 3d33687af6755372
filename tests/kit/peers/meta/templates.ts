import { GraphRefusal } from './errors.ts'
import { type GraphRequest, paginate } from './requests.ts'
import { defined, type Fields, fieldsOf, listOf, newId, type Template, textOf, type World } from './world.ts'

/** The names or numbers of the variables in a text, each once. */
const variables = (text: unknown): string[] => [
  ...new Set([...String(text ?? '').matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(match => match[1] as string))
]

const part = ({ components }: Pick<Template, 'components'>, type: string): Fields | undefined =>
  components.find(each => String(each.type).toUpperCase() === type)

const invalid = (details: string, subcode: number): GraphRefusal => new GraphRefusal(100, details, subcode)

export const shownTemplate = ({ waba: _, rejected_reason, ...template }: Template): Fields => ({
  ...template,
  quality_score: { score: 'UNKNOWN' },
  rejected_reason
})

/** Answers GET /{account}/message_templates. */
export function listTemplates(world: World, waba: string, query: URLSearchParams): object {
  const found = world.templates.filter(
    template =>
      template.waba === waba &&
      (['status', 'category', 'language'] as const).every(
        name => !query.get(name) || template[name].toUpperCase() === query.get(name)?.toUpperCase()
      ) &&
      template.name.includes(query.get('name') ?? '')
  )
  return paginate(found.map(shownTemplate), query, `${world.url}/v26.0/${waba}/message_templates`)
}

/** Answers POST /{account}/message_templates: everything is checked by people first. */
export function createTemplate(world: World, waba: string, { body }: GraphRequest): object {
  const name = textOf(body.name) ?? ''
  const language = textOf(body.language) ?? ''
  const category = textOf(body.category) ?? ''
  if (!/^[a-z0-9_]{1,512}$/.test(name))
    throw invalid('The name may have small letters, digits and underscores.', 2388023)
  if (!/^[a-z]{2,3}(_[A-Z]{2,4})?$/.test(language)) throw invalid('The parameter language is not valid.', 2388028)
  if (!['MARKETING', 'UTILITY', 'AUTHENTICATION'].includes(category))
    throw new GraphRefusal(100, 'Param category must be one of {AUTHENTICATION, MARKETING, UTILITY}')
  if (world.templates.some(each => each.waba === waba && each.name === name && each.language === language))
    throw invalid('There is already content of this template in this language.', 2388024)
  const parameter_format = body.parameter_format === 'NAMED' ? 'NAMED' : 'POSITIONAL'
  const template: Template = {
    id: newId('9', 16),
    waba,
    name,
    language,
    category,
    status: 'PENDING',
    parameter_format,
    components: listOf(body.components),
    rejected_reason: 'NONE'
  }
  checkTemplate(template)
  world.templates.push(template)
  reviewLater(world, template)
  return { id: template.id, status: template.status, category }
}

/** Answers POST /{template}: what was changed is checked again. */
export function editTemplate(world: World, template: Template, { body }: GraphRequest): object {
  const changed = { ...template, components: body.components ? listOf(body.components) : template.components }
  checkTemplate(changed)
  if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(template.status))
    throw invalid('Only approved, rejected and paused templates can be edited.', 2388003)
  Object.assign(template, changed, { status: 'PENDING', ...(body.category ? { category: String(body.category) } : {}) })
  reviewLater(world, template)
  return { success: true }
}

/** Answers DELETE /{account}/message_templates: a name in all its languages, or one of them. */
export function deleteTemplates(world: World, waba: string, query: URLSearchParams): object {
  const [name, id] = [query.get('name'), query.get('hsm_id')]
  if (!name && !id) throw new GraphRefusal(100, 'The parameter name is required.')
  const isMeant = (each: Template) => each.waba === waba && (!name || each.name === name) && (!id || each.id === id)
  if (!world.templates.some(isMeant)) throw invalid('The template was not found.', 2593002)
  world.templates = world.templates.filter(each => !isMeant(each))
  return { success: true }
}

/** Words for which a template is refused, and those by which it is advertising. */
const [refused, advertising] = [/gr[áa]tis|urgente|senha/i, /promo[çc][ãa]o|desconto|oferta/i]

/** The reviewers look at the words some time later, unless somebody decided before. */
function reviewLater(world: World, template: Template): void {
  const { review } = world.settings
  if (review === null) return
  world.later(review, () => {
    if (template.status !== 'PENDING' || !world.templates.includes(template)) return
    const words = JSON.stringify(template.components)
    if (template.category === 'UTILITY' && advertising.test(words)) changeCategory(world, template.id, 'MARKETING')
    if (refused.test(words)) decideTemplate(world, template.id, 'REJECTED', 'ABUSIVE_CONTENT')
    else decideTemplate(world, template.id, 'APPROVED')
  })
}

/** Moves a template to another category, or foretells it, and reports it to the business. */
export function changeCategory(world: World, id: string, category: string, foretold = false): void {
  const template = templateOf(world, id)
  const before = template.category
  if (!foretold) template.category = category
  report(world, template, 'template_category_update', {
    previous_category: foretold ? undefined : before,
    new_category: foretold ? before : category,
    correct_category: foretold ? category : undefined
  })
}

/** Reports how customers take a template. */
export function changeQuality(world: World, id: string, score: 'GREEN' | 'YELLOW' | 'RED'): void {
  report(world, templateOf(world, id), 'message_template_quality_update', {
    previous_quality_score: 'UNKNOWN',
    new_quality_score: score
  })
}

function templateOf(world: World, id: string): Template {
  const template = world.templates.find(each => each.id === id)
  if (!template) throw new Error(`There is no template ${id}`)
  return template
}

function report(world: World, template: Template, field: string, fields: Fields): void {
  const value = defined({
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
    ...fields
  })
  world.outbox.add({ id: template.id, channel: 'whatsapp', entry: template.waba, field, value, at: world.now() })
}

const longest: Record<string, number> = { HEADER: 60, BODY: 1024, FOOTER: 60 }

function checkTemplate(template: Template): void {
  const body = part(template, 'BODY')
  if (!body?.text && template.category !== 'AUTHENTICATION') throw invalid('A template needs a BODY.', 2388043)
  for (const { type, text } of template.components)
    if (String(text ?? '').length > (longest[String(type)] ?? Number.POSITIVE_INFINITY))
      throw invalid(`The ${type} is too long.`, 2388040)
  const text = String(body?.text ?? '').trim()
  if (/^\{\{|\}\}$/.test(text)) throw invalid('Variables can not be at the beginning or end of the body.', 2388299)
  const example = fieldsOf(body?.example)
  const examples = example.body_text_named_params ?? (example.body_text as unknown[] | undefined)?.[0]
  const count = Array.isArray(examples) ? examples.length : 0
  if (variables(text).length !== count) throw invalid('Each variable of the body needs an example.', 2388043)
  const header = part(template, 'HEADER')
  if (variables(header?.text).length > 1) throw invalid('The header may have one variable.', 2388047)
  if (listOf(part(template, 'BUTTONS')?.buttons).length > 10) throw invalid('There may be 10 buttons.', 2388048)
}

/** The template that a send names; refuses what cannot be sent with these values. */
export function checkTemplateUse(world: World, waba: string, use: Fields): Template {
  const { name } = use
  const language = textOf(fieldsOf(use.language).code)
  if (!textOf(name)) throw new GraphRefusal(131008, "The parameter template['name'] is required.")
  if (!language) throw new GraphRefusal(131008, "The parameter template['language']['code'] is required.")
  const template = world.templates.find(each => each.waba === waba && each.name === name && each.language === language)
  if (template?.status === 'PAUSED') throw new GraphRefusal(132015, 'The template is paused for its low quality.')
  if (template?.status === 'DISABLED') throw new GraphRefusal(132016, 'The template is disabled.')
  if (template?.status !== 'APPROVED')
    throw new GraphRefusal(132001, `template name (${name}) does not exist in ${language}`)
  for (const type of ['HEADER', 'BODY']) checkParameters(template, use, type)
  listOf(part(template, 'BUTTONS')?.buttons).forEach((button, index) => {
    const filled = listOf(use.components).some(each => each.type === 'button' && Number(each.index) === index)
    if (variables(button.url).length > 0 && !filled)
      throw new GraphRefusal(131008, `Button at index ${index} of type Url requires a parameter`)
  })
  return template
}

const parametersOf = (use: Fields, type: string): Fields[] =>
  listOf(listOf(use.components).find(each => String(each.type).toUpperCase() === type)?.parameters)

function checkParameters(template: Template, use: Fields, type: string): void {
  const own = part(template, type)
  const format = String(own?.format ?? 'TEXT').toLowerCase()
  const parameters = parametersOf(use, type)
  const lower = type.toLowerCase()
  if (format !== 'text') {
    const [media] = parameters
    if (media?.type !== format)
      throw new GraphRefusal(132012, `${lower}: Format mismatch, expected ${format.toUpperCase()}, received UNKNOWN`)
    return
  }
  const expected = variables(own?.text)
  if (parameters.length !== expected.length)
    throw new GraphRefusal(
      132000,
      `${lower}: number of localizable_params (${parameters.length}) does not match the expected number of params (${expected.length})`
    )
  if (
    template.parameter_format === 'NAMED' &&
    expected.some(name => !parameters.some(each => each.parameter_name === name))
  )
    throw new GraphRefusal(132012, `${lower}: Parameter name is missing or empty`)
  for (const { type: kind, text } of parameters)
    if (kind === 'text' && (typeof text !== 'string' || text === '' || /\n|\t| {5}/.test(text)))
      throw new GraphRefusal(132012, `${lower}: Param text is empty or has new lines, tabs or many spaces`)
  if (renderPart(own?.text, parameters).length > (longest[type] ?? 1024))
    throw new GraphRefusal(132005, `${lower}: Translated text too long`)
}

function renderPart(text: unknown, parameters: Fields[]): string {
  return String(text ?? '').replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = parameters.find(each => each.parameter_name === name) ?? parameters[Number(name) - 1]
    return textOf(value?.text) ?? whole
  })
}

/** The buttons that a customer can answer with; a send may say what each of them means. */
export function quickReplies(template: Template, use: Fields): { id: string; title: string }[] {
  return listOf(part(template, 'BUTTONS')?.buttons).flatMap(({ type, text }, index) => {
    if (type !== 'QUICK_REPLY') return []
    const filled = listOf(use.components).find(each => each.type === 'button' && Number(each.index) === index)
    return [{ id: textOf(listOf(filled?.parameters)[0]?.payload) ?? String(text), title: String(text) }]
  })
}

/** The text that arrives at the customer. */
export function renderTemplate(template: Template, use: Fields): string {
  const filled = (type: string) => renderPart(part(template, type)?.text, parametersOf(use, type))
  return [filled('HEADER'), filled('BODY'), textOf(part(template, 'FOOTER')?.text)].filter(Boolean).join('\n')
}

export type TemplateEvent = 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED' | 'PENDING'

/** Decides about a template as Meta's reviewers do, and reports it to the business. */
export function decideTemplate(world: World, id: string, event: TemplateEvent, reason?: string): void {
  const template = templateOf(world, id)
  template.status = event
  template.rejected_reason = event === 'REJECTED' ? (reason ?? 'INVALID_FORMAT') : 'NONE'
  const at = world.now()
  const value = defined({
    event,
    message_template_id: Number(id),
    message_template_name: template.name,
    message_template_language: template.language,
    message_template_category: template.category,
    reason: event === 'APPROVED' ? 'NONE' : template.rejected_reason,
    rejection_info:
      event === 'REJECTED'
        ? { reason: template.rejected_reason, recommendation: 'Edit it and send it again.' }
        : undefined,
    disable_info: event === 'DISABLED' ? { disable_date: Math.floor(at / 1000) } : undefined,
    other_info:
      event === 'PAUSED' ? { title: 'FIRST_PAUSE', description: 'Paused for 3 hours for its low quality.' } : undefined
  })
  const field = 'message_template_status_update'
  world.outbox.add({ id, channel: 'whatsapp', entry: template.waba, field, value, at })
}
