import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

const nobody: ReadonlySet<string> = new Set()

export type Selection = {
  ids: ReadonlySet<string>
  /** Everything that the filter finds, not only what was ticked. */
  all: boolean
  /** Ticks one, or with shift all between the last ticked one and this. */
  toggle: (id: string, shift?: boolean) => void
  togglePage: (on: boolean) => void
  chooseAll: () => void
  clear: () => void
}

/** The selection of a list. Another filter (`of`) resets it; another page of the same does not. */
export function useSelection(of: string, shown: readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(nobody)
  const [all, setAll] = useState(false)
  const last = useRef<string | null>(null)
  const page = useRef(shown)
  page.current = shown

  const clear = useCallback(() => {
    setIds(nobody)
    setAll(false)
    last.current = null
  }, [])
  useEffect(() => {
    if (of) clear()
  }, [of, clear])

  const toggle = useCallback((id: string, shift = false) => {
    const from = last.current === null ? -1 : page.current.indexOf(last.current)
    const to = page.current.indexOf(id)
    last.current = id
    setAll(false)
    setIds(old => {
      const next = new Set(old)
      const on = !old.has(id)
      const range = shift && from !== -1 ? page.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      for (const each of range) on ? next.add(each) : next.delete(each)
      return next
    })
  }, [])

  const togglePage = useCallback((on: boolean) => {
    setAll(false)
    setIds(old => {
      const next = new Set(old)
      for (const each of page.current) on ? next.add(each) : next.delete(each)
      return next
    })
  }, [])

  const chooseAll = useCallback(() => setAll(true), [])
  return useMemo(
    () => ({ ids, all, toggle, togglePage, chooseAll, clear }),
    [ids, all, toggle, togglePage, chooseAll, clear]
  )
}
