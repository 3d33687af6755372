import CloseIcon from '@mui/icons-material/Close'
import EmojiIcon from '@mui/icons-material/EmojiEmotionsOutlined'
import SendIcon from '@mui/icons-material/Send'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { windowOf } from '../../../services/conversations/rules.ts'
import type { Conversation, Message } from '../../../services/conversations/schema.ts'
import { useUser } from '../shell/access.ts'
import { onDemand } from '../ui/onDemand.tsx'
import { type Outgoing, useChannel } from './api.ts'
import { Closed, Off } from './Closed.tsx'
import { troubles } from './channels.tsx'
import { Modes } from './composerStyle.ts'
import { useNow } from './useNow.ts'
import type { usePresence } from './usePresence.ts'
import { messageWords, sizeOf, splitText, windowText } from './words.ts'

const EmojiPanel = onDemand(async () => (await import('./EmojiPanel.tsx')).EmojiPanel)

/** What is written and not sent. */
export type Draft = { text: string; note: boolean; replyTo: Message | null }

type Props = {
  conversation: Conversation
  draft: Draft
  input: RefObject<HTMLTextAreaElement | null>
  presence: ReturnType<typeof usePresence>
  newest: Message | undefined
  onChange: (change: (draft: Draft) => Draft) => void
  /** Changes the draft and puts the cursor into it. */
  onWrite: (change: Partial<Draft>) => void
  onSend: (messages: Outgoing[]) => void
}

const outgoing = (text: string, { note, replyTo }: Draft): Outgoing => ({
  key: crypto.randomUUID(),
  text,
  note,
  replyTo: note ? null : replyTo,
  at: new Date().toISOString(),
  failure: null
})

/** Where an answer or a note is written; where no answer can be sent it says why, and what can be done instead. */
export function Composer(props: Props) {
  const { conversation, draft, onWrite } = props
  const { channel, windowEndsAt } = conversation
  const now = useNow()
  const { data: settings } = useChannel(channel)
  const { window, endsAt } = windowOf(channel, windowEndsAt, new Date(now))
  const off = settings && troubles[settings.state]
  const writable = draft.note || (!off && window !== 'closed')
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', bgcolor: 'background.paper', px: { xs: 1.5, md: 2 }, py: 1 }}>
      <Modes role="group" aria-label="O que escrever">
        <button type="button" data-answer aria-pressed={!draft.note} onClick={() => onWrite({ note: false })}>
          Responder
        </button>
        <button type="button" data-note aria-pressed={draft.note} onClick={() => onWrite({ note: true })}>
          Nota
        </button>
        <Box
          component="span"
          className="window"
          sx={{ color: window === 'open' ? 'text.secondary' : 'warning.main' }}
          title={
            window === 'human'
              ? 'Depois de 24 horas o Instagram só aceita respostas escritas por pessoas, até sete dias.'
              : undefined
          }
        >
          {!draft.note && windowText(window, endsAt, now)}
        </Box>
      </Modes>
      {writable ? (
        <Writing {...props} />
      ) : off ? (
        <Off conversation={conversation} trouble={off} text={settings.problemText} />
      ) : (
        <Closed conversation={conversation} />
      )}
    </Box>
  )
}

function Writing({ conversation, draft, input, presence, newest, onChange, onWrite, onSend }: Props) {
  const { channel, name } = conversation
  const { text, note, replyTo } = draft
  const me = useUser()
  const [emoji, setEmoji] = useState(false)
  const [warned, setWarned] = useState<string | null>(null)
  /** What was said last when the answer was begun. */
  const begun = useRef<string | null>(null)
  const size = note ? null : sizeOf(channel, text)

  function type(value: string): void {
    if (text === '') begun.current = newest?.id ?? null
    onChange(known => ({ ...known, text: value }))
    setWarned(null)
    if (!note && value) presence.type()
  }

  /** Who answers, or has just answered, the same person. */
  function rival(): string | null {
    const typing = presence.others.find(({ typing }) => typing)
    if (typing) return `${typing.name} está digitando nesta conversa.`
    const answered = newest && newest.id !== begun.current && newest.direction === 'out' && newest.kind !== 'note'
    if (begun.current && answered && newest.author && newest.author !== me?.name && newest.kind !== 'system')
      return `${newest.author} respondeu enquanto você escrevia.`
    return null
  }

  function submit(anyway = false): void {
    if (!text.trim() || size?.over) return
    const other = note || anyway ? null : rival()
    setWarned(other)
    if (other) return
    presence.stop()
    begun.current = null
    onSend([outgoing(text.trim(), draft)])
    input.current?.focus()
  }

  function sendParts(): void {
    presence.stop()
    onSend(splitText(channel, text).map((part, n) => outgoing(part, n === 0 ? draft : { ...draft, replyTo: null })))
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape') {
      if (emoji) setEmoji(false)
      else if (replyTo) onWrite({ replyTo: null })
      else input.current?.blur()
    }
  }

  function insert(sign: string): void {
    const area = input.current
    const [from, to] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length]
    type(text.slice(0, from) + sign + text.slice(to))
    requestAnimationFrame(() => {
      area?.focus()
      area?.setSelectionRange(from + sign.length, from + sign.length)
    })
  }

  return (
    <>
      {replyTo && !note && (
        <Box
          sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 1.5, borderLeft: 3, borderColor: 'primary.main' }}
        >
          <Box sx={{ flexGrow: 1, minWidth: 0, fontSize: '0.8125rem' }}>
            <Box component="span" sx={{ fontWeight: 600 }}>
              Em resposta a {replyTo.direction === 'in' ? name : (replyTo.author ?? 'sua empresa')}
            </Box>
            <Box
              dir="auto"
              sx={{ color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
            >
              {messageWords(replyTo.kind, replyTo.text)}
            </Box>
          </Box>
          <IconButton
            size="small"
            aria-label="Não responder a esta mensagem"
            onClick={() => onWrite({ replyTo: null })}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        </Box>
      )}
      {warned && (
        <Alert
          severity="warning"
          role="alert"
          sx={{ my: 1 }}
          action={
            <Button color="inherit" size="small" onClick={() => submit(true)}>
              Enviar assim mesmo
            </Button>
          }
        >
          {warned} Veja a conversa antes de enviar.
        </Alert>
      )}
      {emoji && <EmojiPanel onChoose={insert} onClose={() => setEmoji(false)} />}
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 0.5, pt: 0.5 }}>
        <IconButton
          aria-label="Emojis"
          aria-expanded={emoji}
          onClick={() => setEmoji(!emoji)}
          sx={{ width: 44, height: 44, ml: -1 }}
        >
          <EmojiIcon />
        </IconButton>
        <InputBase
          multiline
          fullWidth
          maxRows={8}
          value={text}
          inputRef={input}
          placeholder={note ? 'Nota que só a equipe lê' : 'Mensagem'}
          onChange={event => type(event.target.value)}
          onKeyDown={onKeyDown}
          inputProps={{
            'aria-label': note ? `Nota sobre ${name}` : `Mensagem para ${name}`,
            maxLength: note ? 4000 : 20_000,
            dir: 'auto'
          }}
          sx={{
            px: 1.5,
            py: '10px',
            borderRadius: 2,
            border: 1,
            borderColor: theme => (note ? theme.palette.warning.main : theme.tokens.edge),
            bgcolor: theme => (note ? theme.tokens.tones.warning.soft : 'background.paper'),
            fontSize: { xs: '1rem', sm: '0.9375rem' },
            lineHeight: 1.45,
            '&.Mui-focused': { outline: 2, outlineColor: 'primary.main' },
            '& textarea::placeholder': {
              color: theme => (note ? theme.tokens.tones.warning.onSoft : theme.tokens.textFaint),
              opacity: 1
            }
          }}
        />
        <IconButton
          color="primary"
          aria-label={note ? 'Salvar nota' : 'Enviar mensagem'}
          title={note ? 'Salvar nota (Enter)' : 'Enviar (Enter)'}
          disabled={!text.trim() || size?.over === true}
          onClick={() => submit()}
          sx={{ width: 44, height: 44 }}
        >
          <SendIcon />
        </IconButton>
      </Box>
      {size && (
        <Box
          role="status"
          sx={{
            display: 'flex',
            alignItems: 'center',
            flexWrap: 'wrap',
            gap: 1,
            pl: 5,
            fontSize: '0.75rem',
            color: size.over ? 'error.main' : 'text.secondary'
          }}
        >
          {size.text}
          {size.over && (
            <Button size="small" onClick={sendParts}>
              Enviar em {splitText(channel, text).length} mensagens
            </Button>
          )}
        </Box>
      )}
    </>
  )
}
