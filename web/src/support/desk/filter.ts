import { deskQueues } from '../../../../services/support/desk/rules.ts'
import type { DeskFilter } from '../../../../services/support/desk/schema.ts'
import { ticketCategories, ticketPriorities } from '../../../../services/support/tickets/rules.ts'

/** The name of each part of a filter in the address. */
const names = {
  queue: 'fila',
  q: 'busca',
  priority: 'prioridade',
  category: 'categoria',
  assigneeId: 'responsavel',
  companyId: 'empresa',
  issueId: 'problema'
} as const
type Part = keyof typeof names

const choices: { [part in Part]?: readonly string[] } = {
  queue: deskQueues,
  priority: ticketPriorities,
  category: ticketCategories
}

/** The filter that an address holds, without what no filter can have. */
export function filterOf(search: URLSearchParams): DeskFilter {
  const parts = (Object.keys(names) as Part[]).flatMap(part => {
    const value = search.get(names[part])
    return value && (choices[part]?.includes(value) ?? true) ? [[part, value]] : []
  })
  return { ...Object.fromEntries(parts), ...(search.get('acompanho') === 'sim' && { watched: true }) }
}

/** The address of a filter: what is shown can be kept, shared and gone back from. */
export function addressOf(filter: DeskFilter): string {
  const search = new URLSearchParams()
  for (const part of Object.keys(names) as Part[]) if (filter[part]) search.set(names[part], filter[part])
  if (filter.watched) search.set('acompanho', 'sim')
  return `?${search}`
}

/** Whether it asks for more than a queue. */
export const isNarrow = ({ queue: _, ...rest }: DeskFilter): boolean =>
  Object.values(rest).some(value => value !== undefined && value !== '')
