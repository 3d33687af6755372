import { type RefObject, useEffect } from 'react'
import { useLettersOn } from '../../shell/command/shortcuts.ts'

const busy = '[role=dialog],[role=menu],[role=listbox]'
const typing = 'textarea,select,[contenteditable=true],[role=combobox],input:not([type=checkbox])'

/** The button of a row that a letter presses. */
const pressed: Record<string, string> = { x: '[data-tick]', m: '[data-move]', r: '[data-give]' }

/**
 * Moves through the rows of all groups by keyboard: j and k, or the arrows once inside; x or Space is done, m moves, r
 * gives away, and Enter opens the lead. The focus of a row that goes moves to the one that takes its place.
 */
export function useTaskKeys(root: RefObject<HTMLElement | null>): void {
  const [lettersOn] = useLettersOn()
  useEffect(() => {
    const list = root.current
    if (!list) return
    const rows = () => [...list.querySelectorAll<HTMLElement>('[data-row]')]
    const focus = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>('[data-open]')?.focus()
    /** In which row the focus was. */
    let last: { row: HTMLElement; index: number } | null = null

    function press(event: KeyboardEvent): void {
      const { target } = event
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element))
        return
      if (target.closest(typing) || document.querySelector(busy)) return
      const all = rows()
      const at = all.findIndex(row => row.contains(target))
      const letter = lettersOn ? key : ''
      const step =
        letter === 'j' || (at !== -1 && key === 'ArrowDown')
          ? 1
          : letter === 'k' || (at !== -1 && key === 'ArrowUp')
            ? -1
            : 0
      const what = key === ' ' && target.matches('[data-open]') ? 'x' : letter
      if (step !== 0 && all.length > 0) {
        focus(all[at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))])
        event.preventDefault()
      } else if (at !== -1 && pressed[what]) {
        all[at]?.querySelector<HTMLElement>(pressed[what])?.click()
        event.preventDefault()
      }
    }
    function note({ target }: Event): void {
      const all = rows()
      const row = all.find(each => target instanceof Element && each.contains(target))
      if (row) last = { row, index: all.indexOf(row) }
    }
    const observer = new MutationObserver(() => {
      if (!last || last.row.isConnected || document.activeElement !== document.body) return
      const all = rows()
      focus(all[Math.min(last.index, all.length - 1)])
    })
    observer.observe(list, { childList: true, subtree: true })
    document.addEventListener('keydown', press)
    list.addEventListener('focusin', note)
    return () => {
      observer.disconnect()
      document.removeEventListener('keydown', press)
      list.removeEventListener('focusin', note)
    }
  }, [root, lettersOn])
}
