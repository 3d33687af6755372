import { useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { deepestRow } from '../../../../services/core/rules.ts'
import { type LeadFilter, tidied } from './filter.ts'

export type Layout = 'table' | 'board'
export type Sort = { field: string; order: 'ASC' | 'DESC' }

/** The state of the list. All of it is in the address, so that it survives the back button, a reload and sharing. */
export type ListState = {
  filter: LeadFilter
  sort: Sort
  page: number
  perPage: number
  layout: Layout
  /** The saved view that was opened, which the filter may have left since. */
  view: string | null
}

export const newestFirst: Sort = { field: 'receivedAt', order: 'DESC' }
export const pageSizes = [25, 50, 100]

export const sameSort = (a: Sort, b: Sort): boolean => a.field === b.field && a.order === b.order

function readFilter(text: string | null): LeadFilter {
  try {
    const filter = JSON.parse(text ?? '{}')
    return typeof filter === 'object' && filter !== null && !Array.isArray(filter) ? tidied(filter) : {}
  } catch {
    return {}
  }
}

function writeAddress({ filter, sort, page, perPage, layout, view }: ListState, usualSize: number): URLSearchParams {
  const address = new URLSearchParams()
  const filled = tidied(filter)
  if (layout === 'board') address.set('view', 'board')
  if (Object.keys(filled).length > 0) address.set('filter', JSON.stringify(filled))
  if (!sameSort(sort, newestFirst)) {
    address.set('sort', sort.field)
    address.set('order', sort.order)
  }
  if (page > 1) address.set('page', String(page))
  if (perPage !== usualSize) address.set('perPage', String(perPage))
  if (view) address.set('saved', view)
  return address
}

let lastSearch = ''

/** The list as it was last looked at, to go back to from a lead. */
export const listAddress = (): string => `/leads${lastSearch}`

const whole = (text: string | null, otherwise: number): number => {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : otherwise
}

/** The state of the list as the address has it, and a change of it, which the back button takes back. */
export function useListState(): [ListState, (change: Partial<ListState>, options?: { replace?: boolean }) => void] {
  const [address, setAddress] = useSearchParams()
  const [usualSize, setUsualSize] = useStore('leads.perPage', pageSizes[0] ?? 25)

  const written = useMemo<ListState>(() => {
    const requested = whole(address.get('perPage'), usualSize)
    const perPage = pageSizes.includes(requested) ? requested : usualSize
    return {
      filter: readFilter(address.get('filter')),
      sort: {
        field: address.get('sort') ?? newestFirst.field,
        order: address.get('order') === 'ASC' ? 'ASC' : 'DESC'
      },
      page: Math.min(whole(address.get('page'), 1), deepestRow / perPage),
      perPage,
      layout: address.get('view') === 'board' ? 'board' : 'table',
      view: address.get('saved')
    }
  }, [address, usualSize])

  // The router follows in its own time; what was pressed must not wait for it.
  const [ahead, setAhead] = useState<ListState | null>(null)
  useEffect(() => {
    if (written) setAhead(null)
    lastSearch = location.search
  }, [written])
  const state = ahead ?? written

  const change = useCallback(
    (part: Partial<ListState>, options?: { replace?: boolean }) => {
      if (part.perPage) setUsualSize(part.perPage)
      const next = { ...state, ...(part.page === undefined && { page: 1 }), ...part }
      const target = writeAddress(next, part.perPage ?? usualSize)
      if (target.toString() === address.toString()) return
      setAhead(next)
      setAddress(target, options)
    },
    [state, address, usualSize, setAddress, setUsualSize]
  )
  return [state, change]
}
