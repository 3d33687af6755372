import { type RefObject, useEffect } from 'react'
import { useLettersOn } from '../../client/command/shortcuts.ts'

const busy = '[role=dialog],[role=menu],[role=listbox]'
const typing = 'textarea,select,[contenteditable=true],[role=combobox],input:not([type=checkbox])'

/**
 * Moves through the rows of a list by keyboard: j and k, or the arrows once inside; x selects. The focus goes to the
 * link of the row, which Enter opens.
 */
export function useRowKeys(root: RefObject<HTMLElement | null>, onSelect: (id: string) => void): void {
  const [lettersOn] = useLettersOn()
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const { key, target } = event
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
      } else if (lettersOn && key === 'x' && at !== -1) {
        onSelect(rows[at]?.dataset.row ?? '')
        event.preventDefault()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [root, onSelect, lettersOn])
}
