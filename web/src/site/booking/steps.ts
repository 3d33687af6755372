import { useEffect, useState } from 'react'
import type { PageData } from '../../../../services/site/schema.ts'
import { queryOf } from '../page.ts'

/**
 * How far a visitor is. The address holds it, so that each step is a link, and the browser's back button goes one back.
 */
export type Steps = {
  service: string | null
  /** An id, or `anyone`. */
  person: string | null
  /** yyyy-MM */
  month: string | null
  /** yyyy-MM-dd */
  day: string | null
  /** The time that is chosen, as ISO. */
  start: string | null
}

/** Any person who is free. */
export const anyone = 'qualquer'

const names = { service: 'servico', person: 'profissional', month: 'mes', day: 'dia', start: 'inicio' } as const
const patterns = {
  service: /^[0-9a-f]{24}$/,
  person: /^([0-9a-f]{24}|qualquer)$/,
  month: /^\d{4}-(0[1-9]|1[0-2])$/,
  day: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  start: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/
} as const
const keys = ['service', 'person', 'month', 'day', 'start'] as const

export function readSteps(query: URLSearchParams): Steps {
  const valid = (key: keyof Steps) => {
    const value = query.get(names[key])
    return value !== null && patterns[key].test(value) ? value : null
  }
  return {
    service: valid('service'),
    person: valid('person'),
    month: valid('month'),
    day: valid('day'),
    start: valid('start')
  }
}

/** The address of a step; what else it says stays. */
export function addressOf(path: string, steps: Steps): string {
  const url = new URL(path, 'http://localhost')
  for (const key of keys) {
    const value = steps[key]
    if (value === null) url.searchParams.delete(names[key])
    else url.searchParams.set(names[key], value)
  }
  return url.pathname + url.search
}

/** The step of the page, and how to go to another: `link` gives what an anchor needs. */
export function useSteps(page: PageData) {
  const [steps, setSteps] = useState(() => readSteps(queryOf(page)))
  useEffect(() => {
    const back = () => setSteps(readSteps(new URLSearchParams(location.search)))
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const go = (change: Partial<Steps>) => {
    const next = { ...steps, ...change }
    history.pushState(null, '', addressOf(location.pathname + location.search, next))
    setSteps(next)
  }
  const link = (change: Partial<Steps>) => ({
    href: addressOf(page.path, { ...steps, ...change }),
    onClick: (event: { preventDefault(): void; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      go(change)
    }
  })
  return { steps, go, link }
}

export type StepLink = ReturnType<typeof useSteps>['link']
