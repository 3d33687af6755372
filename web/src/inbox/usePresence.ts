import { useEffect, useRef, useState } from 'react'
import type { LiveEvent } from '../../../services/activities/schema.ts'
import { useUser } from '../shell/access.ts'
import { sayPresence } from './api.ts'

const beat = 10_000
/** Two beats and what a slow network takes. */
const gone = 24_000
/** Who has not pressed a key for so long no longer types. */
const typingLasts = 6000
/** A screen that nobody touches must neither claim a reader nor keep the session alive. */
const idle = 120_000

type Presence = Extract<LiveEvent, { kind: 'conversation-presence' }>
export type Colleague = { name: string; typing: boolean; at: number }

/** The colleagues who have the conversation open too; says meanwhile that the own person has, and whether they write. */
export function usePresence(id: string): { others: Colleague[]; type: () => void; stop: () => void } {
  const me = useUser()?.companyEmployee?.id
  const [seen, setSeen] = useState<Record<string, Colleague>>({})
  const typed = useRef({ at: 0, said: 0 })

  useEffect(() => {
    setSeen({})
    typed.current = { at: 0, said: 0 }
    let touched = Date.now()
    const touch = () => (touched = Date.now())
    const say = () => {
      if (document.visibilityState !== 'visible' || Date.now() - touched > idle) return
      sayPresence(id, Date.now() - typed.current.at < typingLasts)
    }
    const known = new Set<string>()
    const onPresence = (event: Event) => {
      const { conversationId, employeeId, name, typing } = (event as CustomEvent<Presence>).detail
      if (conversationId !== id || employeeId === me) return
      // Who has just come need not wait for the next beat.
      if (!known.has(employeeId)) say()
      known.add(employeeId)
      setSeen(others => ({ ...others, [employeeId]: { name, typing, at: Date.now() } }))
    }
    const tick = setInterval(() => {
      say()
      setSeen(others => {
        const here = Object.entries(others).filter(([, { at }]) => Date.now() - at < gone)
        for (const each of known) if (!here.some(([other]) => other === each)) known.delete(each)
        return here.length === Object.keys(others).length ? others : Object.fromEntries(here)
      })
    }, beat)
    say()
    const events = ['pointerdown', 'keydown', 'scroll']
    addEventListener('conversation-presence', onPresence)
    for (const event of events) addEventListener(event, touch, { passive: true })
    return () => {
      clearInterval(tick)
      removeEventListener('conversation-presence', onPresence)
      for (const event of events) removeEventListener(event, touch)
    }
  }, [id, me])

  return {
    others: Object.values(seen),
    type: () => {
      const now = Date.now()
      typed.current.at = now
      if (now - typed.current.said < typingLasts / 2) return
      typed.current.said = now
      sayPresence(id, true)
    },
    stop: () => {
      if (typed.current.at > 0) sayPresence(id, false)
      typed.current = { at: 0, said: 0 }
    }
  }
}

const first = (name: string): string => name.trim().split(/\s+/)[0] ?? name
const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' })

/** 'Bia está digitando…', 'Bia e Rui também estão vendo'. */
export function presenceText(others: readonly Colleague[]): string {
  const typing = others.filter(({ typing }) => typing)
  const names = listed.format((typing.length > 0 ? typing : others).map(({ name }) => first(name)))
  if (typing.length > 0) return `${names} ${typing.length > 1 ? 'estão' : 'está'} digitando…`
  return `${names} também ${others.length > 1 ? 'estão' : 'está'} vendo`
}
