import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

type Place = { search: string; id: string; top: number; y: number }

/** Where the list stood when a lead was last opened from it. */
let left: Place | null = null

/**
 * Restores the list for a person who comes back from a lead: its scroll position, and the focus on the row that they
 * opened, whose id it returns. Rows carry `data-row`, the link in them `data-open`.
 */
export function useReturn(root: RefObject<HTMLElement | null>): string | null {
  const [place] = useState(() => (left?.search === location.search ? left : null))

  useLayoutEffect(() => {
    left = null
    const link = place && root.current?.querySelector<HTMLElement>(`[data-row="${place.id}"] [data-open]`)
    if (!place || !link) return
    const put = () => {
      root.current?.scrollTo({ top: place.top })
      scrollTo({ top: place.y })
      link.focus({ preventScroll: true })
    }
    put()
    // After the browser's own idea of where the page was.
    const frame = requestAnimationFrame(put)
    return () => cancelAnimationFrame(frame)
  }, [root, place])

  useEffect(() => {
    const list = root.current
    function leave({ target }: MouseEvent): void {
      const id = target instanceof Element && target.closest<HTMLElement>('[data-row]')?.dataset.row
      if (id) left = { search: location.search, id, top: list?.scrollTop ?? 0, y: window.scrollY }
    }
    list?.addEventListener('click', leave)
    return () => list?.removeEventListener('click', leave)
  }, [root])

  return place?.id ?? null
}
