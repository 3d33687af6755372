import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useRef } from 'react'
import { useNotify } from 'react-admin'
import { readable } from './blocks.ts'
import { VariableButton } from './VariableButton.tsx'
import { useVariableLabels } from './variables.ts'

type Props = {
  label: string
  value: string
  maxLength: number
  helperText?: string
  autoFocus?: boolean
  onChange: (text: string) => void
}

/** A line of text in which variables are put where the cursor stands. */
export function VariableField({ label, value, maxLength, helperText, autoFocus = false, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const notify = useNotify()
  const labels = useVariableLabels()
  const shown = readable(value, labels)

  function insert(placeholder: string): void {
    const { selectionStart, selectionEnd } = input.current ?? {}
    const from = selectionStart ?? value.length
    const text = value.slice(0, from) + placeholder + value.slice(selectionEnd ?? from)
    if (text.length > maxLength) {
      notify(`Não cabe: este texto tem até ${maxLength} caracteres, com a variável.`, { type: 'warning' })
      return
    }
    onChange(text)
    const at = from + placeholder.length
    // Once the dialog has given the focus back.
    setTimeout(() => {
      input.current?.focus()
      input.current?.setSelectionRange(at, at)
    })
  }

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 1, alignItems: 'start' }}>
      <TextField
        label={label}
        autoFocus={autoFocus}
        helperText={shown === value ? helperText : `Aparece assim: ${shown}`}
        value={value}
        inputRef={input}
        onChange={event => onChange(event.target.value)}
        slotProps={{ htmlInput: { maxLength } }}
      />
      <VariableButton into={label} onInsert={insert} />
    </Box>
  )
}
