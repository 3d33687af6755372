import { useEffect, useRef, useState } from 'react'

const beat = 10_000
/** Two beats and what a slow network takes. */
const gone = 24_000
/** Milliseconds after the last key press until somebody no longer counts as typing. */
const typingLasts = 6000
/** A screen that nobody touches must neither claim a reader nor keep the session alive. */
const idle = 120_000

/** Somebody who has the same open, as an event of the server says. */
export type Sighting = { of: string; person: string; typing: boolean }
export type Seen = { id: string; typing: boolean; at: number }

type Presence<Detail> = {
  /** The id of the open record. */
  id: string
  me: string | undefined
  /** The event of the browser that announces others. */
  event: string
  /** Must stay the same function, as must `say`. */
  read: (detail: Detail) => Sighting
  say: (id: string, typing: boolean) => void
}

/** The other people who have a record open; announces meanwhile that this person has, and whether they write. */
export function usePresence<Detail>({ id, me, event: name, read, say: announce }: Presence<Detail>) {
  const [seen, setSeen] = useState<Record<string, Omit<Seen, 'id'>>>({})
  const typed = useRef({ at: 0, said: 0 })

  useEffect(() => {
    setSeen({})
    typed.current = { at: 0, said: 0 }
    let touched = Date.now()
    const touch = () => (touched = Date.now())
    const say = () => {
      if (document.visibilityState !== 'visible' || Date.now() - touched > idle) return
      announce(id, Date.now() - typed.current.at < typingLasts)
    }
    const present = new Set<string>()
    const onPresence = (event: Event) => {
      const { of, person, typing } = read((event as CustomEvent<Detail>).detail)
      if (of !== id || person === me) return
      // A newcomer need not wait for the next beat.
      if (!present.has(person)) say()
      present.add(person)
      setSeen(others => ({ ...others, [person]: { typing, at: Date.now() } }))
    }
    const tick = setInterval(() => {
      say()
      setSeen(others => {
        const here = Object.entries(others).filter(([, { at }]) => Date.now() - at < gone)
        for (const each of present) if (!here.some(([other]) => other === each)) present.delete(each)
        return here.length === Object.keys(others).length ? others : Object.fromEntries(here)
      })
    }, beat)
    say()
    const events = ['pointerdown', 'keydown', 'scroll']
    addEventListener(name, onPresence)
    for (const event of events) addEventListener(event, touch, { passive: true })
    return () => {
      clearInterval(tick)
      removeEventListener(name, onPresence)
      for (const event of events) removeEventListener(event, touch)
    }
  }, [id, me, name, read, announce])

  return {
    others: Object.entries(seen).map(([person, how]): Seen => ({ id: person, ...how })),
    type: () => {
      const now = Date.now()
      typed.current.at = now
      if (now - typed.current.said < typingLasts / 2) return
      typed.current.said = now
      announce(id, true)
    },
    stop: () => {
      if (typed.current.at > 0) announce(id, false)
      typed.current = { at: 0, said: 0 }
    }
  }
}

const first = (name: string): string => name.trim().split(/\s+/)[0] ?? name
const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' })

/** 'Bia está digitando…', 'Bia e Rui também estão vendo'. */
export function presenceText(others: readonly { name: string; typing: boolean }[]): string {
  const typing = others.filter(({ typing }) => typing)
  const names = listed.format((typing.length > 0 ? typing : others).map(({ name }) => first(name)))
  if (typing.length > 0) return `${names} ${typing.length > 1 ? 'estão' : 'está'} digitando…`
  return `${names} também ${others.length > 1 ? 'estão' : 'está'} vendo`
}
