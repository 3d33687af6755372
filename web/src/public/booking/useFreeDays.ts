import { useEffect, useState } from 'react'
import type { FreeDays } from '../../../../services/booking/schema.ts'
import { request } from '../../core/http.ts'
import { daysOf } from './words.ts'

type Known = { path: string; days?: FreeDays; problem?: string }

/**
 * The free times of a month from an address; nothing without one, or of a month that is over. The first month comes with
 * the page. `again` reads them anew.
 */
export function useFreeDays(address: string | null, month: string, today: string, first: FreeDays | null) {
  const path = address && pathOf(address, month, today)
  const [known, setKnown] = useState<Known | null>(first && path ? { path, days: first } : null)
  const missing = path !== null && known?.path !== path

  useEffect(() => {
    if (!missing || path === null) return
    const calls = new AbortController()
    request<FreeDays>(path, { signal: calls.signal }).then(
      ({ json }) => setKnown({ path, days: json }),
      error => {
        if (!calls.signal.aborted) setKnown({ path, problem: error instanceof Error ? error.message : '' })
      }
    )
    return () => calls.abort()
  }, [missing, path])

  const current = known?.path === path ? known : null
  return {
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
