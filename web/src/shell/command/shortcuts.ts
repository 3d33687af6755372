import { useEffect, useRef } from 'react'
import { useStore } from 'react-admin'

/** Single letters can be turned off: they get in the way of those who speak to their device. */
export const useLettersOn = () => useStore('shortcuts', true)

/** The platform's name of the key that goes with K. */
export const commandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')

const writing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]') !== null

const dialogOpen = (): boolean => document.querySelector('[role=dialog], dialog[open], [role=menu]') !== null

/** After this many milliseconds a `g` is forgotten. */
const sequenceLasts = 1500

type Shortcuts = {
  onPalette: () => void
  onHelp: () => void
  /** Called with the letter that followed `g`. */
  onLetter: (letter: string) => void
  /** The action of a single letter; undefined without one. */
  actionOf: (letter: string) => (() => unknown) | undefined
}

/** Listens to the keyboard, but not while somebody writes or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const [lettersOn] = useLettersOn()
  const now = useRef({ ...shortcuts, lettersOn })
  now.current = { ...shortcuts, lettersOn }

  useEffect(() => {
    let startedAt = 0

    function press(event: KeyboardEvent): void {
      const { onPalette, onHelp, onLetter, actionOf, lettersOn } = now.current
      if (event.defaultPrevented || event.repeat || dialogOpen()) return
      const key = event.key.toLowerCase()
      if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        onPalette()
        return
      }
      if (!lettersOn || event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return
      const afterG = Date.now() - startedAt < sequenceLasts
      startedAt = key === 'g' && !afterG ? Date.now() : 0
      if (afterG) onLetter(key)
      else if (key === '?') onHelp()
      else if (key === '/') {
        event.preventDefault()
        const search = document.querySelector<HTMLInputElement>('main input[type=search]')
        if (search) search.focus()
        else onPalette()
      } else {
        const act = actionOf(key)
        if (!act) return
        // Else the field that gets the focus gets the letter too.
        event.preventDefault()
        act()
      }
    }

    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
