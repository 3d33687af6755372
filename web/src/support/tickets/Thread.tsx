import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { TicketFile, TicketMessage } from '../../../../services/support/tickets/schema.ts'
import { Moment } from '../../shell/Moment.tsx'
import { type Ticket, useFileSave } from './api.ts'
import { FileList } from './Files.tsx'
import { changeText } from './words.ts'

export const List = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& .message': {
    boxSizing: 'border-box',
    maxWidth: 'min(100%, 72ch)',
    padding: '12px 16px',
    borderRadius: 12,
    border: `1px solid ${theme.palette.divider}`,
    backgroundColor: theme.palette.background.paper
  },
  '& [data-side=staff] .message': {
    borderColor: 'transparent',
    backgroundColor: theme.tokens.tones.brand.soft,
    color: theme.tokens.tones.brand.onSoft
  },
  '& li': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' },
  // Who looks has their own words on the right.
  '& [data-side=client], &[data-staff] [data-side=staff]': { justifyItems: 'end' },
  '&[data-staff] [data-side=client]': { justifyItems: 'start' },
  '& [data-side=system]': { justifyItems: 'center' },
  '& .who': { display: 'flex', flexWrap: 'wrap', gap: '0 8px', marginBottom: 4, fontSize: '0.8125rem' },
  '& .who b': { fontWeight: 650 },
  '& summary': { cursor: 'pointer', fontSize: '0.8125rem' },
  '& .text': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '& .change': { textAlign: 'center', fontSize: '0.8125rem', color: theme.palette.text.secondary }
}))

/** What was said and what changed, from the first word to the last. */
export function Thread({ ticket }: { ticket: Ticket }) {
  const save = useFileSave(ticket.id)
  const onSave = (file: TicketFile) => save.isPending || save.mutate(file)
  return (
    <List aria-label="Conversa">
      {ticket.messages.map(message => (
        <li key={message.id} data-side={message.kind === 'change' ? 'system' : message.side}>
          {message.kind === 'change' ? <Change message={message} /> : <Message message={message} onSave={onSave} />}
        </li>
      ))}
    </List>
  )
}

/** `staff`: it is staff who read it. */
export const Change = ({ message, staff = false }: { message: TicketMessage; staff?: boolean }) => (
  <div className="change">
    {changeText(message, staff)} · <Moment at={message.createdAt} relative />
  </div>
)

type MessageProps = { message: TicketMessage; onSave: (file: TicketFile) => void; children?: ReactNode }

/** One message; `children` stand below it. */
export function Message({ message, onSave, children }: MessageProps) {
  const { side, mine, authorName, source, fromNumber, text, data, files, createdAt } = message
  return (
    <article className="message" aria-label={`Mensagem de ${authorName}`}>
      <div className="who">
        <b>{mine ? 'Você' : authorName}</b>
        {side === 'staff' && <span>Suporte</span>}
        {source === 'mail' && <span>por e-mail</span>}
        {fromNumber !== null && <span>no chamado #{fromNumber}</span>}
        <Moment at={createdAt} relative />
      </div>
      <Box className="text" dir="auto">
        {text}
      </Box>
      {typeof data.quoted === 'string' && (
        <details>
          <summary>Texto citado e assinatura</summary>
          <Box className="text" dir="auto">
            {data.quoted}
          </Box>
        </details>
      )}
      <FileList files={files} onSave={onSave} />
      {children}
    </article>
  )
}
