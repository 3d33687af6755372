import { type RefObject, useEffect } from 'react'
import { useLettersOn } from '../../../shell/command/shortcuts.ts'

const busy = '[role=dialog],[role=menu],[role=listbox]'
const typing = 'textarea,select,[contenteditable=true],[role=combobox],input:not([type=checkbox])'

/**
 * Moves through the rows of a list by keyboard: j and k, or the arrows once inside; x or Space selects, with Shift all
 * up to the row. The focus goes to the link of the row, which Enter opens. The letter a goes on to what can be done
 * with the selected, which stands after the list, and Esc comes back from there.
 */
export function useRowKeys(root: RefObject<HTMLElement | null>, onSelect: (id: string, shift: boolean) => void): void {
  const [lettersOn] = useLettersOn()
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const { target, shiftKey } = event
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !root.current) return
      if (!(target instanceof Element) || target.closest(typing) || document.querySelector(busy)) return
      const inside = root.current.contains(target)
      const step =
        (lettersOn && key === 'j') || (inside && key === 'ArrowDown')
          ? 1
          : (lettersOn && key === 'k') || (inside && key === 'ArrowUp')
            ? -1
            : 0
      const rows = [...root.current.querySelectorAll<HTMLElement>('[data-row]')]
      const at = rows.findIndex(row => row.contains(target))
      if (step !== 0 && rows.length > 0) {
        const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))]
        next?.querySelector<HTMLElement>('[data-open]')?.focus()
        event.preventDefault()
      } else if (at !== -1 && ((lettersOn && key === 'x') || (key === ' ' && target.matches('[data-open]')))) {
        onSelect(rows[at]?.dataset.row ?? '', shiftKey)
        event.preventDefault()
      } else if (lettersOn && key === 'a') {
        const action = document.querySelector<HTMLElement>('[data-selected-actions] button')
        action?.focus()
        if (action) event.preventDefault()
      } else if (key === 'Escape' && target.closest('[data-selected-actions]'))
        rows
          .find(row => row.ariaSelected === 'true')
          ?.querySelector<HTMLElement>('[data-open]')
          ?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [root, onSelect, lettersOn])
}
