import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { TicketFile, TicketMessage } from '../../../../services/support/tickets/schema.ts'
import { counted } from '../../core/format.ts'
import { proofLabels } from '../../platform/inboundMail/labels.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Tag } from '../../ui/Tag.tsx'
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
  // Readers have their own words on the right.
  '& [data-side=client], &[data-staff] [data-side=staff]': { justifyItems: 'end' },
  '&[data-staff] [data-side=client]': { justifyItems: 'start' },
  '& [data-side=system]': { justifyItems: 'center' },
  '& .who': { display: 'flex', flexWrap: 'wrap', gap: '0 8px', marginBottom: 4, fontSize: '0.8125rem' },
  '& .who b': { fontWeight: 650 },
  '& summary': { cursor: 'pointer', fontSize: '0.8125rem' },
  '& .text': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '& .change': { textAlign: 'center', fontSize: '0.8125rem', color: theme.palette.text.secondary }
}))

/** Shows the newest message once the thread is there, where it is longer than the window. */
export function useNewest() {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const { current } = list
    if (current && current.offsetHeight > window.innerHeight)
      current.lastElementChild?.scrollIntoView({ block: 'center' })
  }, [])
  return list
}

/** The messages and changes of a ticket, from the first to the last; a long thread opens at its newest message. */
export function Thread({ ticket }: { ticket: Ticket }) {
  const save = useFileSave(ticket.id)
  const list = useNewest()
  const onSave = (file: TicketFile) => save.isPending || save.mutate(file)
  return (
    <List ref={list} aria-label="Conversa">
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

/** Marks that a reader should see before believing a mail. */
const marksOf = ({ looksAutomatic, senderProof, data }: TicketMessage): string[] => [
  ...(looksAutomatic ? ['Parece automático'] : []),
  ...(senderProof === null || senderProof === 'confirmed' ? [] : [proofLabels[senderProof]]),
  ...(data.maybeRepeated === true ? ['Possível repetição'] : []),
  ...(data.participant === true ? ['Não é da empresa'] : [])
]

/** Characters of a text that are shown at once. */
const shownAtOnce = 20_000

function LongText({ text }: { text: string }) {
  const [all, setAll] = useState(false)
  const isCut = !all && text.length > shownAtOnce
  return (
    <>
      <Box className="text" dir="auto">
        {isCut ? `${text.slice(0, shownAtOnce).toWellFormed()}…` : text}
      </Box>
      {isCut && (
        <Button size="small" onClick={() => setAll(true)} sx={{ ml: -0.5 }}>
          Mostrar tudo
        </Button>
      )}
    </>
  )
}

/** The addresses that were copied in. */
const Copied = ({ cc }: { cc: unknown }) =>
  Array.isArray(cc) && (
    <Box sx={{ mt: 0.5, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
      Com cópia para {cc.map(String).join(', ')}
    </Box>
  )

/** Sentences about what did not come with a mail, apart from its author's words. */
function Notices({ notices }: { notices: unknown }) {
  if (!Array.isArray(notices)) return null
  return notices.map(notice => (
    <Alert key={String(notice)} severity="warning" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      {String(notice)}
    </Alert>
  ))
}

/** Pictures within the text of a mail, which are often those of a signature. */
function Pictures({ files, onSave }: { files: readonly TicketFile[]; onSave: (file: TicketFile) => void }) {
  if (files.length === 0) return null
  return (
    <details>
      <summary>{counted(files.length, 'imagem do e-mail', 'imagens do e-mail')}</summary>
      <FileList files={files} onSave={onSave} />
    </details>
  )
}

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
        {marksOf(message).map(mark => (
          <Tag key={mark} tone="warning">
            {mark}
          </Tag>
        ))}
        {fromNumber !== null && <span>no chamado #{fromNumber}</span>}
        <Moment at={createdAt} relative />
      </div>
      <LongText text={text} />
      {typeof data.quoted === 'string' && (
        <details>
          <summary>Texto citado e assinatura</summary>
          <LongText text={data.quoted} />
        </details>
      )}
      <Copied cc={data.cc} />
      <Notices notices={data.notices} />
      <FileList files={files.filter(({ inline }) => !inline)} onSave={onSave} />
      <Pictures files={files.filter(({ inline }) => inline)} onSave={onSave} />
      {children}
    </article>
  )
}
