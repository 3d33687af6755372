import { useCallback, useEffect, useReducer, useRef } from 'react'

/** Brings the focus to what is there after the next rendering, so that it is not lost with what has gone. */
export function useAim() {
  const area = useRef<HTMLDivElement>(null)
  const aimed = useRef<string>(null)
  const [, render] = useReducer((times: number) => times + 1, 0)
  const aim = useCallback((selector: string) => {
    aimed.current = selector
    render()
  }, [])

  useEffect(() => {
    if (!aimed.current) return
    const goal = area.current?.querySelector<HTMLElement>(aimed.current)
    aimed.current = null
    goal?.focus()
    if (goal instanceof HTMLInputElement) goal.select()
  })

  return { area, aim }
}
