import type { Connection } from '../adapter.ts'
import type { FilledTemplate, MessageTemplate, TemplateList } from '../templates.ts'
import { type Fields, fields, identifier, list, text } from '../values.ts'
import { ask } from './graph.ts'

/** Templates of one page, and pages that are read: an account has at most 6,000 names. */
const [pageSize, maxPages] = [100, 60]

/** Milliseconds that a person waits for a page. */
const patience = 10_000

const listed = 'id,name,language,status,category,parameter_format,components'

/**
 * The approved templates of an account that texts alone can fill (Meta, "WhatsApp Business Management API: message
 * templates"). Those for advertising are left out: reminders are none.
 */
export async function listTemplates(connection: Connection, account: string): Promise<TemplateList> {
  const templates: MessageTemplate[] = []
  let others = 0
  let after: string | null = null
  for (let page = 0; page < maxPages; page++) {
    const answer = await ask(connection, {
      path: `${account}/message_templates`,
      query: { status: 'APPROVED', limit: String(pageSize), fields: listed, ...(after !== null && { after }) },
      timeout: patience
    })
    const rows = list(answer.data)
    for (const row of rows) {
      const template = readTemplate(fields(row) ?? {})
      if (template) templates.push(template)
      else others++
    }
    const paging = fields(answer.paging)
    after = text(fields(paging?.cursors)?.after)
    if (rows.length === 0 || after === null || paging?.next === undefined) break
  }
  return { templates: templates.sort((a, b) => a.name.localeCompare(b.name, 'pt-BR')), others }
}

const variable = /\{\{\s*(\w+)\s*\}\}/g

function readTemplate(row: Fields): MessageTemplate | undefined {
  const [id, name, language] = [identifier(row.id), text(row.name, 512), text(row.language, 20)]
  const parts = list(row.components).map(part => fields(part) ?? {})
  const part = (type: string) => parts.find(each => each.type === type)
  const body = text(part('BODY')?.text, 1024)
  if (!id || !name || !language || !body || row.status !== 'APPROVED' || row.category !== 'UTILITY') return undefined
  const header = part('HEADER')
  if (header && (header.format !== 'TEXT' || hasVariable(header.text))) return undefined
  const buttons = list(part('BUTTONS')?.buttons).map(button => fields(button) ?? {})
  const plain = ({ type, url }: Fields) =>
    type === 'QUICK_REPLY' || type === 'PHONE_NUMBER' || (type === 'URL' && !hasVariable(url))
  if (!buttons.every(plain)) return undefined
  const variables = [...new Set([...body.matchAll(variable)].map(([, called = '']) => called))]
  return { id, name, language, body, named: row.parameter_format === 'NAMED', variables }
}

const hasVariable = (value: unknown): boolean => typeof value === 'string' && value.includes('{{')

/** A template in the body of a message. By numbers the values stand in the order of the numbers. */
export function templateBody({ name, language, named, values }: FilledTemplate): Record<string, unknown> {
  const inOrder = named ? values : values.toSorted((a, b) => Number(a.variable) - Number(b.variable))
  const parameters = inOrder.map(each => ({
    type: 'text',
    text: each.text,
    ...(named && { parameter_name: each.variable })
  }))
  return {
    name,
    language: { code: language },
    ...(parameters.length > 0 && { components: [{ type: 'body', parameters }] })
  }
}
