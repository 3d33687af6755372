import type { NewView } from '../../../../../services/leads/views/schema.ts'
import { type ListState, newestFirst, sameSort } from '../address.ts'
import { sameFilter } from '../filter.ts'
import { builtinViews, type View } from './builtin.ts'

/** The list's state after opening a view. Views of everybody leave the choice of table or board alone. */
export const openedState = ({ id, view }: View): Partial<ListState> => ({
  filter: view.filter,
  sort: (view.sort as ListState['sort'] | undefined) ?? newestFirst,
  view: builtinViews.some(builtin => builtin.id === id) ? null : id,
  ...(view.layout && { layout: view.layout })
})

/** The list as a view keeps it. */
export const savedState = ({ filter, sort, layout }: ListState): NewView['view'] => ({ filter, sort, layout })

/** Whether the list shows just what the view keeps. */
export const shows = ({ filter, sort, layout }: ListState, { view }: View): boolean =>
  sameFilter(filter, view.filter) &&
  sameSort(sort, (view.sort as ListState['sort'] | undefined) ?? newestFirst) &&
  (view.layout === undefined || view.layout === layout)
