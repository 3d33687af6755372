import SaveIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { visuallyHidden } from '../client/parts/visuallyHidden.ts'
import { FieldHistory } from './FieldHistory.tsx'

/** The pencil and the history come with the pointer or the keyboard; fingers see them always. */
export const Line = styled('div')(({ theme }) => ({
  minWidth: 0,
  '& .quiet': { opacity: 0, color: theme.palette.text.secondary },
  '&:hover .quiet, &:focus-within .quiet': { opacity: 1 },
  '@media (hover: none)': { '& .quiet': { opacity: 1 } }
}))

const Value = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 6,
  width: 'calc(100% + 12px)',
  margin: '0 -6px',
  padding: '3px 6px',
  border: 0,
  borderRadius: 6,
  background: 'none',
  font: 'inherit',
  fontSize: '0.9375rem',
  color: 'inherit',
  textAlign: 'left',
  cursor: 'text',
  '&:hover': { backgroundColor: theme.tokens.sunken },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 1 },
  '& svg': { fontSize: 15, marginTop: 3, flexShrink: 0 },
  '@media (pointer: coarse)': { minHeight: 40, alignItems: 'center' }
}))

type Props = {
  leadId: string
  field: string
  title: string
  /** As it is stored, to be edited. */
  value: string
  /** As it is read. */
  children?: ReactNode
  /** Under the value, quieter. */
  note?: ReactNode
  type?: 'text' | 'email' | 'tel' | 'date'
  multiline?: boolean
  choices?: readonly { id: string; name: string }[]
  maxLength?: number
  editable: boolean
  saving: boolean
  error: string | undefined
  onSave: (value: string, done: () => void) => void
  onCancel: () => void
}

/** A labelled value that is edited where it stands: Enter saves (Ctrl+Enter in longer texts), Esc leaves it as it was. */
export function EditableFact(props: Props) {
  const { leadId, field, title, value, children, note, editable, onCancel } = props
  const [draft, setDraft] = useState<string | null>(null)
  const shown = useRef<HTMLButtonElement>(null)
  const text = children ?? value

  function close(): void {
    setDraft(null)
    onCancel()
    requestAnimationFrame(() => shown.current?.focus())
  }
  return (
    <Line>
      <Box
        sx={{ display: 'flex', alignItems: 'center', minHeight: 24, color: 'text.secondary', fontSize: '0.8125rem' }}
      >
        <Box component="span" sx={{ flexGrow: 1 }}>
          {title}
        </Box>
        <FieldHistory leadId={leadId} field={field} title={title} />
      </Box>
      {draft !== null ? (
        <Editor {...props} draft={draft} onDraft={setDraft} onClose={close} />
      ) : editable ? (
        <Value ref={shown} type="button" onClick={() => setDraft(value)}>
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            <Box component="span" sx={visuallyHidden}>
              Editar {title}:{' '}
            </Box>
            {text || (
              <Box component="span" sx={{ color: theme => theme.tokens.textFaint }}>
                Adicionar
              </Box>
            )}
          </Box>
          <EditIcon className="quiet" />
        </Value>
      ) : (
        <Box sx={{ fontSize: '0.9375rem', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {text || (
            <Box component="span" sx={{ color: theme => theme.tokens.textFaint }}>
              Não informado
            </Box>
          )}
        </Box>
      )}
      {note && draft === null && <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{note}</Box>}
    </Line>
  )
}

type EditorProps = Props & { draft: string; onDraft: (text: string) => void; onClose: () => void }

function Editor({ title, value, type = 'text', multiline = false, choices, maxLength = 200, ...more }: EditorProps) {
  const { saving, error, onSave, draft, onDraft, onClose } = more

  function save(): void {
    if (saving) return
    if (draft === value) onClose()
    else onSave(draft, onClose)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Enter' && (!multiline || event.ctrlKey || event.metaKey) && !choices) {
      event.preventDefault()
      save()
    }
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, mt: 0.25 }}>
      <TextField
        autoFocus
        fullWidth
        select={choices !== undefined}
        type={choices ? undefined : type}
        multiline={multiline}
        minRows={multiline ? 3 : undefined}
        value={draft}
        onChange={event => onDraft(event.target.value)}
        onKeyDown={onKeyDown}
        error={error !== undefined}
        helperText={error ?? (multiline ? 'Ctrl+Enter salva' : undefined)}
        slotProps={{
          // Switched off, it would lose the focus, and who is refused would have to find it again.
          input: { readOnly: saving },
          htmlInput: { maxLength, 'aria-label': title },
          select: { MenuProps: { disablePortal: true } }
        }}
      >
        {choices?.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <IconButton aria-label={`Salvar ${title}`} aria-busy={saving} color="primary" onClick={save} size="small">
        <SaveIcon fontSize="small" />
      </IconButton>
      <IconButton aria-label="Cancelar" onClick={onClose} size="small">
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}
