import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { EmployeeOption } from '../../../../../services/account/employees/schema.ts'
import { useKept } from '../../../ui/kept.ts'
import { mentionedIn } from '../../../ui/mentions.ts'
import { useMentioning } from '../../../ui/useMentioning.tsx'
import { useColleagues } from './api.ts'

type Note = { text: string; mentions: string[] }

type Props = {
  leadId: string
  /** The key under which the text is kept until it is saved. */
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

/** 'Bia', 'Bia e Rui', 'Bia, Rui e Ana'. */
const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' })

/** Writes a note; `@` offers colleagues, who are notified of it. Ctrl+Enter saves. */
export function NoteForm({ leadId, kept, label, action, start = nothing, busy, input, onSave, onCancel }: Props) {
  const own = useRef<HTMLTextAreaElement>(null)
  const area = input ?? own
  const [initial] = useState(() => ({ text: start.text, mentions: start.mentions }))
  const [{ text, mentions }, change, forget] = useKept<Note>(kept, initial)
  const { data: people = noPeople } = useColleagues(leadId, { enabled: text.includes('@') || mentions.length > 0 })
  const mentioned = people === noPeople ? mentions : mentionedIn(text, people, mentions)
  const blind = people
    .filter(({ id, seesLead }) => seesLead === false && mentioned.includes(id))
    .map(({ name }) => name)

  const { look, take, menu } = useMentioning({
    area,
    people: people.filter(({ active }) => active),
    onMention: (id, named) => change(current => ({ text: named, mentions: [...new Set([...current.mentions, id])] })),
    beside: ({ seesLead }) =>
      seesLead === false && (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem', ml: 1 }}>
          {' '}
          não vê este lead
        </Box>
      )
  })

  /** Words that were typed while a note was being saved are the next note; an edited one is done. */
  function afterSaved({ text: written, mentions }: Note): Note {
    const next = written.startsWith(text) ? written.slice(text.length) : written
    return next === '' || onCancel ? initial : { text: next, mentions }
  }

  function save(): void {
    if (!text.trim() || busy) return
    // The button is disabled once the text is gone; a keyboard user continues in the text.
    const byKeyboard = document.activeElement?.matches(':focus-visible')
    onSave({ text, mentions: mentioned }, () => {
      change(afterSaved)
      if (byKeyboard) area.current?.focus()
    })
  }

  function giveUp(): void {
    forget()
    onCancel?.()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (take(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
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
        onChange={({ target }) => {
          change(current => ({ ...current, text: target.value }))
          look(target)
        }}
        onKeyDown={onKeyDown}
        inputRef={area}
        slotProps={{ htmlInput: { maxLength: 5000, 'aria-label': label } }}
      />
      {menu}
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
