import { useEffect, useState } from 'react'
import { firstFreeMonth } from '../../../../services/calendar/booking/rules.ts'
import type { FreeDays } from '../../../../services/calendar/booking/schema.ts'
import { request } from '../../core/http.ts'
import { daysOf } from './words.ts'

type Month = { month: string; days: FreeDays }
type Known = { wanted: string } & (Month | { problem: string })

type Wanted = {
  /** Where free times are read; null where none are shown yet. */
  address: string | null
  /** The month that the address says, which may be over. */
  monthParam: string | null
  /** The days that came with the page. */
  initial: { month: string; days: FreeDays | null }
  today: string
}

/**
 * The free times of the month that is asked for and not over, else of the first from the page's month on that has one,
 * as the server chooses it. Nothing without an address. `again` refetches them.
 */
export function useFreeDays({ address, monthParam, initial, today }: Wanted) {
  const chosen = monthParam !== null && monthParam >= today.slice(0, 7) ? monthParam : null
  const first = chosen ?? initial.month
  const wanted = address === null ? null : `${address} ${chosen ?? 'first'}`
  const [loaded, setLoaded] = useState<Known | null>(
    initial.days && wanted ? { wanted, month: initial.month, days: initial.days } : null
  )
  const missing = wanted !== null && loaded?.wanted !== wanted

  useEffect(() => {
    if (!missing || address === null) return
    const calls = new AbortController()
    const read = async (month: string): Promise<Month> => {
      const { json } = await request<FreeDays>(pathOf(address, month, today), { signal: calls.signal })
      return { month, days: json }
    }
    const found = chosen === null ? firstFreeMonth(first, read) : read(chosen)
    found.then(
      month => setLoaded({ wanted, ...month }),
      error => {
        if (!calls.signal.aborted) setLoaded({ wanted, problem: error instanceof Error ? error.message : '' })
      }
    )
    return () => calls.abort()
  }, [missing, wanted, address, chosen, first, today])

  const current = loaded?.wanted === wanted ? loaded : null
  const shown = current && 'days' in current ? current : null
  return {
    month: shown?.month ?? first,
    days: shown?.days ?? null,
    problem: current && 'problem' in current ? current.problem : undefined,
    waiting: missing,
    again: () => setLoaded(null)
  }
}

function pathOf(address: string, month: string, today: string): string {
  const days = daysOf(month).filter(day => day >= today)
  const range = { from: days[0] ?? today, to: days.at(-1) ?? today }
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(range)}`
}
