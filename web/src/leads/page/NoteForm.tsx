import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import TextField from '@mui/material/TextField'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { EmployeeOption } from '../../../../services/employees/schema.ts'
import { useKept } from '../../ui/kept.ts'
import { useColleagues } from './api.ts'
import { begins, mentionedIn } from './mentions.ts'

type Note = { text: string; mentions: string[] }

type Props = {
  leadId: string
  /** What the text is kept under until it is saved. */
  kept: string
  label: string
  action: string
  start?: Note
  busy: boolean
  input?: RefObject<HTMLTextAreaElement | null>
  onSave: (note: Note, done: () => void) => void
  onCancel?: () => void
}

const noPeople: EmployeeOption[] = []
const nothing: Note = { text: '', mentions: [] }
/** What stands behind the last @, up to where one writes: of a name there may be apostrophes, dots and hyphens. */
const beingMentioned = /(?:^|\s)@([\p{L}\p{M}\p{N} '’.-]{0,40})$/u

/** 'Bia', 'Bia e Rui', 'Bia, Rui e Ana'. */
const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' })

/** Writes a note; `@` offers colleagues, who are told of it. Ctrl+Enter saves. */
export function NoteForm({ leadId, kept, label, action, start = nothing, busy, input, onSave, onCancel }: Props) {
  const own = useRef<HTMLTextAreaElement>(null)
  const area = input ?? own
  const [begun] = useState(() => ({ text: start.text, mentions: start.mentions }))
  const [{ text, mentions }, change, forget] = useKept<Note>(kept, begun)
  const [asked, setAsked] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const { data: people = noPeople } = useColleagues(leadId, { enabled: text.includes('@') || mentions.length > 0 })
  const found = asked === null ? [] : people.filter(({ active, name }) => active && begins(name, asked)).slice(0, 6)
  const chosen = found[at] ?? found[0]
  const told = people === noPeople ? mentions : mentionedIn(text, people, mentions)
  const blind = people.filter(({ id, seesLead }) => seesLead === false && told.includes(id)).map(({ name }) => name)

  function type(value: string, caret: number): void {
    change(known => ({ ...known, text: value }))
    setAsked(beingMentioned.exec(value.slice(0, caret))?.[1] ?? null)
    setAt(0)
  }

  function mention({ id, name }: { id: string; name: string }): void {
    const caret = area.current?.selectionStart ?? text.length
    const before = text.slice(0, caret).replace(/@[^@\n]{0,40}$/, () => `@${name} `)
    change(known => ({ text: before + text.slice(caret), mentions: [...new Set([...known.mentions, id])] }))
    setAsked(null)
    requestAnimationFrame(() => area.current?.setSelectionRange(before.length, before.length))
  }

  function save(): void {
    if (!text.trim() || busy) return
    // The button is switched off with the text gone; whoever came to it by keyboard goes on writing.
    const byKeyboard = document.activeElement?.matches(':focus-visible')
    onSave({ text, mentions: told }, () => {
      forget()
      if (byKeyboard) area.current?.focus()
    })
  }

  function giveUp(): void {
    forget()
    onCancel?.()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (found.length > 0 && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].includes(event.key)) {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') setAsked(null)
      else if (event.key.startsWith('Arrow'))
        setAt((at + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length)
      else if (chosen) mention(chosen)
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      save()
    } else if (event.key === 'Escape' && onCancel) giveUp()
  }

  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextField
        multiline
        fullWidth
        minRows={2}
        maxRows={12}
        value={text}
        autoFocus={onCancel !== undefined}
        placeholder="Escreva uma nota. Use @ para mencionar alguém."
        onChange={event => type(event.target.value, event.target.selectionStart ?? event.target.value.length)}
        onKeyDown={onKeyDown}
        inputRef={area}
        slotProps={{ htmlInput: { maxLength: 5000, 'aria-label': label } }}
      />
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
                {person.seesLead === false && (
                  <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem', ml: 1 }}>
                    {' '}
                    não vê este lead
                  </Box>
                )}
              </MenuItem>
            ))}
          </MenuList>
        </Paper>
      </Popper>
      {blind.length > 0 && (
        <Box role="status" sx={{ fontSize: '0.8125rem', color: 'warning.main' }}>
          {blind.length === 1
            ? `${blind[0]} não vê este lead e só recebe o aviso se passar a vê-lo.`
            : `${listed.format(blind)} não veem este lead e só recebem o aviso se passarem a vê-lo.`}
        </Box>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', alignItems: 'center', gap: 1 }}>
        <Box
          component="span"
          sx={{ mr: 'auto', color: 'text.secondary', fontSize: '0.75rem', display: { xs: 'none', sm: 'inline' } }}
        >
          Ctrl+Enter salva
        </Box>
        {onCancel && <Button onClick={giveUp}>Cancelar</Button>}
        <Button variant="contained" disabled={!text.trim()} aria-busy={busy} onClick={save}>
          {action}
        </Button>
      </Box>
    </Box>
  )
}
