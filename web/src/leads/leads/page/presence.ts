import { useEffect, useState } from 'react'
import type { LiveEvent } from '../../../../../services/account/activities/schema.ts'
import { useEmployeeOptions } from '../../../account/employees/api.ts'
import { useUser } from '../../../shell/access.ts'
import { sayViewing } from './api.ts'

const beat = 20_000
/** Two beats and what a slow network takes. */
const gone = 45_000
/** A screen that nobody touches must neither claim a reader nor keep the session alive. */
const idle = 120_000

type Viewing = Extract<LiveEvent, { kind: 'viewing' }>

/** Names of the colleagues who have the lead open too; says meanwhile that the own person has. */
export function usePresence(leadId: string): string[] {
  const me = useUser()?.companyEmployee?.id
  const [seen, setSeen] = useState<Record<string, number>>({})
  const { data: people = [] } = useEmployeeOptions({ enabled: Object.keys(seen).length > 0 })

  useEffect(() => {
    setSeen({})
    let touched = Date.now()
    const touch = () => (touched = Date.now())
    const say = () => {
      if (document.visibilityState !== 'visible' || Date.now() - touched > idle) return
      sayViewing(leadId)
    }
    const viewers = new Set<string>()
    const onViewed = (event: Event) => {
      const { leadId: at, employeeId } = (event as CustomEvent<Viewing>).detail
      if (at !== leadId || employeeId === me) return
      // A newcomer need not wait for the next beat.
      if (!viewers.has(employeeId)) say()
      viewers.add(employeeId)
      setSeen(others => ({ ...others, [employeeId]: Date.now() }))
    }
    const tick = setInterval(() => {
      say()
      setSeen(others => {
        const here = Object.entries(others).filter(([, at]) => Date.now() - at < gone)
        for (const id of viewers) if (!here.some(([each]) => each === id)) viewers.delete(id)
        return here.length === Object.keys(others).length ? others : Object.fromEntries(here)
      })
    }, beat)
    say()
    addEventListener('viewing', onViewed)
    document.addEventListener('visibilitychange', say)
    for (const event of ['pointerdown', 'keydown', 'scroll']) addEventListener(event, touch, { passive: true })
    return () => {
      clearInterval(tick)
      removeEventListener('viewing', onViewed)
      document.removeEventListener('visibilitychange', say)
      for (const event of ['pointerdown', 'keydown', 'scroll']) removeEventListener(event, touch)
    }
  }, [leadId, me])

  return people.filter(({ id }) => id in seen).map(({ name }) => name.split(' ')[0] ?? name)
}

/** 'Bia também está vendo este lead', of any number of people. */
export function presenceText(names: readonly string[]): string {
  if (names.length === 1) return `${names[0]} também está vendo este lead`
  const last = names.at(-1)
  return `${names.slice(0, -1).join(', ')} e ${last} também estão vendo este lead`
}
