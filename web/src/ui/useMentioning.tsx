import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { begins } from './mentions.ts'

/** The text from the last @ to the cursor: names may have apostrophes, dots and hyphens. */
const beingMentioned = /(?:^|\s)@([\p{L}\p{M}\p{N} '’.-]{0,40})$/u

const keys = ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape']

type Options<P> = {
  area: RefObject<HTMLTextAreaElement | null>
  people: readonly P[]
  /** Somebody was chosen from the list, and the text names them. */
  onMention: (id: string, text: string) => void
  /** A note behind a name in the list. */
  beside?: (person: P) => ReactNode
}

/**
 * Offers people while a name is typed behind an @. `look` is called with each change of the text; `take` with each key,
 * and says whether it was for the list; `menu` is drawn beside the area.
 */
export function useMentioning<P extends { id: string; name: string }>({ area, people, onMention, beside }: Options<P>) {
  const [query, setQuery] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const found = query === null ? [] : people.filter(({ name }) => begins(name, query)).slice(0, 6)
  const chosen = found[at] ?? found[0]

  function look({ value, selectionStart }: { value: string; selectionStart: number | null }): void {
    setQuery(beingMentioned.exec(value.slice(0, selectionStart ?? value.length))?.[1] ?? null)
    setAt(0)
  }

  function mention({ id, name }: P): void {
    const text = area.current?.value ?? ''
    const caret = area.current?.selectionStart ?? text.length
    const before = text.slice(0, caret).replace(/@[^@\n]{0,40}$/, () => `@${name} `)
    // At once: a frame later the next letter may have been typed, and what follows would stand before it.
    flushSync(() => {
      onMention(id, before + text.slice(caret))
      setQuery(null)
    })
    area.current?.setSelectionRange(before.length, before.length)
  }

  function take(event: KeyboardEvent): boolean {
    if (found.length === 0 || !keys.includes(event.key)) return false
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') setQuery(null)
    else if (event.key.startsWith('Arrow'))
      setAt((at + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length)
    else if (chosen) mention(chosen)
    return true
  }

  const menu = (
    <Popper open={found.length > 0} anchorEl={area.current} placement="bottom-start" sx={{ zIndex: 'modal' }}>
      <Paper elevation={8} sx={{ minWidth: 200 }}>
        <MenuList dense aria-label="Mencionar">
          {found.map(person => (
            <MenuItem
              key={person.id}
              selected={person.id === chosen?.id}
              tabIndex={-1}
              onMouseDown={event => event.preventDefault()}
              onClick={() => mention(person)}
            >
              {person.name}
              {beside?.(person)}
            </MenuItem>
          ))}
        </MenuList>
      </Paper>
    </Popper>
  )
  return { look, take, menu }
}
