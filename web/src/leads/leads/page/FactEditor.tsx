import SaveIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { FocusEvent, KeyboardEvent } from 'react'
import { currency, maskedMoney } from '../MoneyInput.tsx'
import type { Draft } from './useFactDraft.tsx'
import { valueText } from './values.ts'

export type FactInput = {
  type?: 'text' | 'email' | 'tel' | 'date' | 'money'
  multiline?: boolean
  choices?: readonly { id: string; name: string }[]
  maxLength?: number
}

type Props = FactInput & {
  field: string
  title: string
  /** As it is stored. */
  value: string
  draft: Draft
  /** Opened by the person just now, rather than found again. */
  fresh: boolean
  saving: boolean
  error: string | undefined
  onType: (text: string) => void
  onLeave: () => void
  onSave: () => void
  onChoose: (id: string) => void
  onCancel: () => void
}

/** The field in which a value of a lead is edited where it stands. */
export function FactEditor({
  field,
  title,
  value,
  type = 'text',
  multiline = false,
  choices,
  maxLength = 200,
  ...more
}: Props) {
  const { draft, fresh, saving, error, onType, onLeave, onSave, onChoose, onCancel } = more
  const money = type === 'money'
  const changed = value !== draft.base && `Mudou enquanto você editava. Agora: ${valueText(field, value) || 'vazio'}`
  const hint = changed || (fresh ? multiline && 'Ctrl+Enter salva' : 'Ainda não salvo')

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onCancel()
    } else if (event.key === 'Enter' && (!multiline || event.ctrlKey || event.metaKey) && !choices) {
      event.preventDefault()
      onSave()
    }
  }
  function onBlur(event: FocusEvent): void {
    // The field keeps the focus while another window is in front, where one looks up what to type.
    if (!choices && document.activeElement !== event.target) onLeave()
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, mt: 0.25 }}>
      <TextField
        autoFocus={fresh}
        fullWidth
        select={choices !== undefined}
        type={choices || money ? undefined : type}
        multiline={multiline}
        minRows={multiline ? 3 : undefined}
        value={draft.text}
        onChange={event =>
          (choices ? onChoose : onType)(money ? maskedMoney(event.target, draft.text) : event.target.value)
        }
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        error={error !== undefined}
        helperText={error ?? (hint || undefined)}
        slotProps={{
          // Switched off, it would lose the focus, and who is refused would have to find it again.
          input: { readOnly: saving, ...(money && { startAdornment: currency }) },
          htmlInput: { maxLength, 'aria-label': title, ...(money && { inputMode: 'decimal' }) },
          formHelperText: error === undefined ? {} : { role: 'alert' }
        }}
      >
        {choices?.map(each => (
          <MenuItem key={each.id} value={each.id}>
            {each.name}
          </MenuItem>
        ))}
      </TextField>
      {/* Pressed, they leave the focus in the field: to give up is not to leave it. */}
      {!choices && (
        <IconButton
          aria-label={`Salvar ${title}`}
          aria-busy={saving}
          color="primary"
          onMouseDown={event => event.preventDefault()}
          onClick={onSave}
          size="small"
        >
          <SaveIcon fontSize="small" />
        </IconButton>
      )}
      <IconButton aria-label="Cancelar" onMouseDown={event => event.preventDefault()} onClick={onCancel} size="small">
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}
