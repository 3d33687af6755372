import SendIcon from '@mui/icons-material/Send'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type KeyboardEvent, useRef, useState } from 'react'
import { fillVariables, unfilledText, valuesOf } from '../../../../services/messaging/conversations/replies/rules.ts'
import { ticketLimits } from '../../../../services/support/tickets/rules.ts'
import type { TicketFile } from '../../../../services/support/tickets/schema.ts'
import { useUser } from '../../shell/access.ts'
import { AttachmentTray } from '../../ui/AttachmentTray.tsx'
import { mentionedIn } from '../../ui/mentions.ts'
import { useDroppedFiles } from '../../ui/useDroppedFiles.ts'
import { presenceText } from '../../ui/usePresence.ts'
import type { useUploads } from '../../ui/useUploads.ts'
import { FileButton } from '../tickets/Files.tsx'
import { type DeskMessage, type DeskTicket, newerOf, useAnswer, useDeskPeople, useNote } from './api.ts'
import { CannedSelect } from './CannedSelect.tsx'
import { NewerAlert } from './NewerAlert.tsx'
import { NoteField } from './NoteField.tsx'
import { useDeskPresence } from './useDeskPresence.ts'
import { useNewer } from './useNewer.ts'

/** An answer and a note are kept apart, so that none is ever sent as the other. */
export type Draft = { answer: string; note: string; side: 'answer' | 'note'; mentions: string[] }
export const emptyDraft: Draft = { answer: '', note: '', side: 'answer', mentions: [] }

/** In which state an answer leaves the ticket. */
const afterwards = [
  { value: 'waiting', label: 'Enviar e aguardar o cliente' },
  { value: 'in_progress', label: 'Enviar e continuar' },
  { value: 'resolved', label: 'Enviar e resolver' }
] as const
type Afterwards = (typeof afterwards)[number]['value']

/** The further addresses of the latest mail of the asking side. */
function copiedIn({ messages, requesterEmail }: DeskTicket): string[] {
  const last = messages.findLast(({ side, source }) => side === 'client' && source === 'mail')
  const listed = [last?.data.to, last?.data.cc].flatMap(list => (Array.isArray(list) ? list.map(String) : []))
  return [...new Set(listed)].filter(address => address !== requesterEmail).slice(0, 20)
}

const nothing: DeskMessage[] = []

type Props = {
  ticket: DeskTicket
  draft: Draft
  uploads: ReturnType<typeof useUploads<TicketFile>>
  onWrite: (draft: Draft) => void
}

/** Where staff answer or write a note: two looks, so that nobody takes one for the other. */
export function WriteBox({ ticket, draft, uploads, onWrite }: Props) {
  const { id, messages, requesterName, requesterEmail, companyName, companyId } = ticket
  const note = draft.side === 'note'
  const text = draft[draft.side]
  const me = useUser()
  const { data: people = [] } = useDeskPeople()
  const { others, type, stop } = useDeskPresence(id)
  const [status, setStatus] = useState<Afterwards>('waiting')
  const [refused, setRefused] = useState(nothing)
  const [toAll, setToAll] = useState(false)
  const copied = copiedIn(ticket)
  const held = useDroppedFiles(note ? undefined : uploads.add)
  const { latest, newer, markSeen } = useNewer(messages, draft.answer.trim() !== '', refused)
  const change = (part: Partial<Draft>) => onWrite({ ...draft, ...part })
  // A try that is repeated is the same answer or note; other words are another one.
  const key = useRef(crypto.randomUUID())
  const answer = useAnswer(id, {
    onDone: () => {
      stop()
      key.current = crypto.randomUUID()
      change({ answer: '' })
      setRefused(nothing)
      uploads.clear()
    },
    onFailure: error => {
      const others = newerOf(error)
      setRefused(others)
      return others.length > 0
    }
  })
  const write = useNote(id, {
    onDone: () => {
      stop()
      key.current = crypto.randomUUID()
      change({ note: '', mentions: [] })
    }
  })
  const missing = note ? null : unfilledText(text)
  const busy = answer.isPending || write.isPending
  const placed = companyId !== null
  // Messages that came meanwhile are to be read before an answer goes.
  const answerable = uploads.ready && newer.length === 0
  const sendable = text.trim() !== '' && !busy && !missing && (note || answerable)

  function send(): void {
    if (!sendable) return
    if (note) {
      const active = people.map(person => ({ ...person, active: true }))
      write.mutate({
        key: key.current,
        text: text.trim(),
        mentions: mentionedIn(text, active, draft.mentions).slice(0, 20)
      })
    } else
      answer.mutate({
        key: key.current,
        text: text.trim(),
        status,
        ...(toAll && copied.length > 0 && { cc: copied }),
        after: latest,
        attachmentIds: uploads.files.map(({ fileId }) => fileId)
      })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }

  function onText(value: string): void {
    key.current = crypto.randomUUID()
    change({ [draft.side]: value })
    type()
  }

  function insert(canned: string): void {
    key.current = crypto.randomUUID()
    const names = { person: requesterName, company: companyName, author: me?.name ?? null }
    change({ answer: [text.trim(), fillVariables(canned, valuesOf(names))].filter(Boolean).join('\n\n') })
  }

  return (
    <Card
      component="section"
      aria-label={note ? 'Escrever nota interna' : 'Responder ao cliente'}
      sx={{
        p: 2,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'minmax(0, 1fr)',
        ...(note && { bgcolor: theme => theme.tokens.tones.warning.soft, outline: 1, outlineColor: 'warning.main' })
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          color={note ? 'warning' : 'primary'}
          aria-label="O que escrever"
          value={draft.side}
          onChange={(_event, side: Draft['side'] | null) => side && change({ side })}
          sx={{ '& button': { px: 1.5 }, '&& button': { color: 'text.primary' } }}
        >
          <ToggleButton value="answer">Resposta ao cliente</ToggleButton>
          <ToggleButton value="note">Nota interna</ToggleButton>
        </ToggleButtonGroup>
        <Box role="status" sx={{ ml: 'auto', fontSize: '0.8125rem', fontWeight: 600, color: 'warning.main' }}>
          {others.length > 0 && presenceText(others)}
        </Box>
      </Box>
      {!note && <NewerAlert newer={newer} onSeen={markSeen} />}
      {!placed && !note && (
        <Alert severity="info">
          Este chamado ainda não tem empresa. A resposta vai por e-mail
          {requesterEmail ? ` para ${requesterEmail}` : ', mas não há um endereço para ela'}.
        </Alert>
      )}
      {held && (
        <Alert severity="info" icon={false}>
          Solte aqui para anexar.
        </Alert>
      )}
      {note ? (
        <NoteField
          text={text}
          busy={busy}
          people={people.filter(person => person.id !== me?.id)}
          onChange={onText}
          onMention={(person, named) => change({ note: named, mentions: [...new Set([...draft.mentions, person])] })}
          onSave={send}
        />
      ) : (
        <TextField
          multiline
          fullWidth
          minRows={4}
          maxRows={18}
          label={`Resposta para ${requesterName}`}
          value={text}
          onChange={event => onText(event.target.value)}
          onKeyDown={onKeyDown}
          error={missing !== null}
          helperText={missing}
          slotProps={{ htmlInput: { maxLength: ticketLimits.text, dir: 'auto', readOnly: busy } }}
        />
      )}
      {!note && copied.length > 0 && (
        <FormControlLabel
          sx={{ m: 0 }}
          control={<Checkbox size="small" checked={toAll} onChange={(_event, on) => setToAll(on)} />}
          label={`Responder a todos: ${copied.join(', ')}`}
          slotProps={{ typography: { variant: 'body2', sx: { overflowWrap: 'anywhere' } } }}
        />
      )}
      {!note && uploads.chosen.length > 0 && <AttachmentTray chosen={uploads.chosen} onRemove={uploads.remove} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {!note && <FileButton onFiles={uploads.add} />}
        {!note && <CannedSelect onChoose={insert} />}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: 'auto' }}>
          {!note && (
            <TextField
              select
              size="small"
              value={status}
              onChange={event => setStatus(event.target.value as Afterwards)}
              slotProps={{ htmlInput: { 'aria-label': 'Depois de enviar' } }}
            >
              {afterwards.map(({ value, label }) => (
                <MenuItem key={value} value={value}>
                  {label}
                </MenuItem>
              ))}
            </TextField>
          )}
          <Button
            variant="contained"
            color={note ? 'warning' : 'primary'}
            endIcon={<SendIcon />}
            disabled={!sendable}
            aria-busy={busy}
            onClick={send}
            title="Ctrl + Enter"
          >
            {note ? 'Salvar nota' : 'Enviar'}
          </Button>
        </Box>
      </Box>
    </Card>
  )
}
