import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import PinnedIcon from '@mui/icons-material/PushPin'
import PinIcon from '@mui/icons-material/PushPinOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import type { NewNote } from '../../../../../services/leads/notes/schema.ts'
import { useMay, useUser } from '../../../shell/access.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { Moment } from '../../../shell/Moment.tsx'
import { Undo } from '../../../ui/Undo.tsx'
import { useNoteChange, useNoteRemoval } from './api.ts'
import { Line } from './EditableFact.tsx'
import { NoteForm } from './NoteForm.tsx'
import { StaleAlert } from './StaleAlert.tsx'

type ShownNote = {
  id: string
  text: string
  mentions: string[]
  authorId: string | null
  authorName: string | null
  createdAt: string
  updatedAt: string | null
  pinnedAt: string | null
}

const Sheet = styled(Line)(({ theme }) => ({
  padding: '10px 12px',
  borderRadius: 8,
  backgroundColor: theme.tokens.tones.warning.soft,
  color: theme.tokens.tones.warning.onSoft,
  '& .quiet': { color: 'inherit' }
}))

/** A note: read, changed, pinned, or deleted for as long as the undo is not taken. */
export function NoteItem({ leadId, note }: { leadId: string; note: ShownNote }) {
  /** The note as it was when somebody began to change it. */
  const [start, setStart] = useState<ShownNote | null>(null)
  const timeZone = useTimeZone()
  const notify = useNotify()
  const me = useUser()?.companyEmployee
  const may = useMay('edit_leads')
  const change = useNoteChange()
  const edit = useNoteChange(true)
  const last = useRef({ send: (_expected: string) => {}, end: () => {} })
  const removal = useNoteRemoval()
  const own = may && (me?.role === 'admin' || (me?.id !== undefined && me.id === note.authorId))
  const pinned = note.pinnedAt !== null

  // Once it is deleted nothing stands here any more that a mutation would call back.
  const remove = () =>
    removal.mutateAsync({ id: note.id }).then(
      () =>
        notify(<Undo label="Nota excluída" onUndo={() => removal.mutate({ id: note.id, restore: true })} />, {
          type: 'info',
          autoHideDuration: 8000
        }),
      () => {} // the refusal is reported already
    )

  function save(body: NewNote, done: () => void): void {
    const end = () => {
      done()
      setStart(null)
      edit.reset()
    }
    const send = (expected: string) => edit.mutate({ id: note.id, ...body, expected }, { onSuccess: end })
    last.current = { send, end }
    send(start?.text ?? note.text)
  }

  if (start)
    return (
      <Box sx={{ display: 'grid', gap: 1 }}>
        <StaleAlert
          error={edit.error}
          now={note.text}
          onTheirs={() => last.current.end()}
          onMine={() => last.current.send(note.text)}
        />
        <NoteForm
          leadId={leadId}
          kept={`note ${note.id}`}
          label="Mudar a nota"
          action="Salvar"
          start={start}
          busy={edit.isPending}
          onCancel={() => setStart(null)}
          onSave={save}
        />
      </Box>
    )
  return (
    <Sheet>
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', color: 'text.primary' }}>{note.text}</Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.25, mt: 0.5, minHeight: 28, fontSize: '0.8125rem' }}>
        <Box component="span" sx={{ flexGrow: 1, minWidth: 0 }}>
          {pinned && 'Fixada · '}
          {note.authorName ?? 'Sistema'} · <Moment at={note.createdAt} timeZone={timeZone} relative />
          {note.updatedAt && ' · editada'}
        </Box>
        {may && (
          <IconButton
            size="small"
            className={pinned ? undefined : 'quiet'}
            color="inherit"
            aria-label={pinned ? 'Desafixar nota' : 'Fixar nota'}
            onClick={() => change.mutate({ id: note.id, pinned: !pinned })}
          >
            {pinned ? <PinnedIcon sx={small} /> : <PinIcon sx={small} />}
          </IconButton>
        )}
        {own && (
          <>
            <IconButton size="small" className="quiet" aria-label="Mudar nota" onClick={() => setStart(note)}>
              <EditIcon sx={small} />
            </IconButton>
            <IconButton size="small" className="quiet" aria-label="Excluir nota" onClick={() => void remove()}>
              <DeleteIcon sx={small} />
            </IconButton>
          </>
        )}
      </Box>
    </Sheet>
  )
}

const small = { fontSize: 16 }
