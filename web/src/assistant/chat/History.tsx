import { useEffect, useState } from 'react'
import { chatLimits, chatTexts } from '../../../../services/assistant/chat/rules.ts'
import type { ChatHistoryItem } from '../../../../services/assistant/chat/schema.ts'
import { deleteConversation, readConversation, readHistory } from './api.ts'
import { Bubble } from './Bubble.tsx'
import { Confirm } from './Confirm.tsx'
import styles from './chat.module.css'
import { conversationsOf, type Message, messagesOf } from './messages.ts'
import { messageOf } from './problems.ts'

type Props = {
  current: string
  onResume: (sessionId: string, messages: Message[]) => void
  onDeleteCurrent: () => void
  onFailure: (text: string) => void
}

/**
 * dd/MM/yyyy HH:mm, in the zone of the other screens. The application's own formats would bring its chunk to the public
 * pages.
 */
const momentOf = (at: string) =>
  new Date(at)
    .toLocaleString('pt-BR', {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'America/Sao_Paulo'
    })
    .replace(',', '')

type Asking = 'resume' | 'delete' | null

/** Earlier conversations: read, gone on with, deleted. */
export function History({ current, onResume, onDeleteCurrent, onFailure }: Props) {
  const [items, setItems] = useState<ChatHistoryItem[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [more, setMore] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const [asking, setAsking] = useState<Asking>(null)
  const conversations = conversationsOf(items ?? [])
  const selected = conversations.find(({ id }) => id === chosen) ?? conversations[0]
  const reading = useMessages(selected?.id)

  async function load(offset: number): Promise<void> {
    setFailed(false)
    try {
      const page = await readHistory(offset)
      setMore(page.length === chatLimits.history.limit)
      setItems(before => (offset === 0 ? page : [...(before ?? []), ...page]))
    } catch {
      setFailed(true)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => void load(0), [])

  async function remove(id: string): Promise<void> {
    try {
      await deleteConversation(id)
      setItems(before => before?.filter(({ sessionId }) => sessionId !== id) ?? null)
      setChosen(null)
      if (id === current) onDeleteCurrent()
    } catch (error) {
      onFailure(messageOf(error))
    }
  }

  if (failed && items === null)
    return (
      <div className={styles.note} role="alert">
        <p>{chatTexts.historyFailed}</p>
        <button type="button" className={styles.plain} onClick={() => load(0)}>
          Tentar novamente
        </button>
      </div>
    )
  if (items === null)
    return (
      <p className={styles.note} role="status">
        Carregando o histórico...
      </p>
    )
  if (!selected)
    return (
      <p className={styles.note} role="status">
        {chatTexts.noConversation}
      </p>
    )

  return (
    <div className={styles.history}>
      <nav aria-label="Conversas" className={styles.conversations}>
        {conversations.map(({ id, title, lastAt }) => (
          <button key={id} type="button" aria-current={id === selected.id} onClick={() => setChosen(id)}>
            <span className={styles.title}>{title}</span>
            <time dateTime={lastAt}>{momentOf(lastAt)}</time>
          </button>
        ))}
        {more && (
          <button type="button" className={styles.more} onClick={() => load(items.length)}>
            Carregar mais
          </button>
        )}
      </nav>
      {failed && (
        <p className={styles.failed} role="alert">
          {chatTexts.historyFailed}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={styles.said} aria-label="Mensagens da conversa" tabIndex={0}>
        {reading.failed && (
          <div className={styles.note} role="alert">
            <p>{chatTexts.messagesFailed}</p>
            <button type="button" className={styles.plain} onClick={reading.again}>
              Tentar novamente
            </button>
          </div>
        )}
        {!reading.failed && reading.messages === null && <p className={styles.note}>Carregando as mensagens...</p>}
        {reading.messages?.length === 0 && <p className={styles.note}>{chatTexts.noMessage}</p>}
        {reading.messages?.map(message => (
          <Bubble key={message.id} message={message} />
        ))}
      </section>
      <div className={styles.choices}>
        <button type="button" className={styles.remove} onClick={() => setAsking('delete')}>
          Excluir conversa
        </button>
        <button
          type="button"
          className={styles.primary}
          disabled={!reading.messages?.length}
          onClick={() => setAsking('resume')}
        >
          Continuar conversa
        </button>
      </div>
      {asking === 'resume' && (
        <Confirm
          text={chatTexts.continueConversation}
          action="Continuar"
          onClose={() => setAsking(null)}
          onConfirm={() => onResume(selected.id, reading.messages ?? [])}
        />
      )}
      {asking === 'delete' && (
        <Confirm
          text="Deseja excluir esta conversa? Ela não poderá ser recuperada."
          action="Excluir"
          danger
          onClose={() => setAsking(null)}
          onConfirm={() => void remove(selected.id)}
        />
      )}
    </div>
  )
}

function useMessages(sessionId: string | undefined) {
  const [messages, setMessages] = useState<Message[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again
  useEffect(() => {
    let wanted = true
    setMessages(null)
    setFailed(false)
    if (sessionId)
      readConversation(sessionId).then(
        items => wanted && setMessages(messagesOf(items)),
        () => wanted && setFailed(true)
      )
    return () => {
      wanted = false
    }
  }, [sessionId, attempt])

  return { messages, failed, again: () => setAttempt(attempt + 1) }
}
