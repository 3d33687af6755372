import { useEffect, useState } from 'react'
import type { FreeDays } from '../../../../services/booking/schema.ts'
import { request } from '../../core/http.ts'
import { daysOf, monthFrom } from './words.ts'

type Known = { path: string; days?: FreeDays; problem?: string }

type Wanted = {
  /** Where free times are read; null where none are shown yet. */
  address: string | null
  /** The month that the visitor chose. */
  asked: string | null
  /** What came with the page. */
  given: { month: string; days: FreeDays | null }
  today: string
}

/**
 * The free times of the month that is asked for, else of the first of the page's month and the next that has one, as the
 * server chooses it. Nothing without an address, or of a month that is over. `again` reads them anew.
 */
export function useFreeDays({ address, asked, given, today }: Wanted) {
  const [fullAt, setFullAt] = useState<string | null>(null)
  const month = asked ?? (address !== null && fullAt === address ? monthFrom(given.month, 1) : given.month)
  const path = address && pathOf(address, month, today)
  const [known, setKnown] = useState<Known | null>(given.days && path ? { path, days: given.days } : null)
  const missing = path !== null && known?.path !== path
  const maySkip = asked === null && month === given.month

  useEffect(() => {
    if (!missing || path === null) return
    const calls = new AbortController()
    request<FreeDays>(path, { signal: calls.signal }).then(
      ({ json }) => {
        setKnown({ path, days: json })
        if (maySkip && json.data.every(({ slots }) => slots.length === 0)) setFullAt(address)
      },
      error => {
        if (!calls.signal.aborted) setKnown({ path, problem: error instanceof Error ? error.message : '' })
      }
    )
    return () => calls.abort()
  }, [missing, path, address, maySkip])

  const current = known?.path === path ? known : null
  return {
    month,
    days: current?.days ?? null,
    problem: current?.problem,
    waiting: missing,
    again: () => setKnown(null)
  }
}

function pathOf(address: string, month: string, today: string): string | null {
  const days = daysOf(month).filter(day => day >= today)
  const [from] = days
  if (from === undefined) return null
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ from, to: days.at(-1) ?? from })}`
}
