import EmojiIcon from '@mui/icons-material/EmojiEmotionsOutlined'
import MicIcon from '@mui/icons-material/MicNoneOutlined'
import SendIcon from '@mui/icons-material/Send'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { channelRules } from '../../../../services/messaging/channels/rules.ts'
import {
  fillVariables,
  unfilled,
  unfilledText,
  valuesOf
} from '../../../../services/messaging/conversations/replies/rules.ts'
import type { Conversation, Message } from '../../../../services/messaging/conversations/schema.ts'
import { useUser } from '../../shell/access.ts'
import { AttachmentTray } from '../../ui/AttachmentTray.tsx'
import { comesToAnswer } from '../../ui/conversation.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { useDroppedFiles } from '../../ui/useDroppedFiles.ts'
import { ComposerMenu } from './ComposerMenu.tsx'
import { MessageField } from './composerStyle.ts'
import { DraftButton } from './DraftButton.tsx'
import { type Draft, filesOut, outgoing, partsOut } from './outgoing.ts'
import { QuickReplies } from './QuickReplies.tsx'
import { Quote } from './Quote.tsx'
import type { Outgoing } from './sending/api.ts'
import { useAttachments } from './useAttachments.ts'
import type { usePresence } from './usePresence.ts'
import { useQuickList } from './useQuickList.ts'
import { Size, Warning } from './WritingNotices.tsx'
import { sizeOf, splitText } from './words.ts'

const ChoicesDialog = onDemand(async () => (await import('./ChoicesDialog.tsx')).ChoicesDialog)
const PlaceDialog = onDemand(async () => (await import('./PlaceDialog.tsx')).PlaceDialog)
const VoiceRecorder = onDemand(async () => (await import('./VoiceRecorder.tsx')).VoiceRecorder)
const EmojiPanel = onDemand(async () => (await import('./EmojiPanel.tsx')).EmojiPanel)

export type WritingProps = {
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

/** The assistant marks what it does not know. */
const unfinished = (text: string): string | null =>
  text.includes('[completar]') ? 'O rascunho tem um trecho a completar.' : null

/** The box with what belongs to it; sends on Enter. */
export function Writing({ conversation, draft, input, presence, newest, onChange, onWrite, onSend }: WritingProps) {
  const { channel, name } = conversation
  const { text, note, replyTo } = draft
  const me = useUser()
  const [emoji, setEmoji] = useState(false)
  const [warned, setWarned] = useState<string | null>(null)
  /** The newest message when the answer was started. */
  const newestAtStart = useRef<string | null>(null)
  const size = note ? null : sizeOf(channel, text)
  const attachments = useAttachments(conversation.id, channel)
  const withFiles = !note && attachments.chosen.length > 0
  const held = useDroppedFiles(note ? undefined : attachments.add)
  const [choosing, setChoosing] = useState(false)
  const [placing, setPlacing] = useState(false)
  const [recording, setRecording] = useState(false)
  const quick = useQuickList(note ? null : text)
  const missing = note ? [] : unfilled(text)
  const sendable =
    (text.trim() !== '' || withFiles) &&
    size?.over !== true &&
    missing.length === 0 &&
    (!withFiles || attachments.ready)

  const { state } = useLocation()
  useEffect(() => {
    // A keyboard that slides in would cover what is to be answered.
    if (comesToAnswer(state) && !matchMedia('(pointer: coarse)').matches) input.current?.focus({ preventScroll: true })
  }, [state, input])

  function type(value: string): void {
    if (text === '') newestAtStart.current = newest?.id ?? null
    onChange(current => ({ ...current, text: value }))
    setWarned(null)
    quick.typed(value)
    if (!note && value) presence.type()
  }

  /** The colleague who answers, or has just answered, the same person. */
  function rival(): string | null {
    const typing = presence.others.find(({ typing }) => typing)
    if (typing) return `${typing.name} está digitando nesta conversa.`
    const answered =
      newest &&
      newest.id !== newestAtStart.current &&
      newest.direction === 'out' &&
      newest.kind !== 'note' &&
      !newest.data.automatic
    if (newestAtStart.current && answered && newest.author && newest.author !== me?.name && newest.kind !== 'system')
      return `${newest.author} respondeu enquanto você escrevia.`
    return null
  }

  function submit(anyway = false): void {
    if (missing.length > 0) markMissing()
    if (!sendable) return
    const other = note || anyway ? null : (unfinished(text) ?? rival())
    setWarned(other)
    if (other) return
    presence.stop()
    newestAtStart.current = null
    onSend(withFiles ? filesOut(channel, attachments.files, text.trim(), draft) : [outgoing(text.trim(), draft)])
    if (withFiles) attachments.clear()
    input.current?.focus()
  }

  function sendParts(): void {
    presence.stop()
    onSend(partsOut(channel, draft))
    input.current?.focus()
  }

  function stopRecording(): void {
    setRecording(false)
    requestAnimationFrame(() => input.current?.focus())
  }

  function takeQuick(reply: string): void {
    const names = { person: name, company: me?.company ?? null, author: me?.name ?? null }
    const filled = fillVariables(reply, valuesOf(names))
    quick.leaveAll()
    if (quick.all) insert(filled)
    else type(filled)
    input.current?.focus()
    if (unfilled(filled).length > 0) requestAnimationFrame(markMissing)
  }

  /** Selects the next place that is to be filled in, so that one types over it. */
  function markMissing(): void {
    const area = input.current
    const written = area?.value ?? ''
    const [place] = unfilled(written)
    if (!area || !place) return
    const at = written.indexOf(place)
    area.focus()
    area.setSelectionRange(at, at + place.length)
  }

  function onPaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files]
    if (note || files.length === 0) return
    event.preventDefault()
    attachments.add(files)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!event.nativeEvent.isComposing && quick.press(event.key)) {
      event.preventDefault()
      return
    }
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
    // At once: a frame later the next letter may have been typed, and what follows would stand before it.
    flushSync(() => type(text.slice(0, from) + sign + text.slice(to)))
    area?.focus()
    area?.setSelectionRange(from + sign.length, from + sign.length)
  }

  if (recording)
    return (
      <VoiceRecorder
        conversationId={conversation.id}
        channel={channel}
        onClose={stopRecording}
        onNote={file => {
          stopRecording()
          presence.stop()
          onSend([outgoing('', draft, { file, voice: true })])
        }}
      />
    )
  return (
    <>
      {replyTo && !note && <Quote message={replyTo} person={name} onRemove={() => onWrite({ replyTo: null })} />}
      {warned && (
        <Warning role="alert" action="Enviar assim mesmo" onAct={() => submit(true)}>
          {warned} Confira antes de enviar.
        </Warning>
      )}
      {emoji && <EmojiPanel onChoose={insert} onClose={() => setEmoji(false)} />}
      {quick.open && <QuickReplies id={quick.id} search={quick.search} keys={quick.keys} onChoose={takeQuick} />}
      {withFiles && <AttachmentTray chosen={attachments.chosen} onRemove={attachments.remove} />}
      {held && (
        <Alert severity="info" icon={false}>
          Solte aqui para anexar.
        </Alert>
      )}
      {missing.length > 0 && (
        <Warning role="status" action="Preencher" onAct={markMissing}>
          {unfilledText(text)}
        </Warning>
      )}
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 0.5, pt: 0.5 }}>
        {!note && (
          <ComposerMenu
            onFiles={attachments.add}
            onQuick={() => {
              quick.showAll()
              requestAnimationFrame(() => input.current?.focus())
            }}
            onChoices={channelRules[channel].choices ? () => setChoosing(true) : undefined}
            onPlace={channelRules[channel].places ? () => setPlacing(true) : undefined}
          />
        )}
        <IconButton
          aria-label="Emojis"
          aria-expanded={emoji}
          onClick={() => setEmoji(!emoji)}
          sx={{ width: 44, height: 44, ml: -1 }}
        >
          <EmojiIcon />
        </IconButton>
        {!note && text === '' && newest?.direction === 'in' && (
          <DraftButton
            conversationId={conversation.id}
            onDraft={draft => {
              newestAtStart.current = newest.id
              onWrite({ text: draft })
            }}
          />
        )}
        <MessageField
          note={note}
          multiline
          fullWidth
          maxRows={8}
          value={text}
          inputRef={input}
          placeholder={note ? 'Nota que só a equipe lê' : 'Mensagem'}
          onChange={event => type(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          inputProps={{
            'aria-label': note ? `Nota sobre ${name}` : `Mensagem para ${name}`,
            maxLength: note ? 4000 : 20_000,
            dir: 'auto',
            'aria-controls': quick.open ? quick.id : undefined,
            'aria-invalid': missing.length > 0 || undefined
          }}
        />
        {!note && text === '' && !withFiles ? (
          <IconButton
            aria-label="Gravar um áudio"
            title="Gravar um áudio"
            onClick={() => setRecording(true)}
            sx={{ width: 44, height: 44 }}
          >
            <MicIcon />
          </IconButton>
        ) : (
          <IconButton
            color="primary"
            aria-label={note ? 'Salvar nota' : 'Enviar mensagem'}
            title={note ? 'Salvar nota (Enter)' : 'Enviar (Enter)'}
            disabled={!sendable}
            onClick={() => submit()}
            sx={{ width: 44, height: 44 }}
          >
            <SendIcon />
          </IconButton>
        )}
      </Box>
      {size && <Size {...size} parts={splitText(channel, text).length} onSplit={sendParts} />}
      {placing && (
        <PlaceDialog
          onClose={() => setPlacing(false)}
          onSend={place => {
            setPlacing(false)
            presence.stop()
            onSend([outgoing('', draft, { place })])
            // A text written beside it is not sent with it.
            if (text) onWrite({ text })
          }}
        />
      )}
      {choosing && (
        <ChoicesDialog
          text={text}
          onClose={() => setChoosing(false)}
          onSend={(words, choices) => {
            setChoosing(false)
            presence.stop()
            onSend([outgoing(words, draft, { choices })])
          }}
        />
      )}
    </>
  )
}
