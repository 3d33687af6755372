import SaveIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { Lead, LeadChange } from '../../../../services/leads/schema.ts'
import { useKept } from '../../ui/kept.ts'
import { useUnsavedWarning } from '../../ui/unsaved.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { FieldHistory } from './FieldHistory.tsx'
import { useSave, type Values } from './useSave.tsx'
import { valueText } from './values.ts'

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
  lead: Lead
  /** What is typed is kept under it. */
  name: string
  field: string
  title: string
  /** As it is stored, to be edited. */
  value: string
  /** The change of the lead that a text means. */
  change: (text: string) => LeadChange
  /** As it is read. */
  children?: ReactNode
  /** Under the value, quieter. */
  note?: ReactNode
  type?: 'text' | 'email' | 'tel' | 'date'
  multiline?: boolean
  choices?: readonly { id: string; name: string }[]
  maxLength?: number
  editable: boolean
}

/** What is typed, and what the value was when that began. */
type Draft = { text: string; known: string }

/**
 * A labelled value that is edited where it stands. Leaving it saves it, as Enter does (Ctrl+Enter in longer texts); Esc
 * leaves it as it was. What could not be saved stays, and is there when the person comes back.
 */
export function EditableFact(props: Props) {
  const { lead, field, title, value, children, note, editable } = props
  const { draft, write, begin, begun, settle, leave, close, saving, error, dialog } = useDraft(props)
  const shown = useRef<HTMLButtonElement>(null)
  const text = children ?? value
  const back = () => requestAnimationFrame(() => shown.current?.focus())

  return (
    <Line>
      <Box
        sx={{ display: 'flex', alignItems: 'center', minHeight: 24, color: 'text.secondary', fontSize: '0.8125rem' }}
      >
        <Box component="span" sx={{ flexGrow: 1 }}>
          {title}
        </Box>
        <FieldHistory leadId={lead.id} field={field} title={title} />
      </Box>
      {draft !== null && editable ? (
        <Editor
          {...props}
          draft={draft}
          fresh={begun}
          saving={saving}
          error={error}
          onType={write}
          onLeave={leave}
          onSave={() => settle(back)}
          onChoose={chosen => {
            write(chosen)
            settle(back)
          }}
          onCancel={() => {
            close()
            back()
          }}
        />
      ) : editable ? (
        <Value ref={shown} type="button" onClick={begin}>
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
      {dialog}
    </Line>
  )
}

const nothing: Draft | null = null

/** What is typed into a value until it is saved or given up, also while another page is open. */
function useDraft({ lead, name, field, title, value, change }: Props) {
  const [draft, setDraft, forgetDraft] = useKept<Draft | null>(`value ${lead.id} ${name}`, nothing)
  const [begun, setBegun] = useState(false)
  const { save, saving, errors, forget, dialog } = useSave(lead)
  const notify = useNotify()
  const navigate = useNavigate()
  /** As it is at this moment, also where nothing has been drawn since. */
  const live = useRef({ draft, refused: false, saving: false, gone: false })

  function put(next: Draft | null): void {
    live.current.draft = next
    live.current.refused = false
    if (next) setDraft(next)
    else forgetDraft()
  }
  function close(): void {
    put(null)
    setBegun(false)
    forget()
  }

  async function settle(then: () => void): Promise<void> {
    const now = live.current
    const asked = now.draft
    if (!asked || now.saving) return
    if (asked.text === asked.known) {
      close()
      return then()
    }
    now.saving = true
    const done = () => {
      close()
      then()
    }
    const refusal = await save(change(asked.text), done, change(asked.known) as Values)
    now.saving = false
    now.refused = refusal !== null
    if (refusal && now.gone)
      notify(
        <Return
          label={`${title} não foi salvo: ${refusal.message}`}
          onReturn={() => void navigate(`/leads/${lead.id}`)}
        />,
        { type: 'error', autoHideDuration: 10_000 }
      )
  }

  // What was refused is not sent once more unasked: the dialog that asks takes the focus from the field.
  function leave(): void {
    if (!live.current.refused) void settle(() => {})
  }
  // Whoever goes by the back button or a shortcut leaves no field before the page is gone.
  const part = useRef(leave)
  part.current = () => {
    live.current.gone = true
    leave()
  }
  useEffect(() => {
    live.current.gone = false
    return () => part.current()
  }, [])

  const dirty = draft !== null && draft.text !== draft.known
  useUnsavedWarning(dirty)

  return {
    // Saved meanwhile, by whomever.
    draft: begun || draft?.text !== value ? draft : null,
    begun,
    begin: () => {
      setBegun(true)
      put({ text: value, known: value })
    },
    write: (text: string) => put({ text, known: live.current.draft?.known ?? value }),
    settle: (then: () => void) => void settle(then),
    leave,
    close,
    saving,
    error: errors[field],
    dialog
  }
}

const Return = ({ label, onReturn }: { label: string; onReturn: () => void }) => (
  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
    {label}
    <Button size="small" color="inherit" sx={{ textDecoration: 'underline' }} onClick={onReturn}>
      Ver
    </Button>
  </Box>
)

type EditorProps = Props & {
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

function Editor({
  field,
  title,
  value,
  type = 'text',
  multiline = false,
  choices,
  maxLength = 200,
  ...more
}: EditorProps) {
  const { draft, fresh, saving, error, onType, onLeave, onSave, onChoose, onCancel } = more
  const changed = value !== draft.known && `Mudou enquanto você editava. Agora: ${valueText(field, value) || 'vazio'}`
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
        type={choices ? undefined : type}
        multiline={multiline}
        minRows={multiline ? 3 : undefined}
        value={draft.text}
        onChange={event => (choices ? onChoose : onType)(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        error={error !== undefined}
        helperText={error ?? (hint || undefined)}
        slotProps={{
          // Switched off, it would lose the focus, and who is refused would have to find it again.
          input: { readOnly: saving },
          htmlInput: { maxLength, 'aria-label': title },
          formHelperText: error === undefined ? {} : { role: 'alert' },
          select: { MenuProps: { disablePortal: true } }
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
