import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import type { DeskNote } from '../../../../services/support/desk/schema.ts'
import type { TicketFile } from '../../../../services/support/tickets/schema.ts'
import { formatDate } from '../../core/format.ts'
import { proofLabels } from '../../platform/inboundMail/labels.ts'
import { useUser } from '../../shell/access.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Change, List, Message, useNewest } from '../tickets/Thread.tsx'
import { type DeskMessage, type DeskTicket, useAnswerBack, useDeskFileSave, useLinkWithdrawal } from './api.ts'

const Note = styled('article')(({ theme }) => ({
  maxWidth: 'min(100%, 72ch)',
  padding: '12px 16px',
  borderRadius: 12,
  border: `1px dashed ${theme.palette.warning.main}`,
  backgroundColor: theme.tokens.tones.warning.soft,
  color: theme.tokens.tones.warning.onSoft,
  '& header': { display: 'flex', flexWrap: 'wrap', gap: '0 8px', marginBottom: 4, fontSize: '0.8125rem' },
  '& p': { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }
}))

const kinds: Record<DeskNote['kind'], string> = {
  note: 'Nota interna, que o cliente nunca vê',
  stranger: 'E-mail de quem não é da empresa',
  automatic: 'Resposta automática'
}

/** Whether somebody else than its author may have written the mail of a note. */
const isDoubtful = ({ kind, senderProof }: DeskNote): boolean =>
  kind === 'stranger' && senderProof !== null && senderProof !== 'confirmed'

/** Puts the text, and the files that went with it, into the box again. */
type TakenBack = (text: string, files: readonly TicketFile[]) => void

type Entry = { at: string; message: DeskMessage } | { at: string; note: DeskNote }

type Props = { ticket: DeskTicket; onTakenBack: TakenBack }

/** Messages, changes and notes in the order in which they came. */
export function DeskThread({ ticket: { id, messages, notes }, onTakenBack }: Props) {
  const save = useDeskFileSave(id)
  const me = useUser()?.id
  const list = useNewest()
  const onSave = (file: TicketFile) => save.isPending || save.mutate(file)
  const entries: Entry[] = [
    ...messages.map(message => ({ at: message.createdAt, message })),
    ...notes.map(note => ({ at: note.createdAt, note }))
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return (
    <List ref={list} aria-label="Conversa" data-staff="">
      {entries.map(entry =>
        'note' in entry ? (
          <li key={entry.note.id} data-side="staff">
            <Note aria-label={`${kinds[entry.note.kind]}: ${entry.note.authorName}`}>
              <header>
                <b>{entry.note.authorId === me ? 'Você' : entry.note.authorName}</b>
                <span>{kinds[entry.note.kind]}</span>
                {isDoubtful(entry.note) && <span>{proofLabels[entry.note.senderProof ?? 'none']}</span>}
                <Moment at={entry.note.createdAt} relative />
              </header>
              <p dir="auto">{entry.note.text}</p>
            </Note>
          </li>
        ) : (
          <li key={entry.message.id} data-side={entry.message.kind === 'change' ? 'system' : entry.message.side}>
            {entry.message.kind === 'change' ? (
              <Change message={entry.message} staff />
            ) : (
              <Message message={entry.message} onSave={onSave}>
                {entry.message.dueAt && (
                  <Waiting
                    ticketId={id}
                    message={entry.message}
                    dueAt={entry.message.dueAt}
                    onTakenBack={onTakenBack}
                  />
                )}
                <LinkedFiles ticketId={id} files={entry.message.files} />
                {(entry.message.mail?.status === 'failed' || entry.message.mail?.status === 'bounced') && (
                  <NotMailed reason={entry.message.mail.error} />
                )}
              </Message>
            )}
          </li>
        )
      )}
    </List>
  )
}

/** Files that were too much for the mail: their links work without an account until somebody withdraws them. */
function LinkedFiles({ ticketId, files }: { ticketId: string; files: readonly TicketFile[] }) {
  const withdrawal = useLinkWithdrawal(ticketId)
  const linked = files.filter(({ linkUntil }) => linkUntil !== null && Date.parse(linkUntil) > Date.now())
  return linked.map(({ fileId, name, linkUntil }) => (
    <Alert
      key={fileId}
      severity="info"
      icon={false}
      sx={{ mt: 1, overflowWrap: 'anywhere' }}
      action={
        <Button
          size="small"
          color="inherit"
          disabled={withdrawal.isPending}
          aria-label={`Retirar o link de ${name}`}
          onClick={() => withdrawal.mutate(fileId)}
        >
          Retirar
        </Button>
      }
    >
      {name} foi por um link, que vale até {formatDate(linkUntil)}.
    </Alert>
  ))
}

const NotMailed = ({ reason }: { reason: string | null }) => (
  <Alert severity="error" sx={{ mt: 1 }}>
    Esta resposta não saiu por e-mail{reason ? `: ${reason}` : '.'}
  </Alert>
)

type WaitingProps = { ticketId: string; message: DeskMessage; dueAt: string; onTakenBack: TakenBack }

/** An answer that the company has not got yet can be taken back, and is then in the box again. */
function Waiting({ ticketId, message, dueAt, onTakenBack }: WaitingProps) {
  const [left, setLeft] = useState(() => Date.parse(dueAt) - Date.now())
  const back = useAnswerBack(ticketId, text => onTakenBack(text, message.files))
  useEffect(() => {
    const timer = setInterval(() => setLeft(Date.parse(dueAt) - Date.now()), 1000)
    return () => clearInterval(timer)
  }, [dueAt])
  if (left <= 0) return null
  return (
    <Alert
      severity="info"
      icon={false}
      sx={{ mt: 1 }}
      action={
        message.mine && (
          <Button size="small" color="inherit" onClick={() => back.isPending || back.mutate(message.id)}>
            Desfazer
          </Button>
        )
      }
    >
      <Box component="span" role="timer">
        O cliente recebe em {Math.ceil(left / 1000)} s.
      </Box>
    </Alert>
  )
}
