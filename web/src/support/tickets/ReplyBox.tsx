import SendIcon from '@mui/icons-material/Send'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import TextField from '@mui/material/TextField'
import { type KeyboardEvent, useRef } from 'react'
import { ticketLimits } from '../../../../services/support/tickets/rules.ts'
import { AttachmentTray } from '../../ui/AttachmentTray.tsx'
import { useKept } from '../../ui/kept.ts'
import { useDroppedFiles } from '../../ui/useDroppedFiles.ts'
import { useUploads } from '../../ui/useUploads.ts'
import { type Ticket, ticketUploads, useReply } from './api.ts'
import { FileButton } from './Files.tsx'

/** Where the company answers; what was typed waits for as long as the tab is open. */
export function ReplyBox({ ticket }: { ticket: Ticket }) {
  const [text, setText, forget] = useKept(`ticket ${ticket.id}`, '')
  const uploads = useUploads(ticketUploads)
  const held = useDroppedFiles(uploads.add)
  // A try that is repeated is the same answer; other words are another one.
  const key = useRef(crypto.randomUUID())
  const reply = useReply(ticket.id, () => {
    forget()
    uploads.clear()
    key.current = crypto.randomUUID()
  })
  const sendable = text.trim() !== '' && uploads.ready && !reply.isPending

  function send(): void {
    if (sendable)
      reply.mutate({ key: key.current, text: text.trim(), attachmentIds: uploads.files.map(({ fileId }) => fileId) })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }

  return (
    <Card component="section" aria-label="Responder" sx={{ p: 2, display: 'grid', gap: 1 }}>
      {held && (
        <Alert severity="info" icon={false}>
          Solte aqui para anexar.
        </Alert>
      )}
      <TextField
        multiline
        fullWidth
        minRows={3}
        maxRows={14}
        label="Sua resposta"
        value={text}
        onChange={event => {
          key.current = crypto.randomUUID()
          setText(event.target.value)
        }}
        onKeyDown={onKeyDown}
        helperText={hint(ticket)}
        slotProps={{ htmlInput: { maxLength: ticketLimits.text, dir: 'auto', readOnly: reply.isPending } }}
      />
      {uploads.chosen.length > 0 && <AttachmentTray chosen={uploads.chosen} onRemove={uploads.remove} />}
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <FileButton onFiles={uploads.add} />
        <Button
          variant="contained"
          endIcon={<SendIcon />}
          disabled={!sendable}
          aria-busy={reply.isPending}
          onClick={send}
          title="Enviar (Ctrl + Enter)"
        >
          Enviar
        </Button>
      </Box>
    </Card>
  )
}

/** The effect of an answer where the ticket has come to its end. */
function hint({ status, reopenUntil }: Ticket): string | undefined {
  if (status !== 'resolved' && status !== 'closed') return undefined
  return reopenUntil && Date.parse(reopenUntil) > Date.now()
    ? 'Responder reabre este chamado.'
    : 'Responder abre outro chamado, ligado a este.'
}
