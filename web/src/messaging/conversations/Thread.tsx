import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { type ChannelKind, channelRules } from '../../../../services/messaging/channels/rules.ts'
import type { Conversation, Message } from '../../../../services/messaging/conversations/schema.ts'
import { HttpError } from '../../core/http.ts'
import { useMay } from '../../shell/access.ts'
import { Failure } from '../../ui/Failure.tsx'
import { useKept } from '../../ui/kept.ts'
import { Notice } from '../../ui/Notice.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { useDocumentTitle } from '../../ui/PageHead.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useConversation, useConversationChange } from './api.ts'
import { Composer } from './Composer.tsx'
import { MessageList } from './MessageList.tsx'
import { useThread } from './messages/api.ts'
import type { Draft } from './outgoing.ts'
import { useOutgoing, useSend } from './sending/api.ts'
import { Pane } from './style.ts'
import { ThreadHead } from './ThreadHead.tsx'
import { useMessageOfAddress } from './useInboxFilter.ts'
import { usePresence } from './usePresence.ts'

const Beside = onDemand(async () => (await import('./Beside.tsx')).Beside, <Spinner />)

type Props = { id: string; kind: ChannelKind; wide: boolean }

/** One conversation: what was said, what to answer, and the person beside it. */
export function Thread({ id, kind, wide }: Props) {
  const { data: conversation, error, refetch } = useConversation(id)
  const gone = error instanceof HttpError && [400, 403, 404].includes(error.status)
  if (gone)
    return (
      <Pane className="thread">
        <Notice
          heading="h1"
          title="Conversa não encontrada"
          text="Ela pode ter sido excluída com o lead, ou o lead está com outra pessoa da equipe."
        >
          <Button component={Link} to={channelRules[kind].page} variant="outlined">
            Ver todas as conversas
          </Button>
        </Notice>
      </Pane>
    )
  if (!conversation)
    return (
      <Pane className="thread">
        {error ? (
          <Failure heading="h1" title="Falha ao carregar a conversa" error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner />
        )}
      </Pane>
    )
  return <Known conversation={conversation} wide={wide} />
}

const empty: Draft = { text: '', note: false, replyTo: null }

function Known({ conversation, wide }: { conversation: Conversation; wide: boolean }) {
  const { id, name } = conversation
  useDocumentTitle(name)
  const thread = useThread(id)
  const target = useMessageOfAddress()
  const outgoing = useOutgoing(id)
  const sends = useMay('send_messages')
  const presence = usePresence(id)
  const [draft, setDraft, forget] = useKept<Draft>(`inbox ${id}`, empty)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { send, discard } = useSend(id, {
    onFailure: error => setRefusal(error.message)
  })
  const [beside, setBeside] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  useRead(conversation, sends)

  const write = useCallback(
    (change: Partial<Draft>) => {
      setDraft(current => ({ ...current, ...change }))
      // The box may only come to be with the change.
      requestAnimationFrame(() => input.current?.focus())
    },
    [setDraft]
  )
  const reply = useCallback((message: Message) => write({ replyTo: message, note: false }), [write])
  const failed = useMemo(() => outgoing.filter(({ failure }) => failure !== null), [outgoing])
  useEffect(() => {
    if (failed.length === 0) setRefusal(null)
  }, [failed])

  return (
    <>
      <Pane className="thread" aria-label={`Conversa com ${name}`} sx={{ bgcolor: 'background.default' }}>
        <ThreadHead
          conversation={conversation}
          others={presence.others}
          onBeside={wide ? undefined : () => setBeside(true)}
        />
        <MessageList
          conversation={conversation}
          thread={thread}
          outgoing={outgoing}
          target={target}
          onReply={sends ? reply : undefined}
          onAgain={send}
          onDiscard={discard}
        />
        {refusal && failed.length > 0 && (
          <Alert severity="error" onClose={() => setRefusal(null)} sx={{ mx: 2, mb: 1 }}>
            {refusal}
          </Alert>
        )}
        {sends ? (
          <Composer
            conversation={conversation}
            draft={draft}
            input={input}
            presence={presence}
            newest={thread.data?.messages[0]}
            onChange={setDraft}
            onWrite={write}
            onSend={messages => {
              setRefusal(null)
              forget()
              for (const message of messages) send(message)
            }}
          />
        ) : (
          <Box
            sx={{ p: 2, borderTop: 1, borderColor: 'divider', color: 'text.secondary', bgcolor: 'background.paper' }}
          >
            Você pode ler esta conversa. Para responder, peça a permissão de enviar mensagens.
          </Box>
        )}
      </Pane>
      {wide ? (
        <Pane aria-label={`Sobre ${name}`}>
          <Beside conversation={conversation} />
        </Pane>
      ) : (
        <Drawer
          anchor="right"
          open={beside}
          onClose={() => setBeside(false)}
          slotProps={{ paper: { role: 'dialog', 'aria-label': `Sobre ${name}`, sx: { width: 'min(360px, 92vw)' } } }}
        >
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', px: 1, pt: 1 }}>
            <Button onClick={() => setBeside(false)}>Fechar</Button>
          </Box>
          <Beside conversation={conversation} />
        </Drawer>
      )}
    </>
  )
}

/** Marks visible messages as read, each only once: somebody may mark the conversation unread on purpose. */
function useRead({ id, unread, lastMessageAt }: Conversation, may: boolean): void {
  const { mutate } = useConversationChange(id)
  const seen = useRef('')
  useEffect(() => {
    if (unread === 0) seen.current = lastMessageAt
    if (!may || seen.current === lastMessageAt) return
    const look = () => {
      if (document.visibilityState !== 'visible' || seen.current === lastMessageAt) return
      seen.current = lastMessageAt
      mutate({ read: true })
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [may, unread, lastMessageAt, mutate])
}
