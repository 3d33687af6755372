import { type RefObject, useEffect, useState } from 'react'

const beyond = 8

/**
 * Which rows of one height are in sight of the list that scrolls, and a few beyond on either side; however many rows
 * there are, so that what has just come is not left out.
 */
export function useVirtualRows(list: RefObject<HTMLElement | null>, height: number): [number, number] {
  const [view, setView] = useState({ top: 0, height: 800 })
  useEffect(() => {
    const element = list.current
    if (!element) return
    let frame = 0
    const measure = () => {
      frame = 0
      // Whole rows only, so that the list does not render again for every pixel.
      const top = Math.floor(element.scrollTop / height) * height
      setView(before =>
        before.top === top && before.height === element.clientHeight ? before : { top, height: element.clientHeight }
      )
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(measure)
    }
    const observer = new ResizeObserver(schedule)
    observer.observe(element)
    element.addEventListener('scroll', schedule, { passive: true })
    measure()
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      element.removeEventListener('scroll', schedule)
    }
  }, [list, height])
  const from = Math.max(0, Math.floor(view.top / height) - beyond)
  return [from, Math.ceil((view.top + view.height) / height) + beyond]
}
