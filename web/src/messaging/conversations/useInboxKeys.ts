import { type RefObject, useEffect } from 'react'
import { useLettersOn } from '../../shell/command/shortcuts.ts'

const busy = '[role=dialog],[role=menu],[role=listbox]'
const typing = 'textarea,select,[contenteditable=true],[role=combobox],input'

/** The button of the open conversation that each letter presses. */
const pressed: Record<string, string> = {
  r: '[data-answer]',
  n: '[data-note]',
  e: '[data-resolve]',
  s: '[data-later]',
  a: '[data-assign]'
}

/** Puts the focus on what is there, or comes while nothing else is done: what it belongs to may still be loading. */
function focusSoon(selector: string): void {
  const focus = (): boolean => {
    const found = document.querySelector<HTMLElement>(selector)
    found?.focus()
    return found !== null
  }
  if (focus()) return
  const observer = new MutationObserver(() => focus() && stop())
  const stop = () => {
    observer.disconnect()
    for (const act of ['keydown', 'pointerdown'] as const) document.removeEventListener(act, stop, true)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const act of ['keydown', 'pointerdown'] as const) document.addEventListener(act, stop, true)
}

/**
 * Moves through the list by j and k, or by the arrows once inside; r answers, n writes a note, e resolves, s
 * puts off, a gives away and l goes to the labels.
 */
export function useInboxKeys(root: RefObject<HTMLElement | null>): void {
  const [lettersOn] = useLettersOn()
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const { target } = event
      const inbox = root.current
      if (!inbox || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (!(target instanceof Element) || target.closest(typing) || document.querySelector(busy)) return
      const key = event.key.length === 1 && lettersOn ? event.key.toLowerCase() : event.key
      const rows = [...inbox.querySelectorAll<HTMLElement>('[data-row]')]
      const focused = rows.findIndex(row => row.contains(target))
      const down = key === 'j' || (focused !== -1 && key === 'ArrowDown')
      const up = key === 'k' || (focused !== -1 && key === 'ArrowUp')
      if (down || up) {
        const open = rows.findIndex(row => row.matches('[aria-current]'))
        const at = focused === -1 ? open : focused
        const next = at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + (down ? 1 : -1)))
        rows[next]?.focus()
        event.preventDefault()
      } else if (lettersOn && pressed[key]) {
        const button = inbox.querySelector<HTMLElement>(pressed[key])
        if (!button) return
        button.click()
        event.preventDefault()
      } else if (lettersOn && key === 'l') {
        // Where there is no room for it, what is beside the conversation is opened first.
        inbox.querySelector<HTMLElement>('[data-about]')?.click()
        focusSoon('[data-labels] input')
        event.preventDefault()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [root, lettersOn])
}
