import type { LeadView } from '../../../../../services/leads/views/schema.ts'

export type View = Pick<LeadView, 'id' | 'name' | 'view'>

/** The views that everybody has. */
export const builtinViews: readonly View[] = [
  { id: 'all', name: 'Todos', view: { filter: {} } },
  { id: 'mine', name: 'Meus', view: { filter: { owner: 'me' } } },
  {
    id: 'unanswered',
    name: 'Sem resposta',
    view: { filter: { status: 'new' }, sort: { field: 'receivedAt', order: 'ASC' } }
  },
  { id: 'today', name: 'Hoje', view: { filter: { task: 'today' }, sort: { field: 'nextTaskAt', order: 'ASC' } } }
]
