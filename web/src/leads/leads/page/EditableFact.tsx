import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { visuallyHidden } from '../../../ui/visuallyHidden.ts'
import { FactEditor, type FactInput } from './FactEditor.tsx'
import { FieldHistory } from './FieldHistory.tsx'
import { useShownLead } from './shownLead.ts'
import { type DraftedFact, useFactDraft } from './useFactDraft.tsx'

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

type Props = DraftedFact &
  FactInput & {
    /** As it is read. */
    children?: ReactNode
    /** Under the value, quieter. */
    note?: ReactNode
    editable: boolean
  }

/**
 * A labelled value that is edited where it stands. Leaving it saves it, as Enter does (Ctrl+Enter in longer texts); Esc
 * leaves it as it was. A text that could not be saved stays, and is there when the person comes back.
 */
export function EditableFact(props: Props) {
  const { field, title, value, children, note, editable } = props
  const { draft, write, begin, editing, settle, leave, close, saving, error, dialog } = useFactDraft(props)
  const lead = useShownLead()
  const shown = useRef<HTMLButtonElement>(null)
  const text = children ?? value
  const returning = useRef(false)
  const back = () => {
    returning.current = true
  }
  // In the same frame: by the next one the focus may be elsewhere, and must stay there.
  useLayoutEffect(() => {
    if (!returning.current || !shown.current) return
    returning.current = false
    if (document.activeElement === document.body) shown.current.focus()
  })

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
        <FactEditor
          {...props}
          draft={draft}
          fresh={editing}
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
