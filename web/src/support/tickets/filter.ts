import { ticketCategories, ticketPriorities } from '../../../../services/support/tickets/rules.ts'
import type { TicketFilter } from '../../../../services/support/tickets/schema.ts'

export type TicketSearch = Pick<TicketFilter, 'q' | 'open' | 'category' | 'priority' | 'unread'>

/** The name of each part of the filter in the address, where it is kept, shared and gone back to. */
export const filterNames = { q: 'busca', category: 'categoria', priority: 'prioridade', unread: 'naolidos' } as const

/** The filter that an address holds, without what no filter can have. */
export function filterOf(search: URLSearchParams): TicketSearch {
  const q = search.get(filterNames.q)?.trim()
  const category = ticketCategories.find(each => each === search.get(filterNames.category))
  const priority = ticketPriorities.find(each => each === search.get(filterNames.priority))
  return {
    ...(q && { q }),
    ...(category && { category }),
    ...(priority && { priority }),
    ...(search.get(filterNames.unread) === 'sim' && { unread: true })
  }
}
