import TextField from '@mui/material/TextField'
import { useRef } from 'react'
import { ticketLimits } from '../../../../services/support/tickets/rules.ts'
import { useMentioning } from '../../ui/useMentioning.tsx'

type Person = { id: string; name: string }
type Props = {
  text: string
  busy: boolean
  people: readonly Person[]
  onChange: (text: string) => void
  /** Somebody was chosen from the list, and the text names them. */
  onMention: (id: string, text: string) => void
  onSave: () => void
}

/** Where a note is written; `@` offers colleagues. Ctrl+Enter saves. */
export function NoteField({ text, busy, people, onChange, onMention, onSave }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { look, take, menu } = useMentioning({ area, people, onMention })
  return (
    <>
      <TextField
        multiline
        fullWidth
        minRows={4}
        maxRows={18}
        label="Nota que só a equipe lê"
        placeholder="Use @ para avisar um colega"
        value={text}
        inputRef={area}
        onChange={({ target }) => {
          onChange(target.value)
          look(target)
        }}
        onKeyDown={event => {
          if (!take(event) && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
        }}
        slotProps={{ htmlInput: { maxLength: ticketLimits.text, dir: 'auto', readOnly: busy } }}
      />
      {menu}
    </>
  )
}
