import { useCallback, useEffect, useRef, useState } from 'react'
import { chatTexts } from '../../../../services/assistant/chat/rules.ts'
import type { ChatCard } from '../../../../services/assistant/chat/schema.ts'
import { answerCard, ask, type CardAnswer, type Feedback, recallConversation, sendFeedback } from './api.ts'
import { plainText } from './markdown.ts'
import { cardText, contextOf, type Message, messagesOf } from './messages.ts'
import { openLead } from './page.ts'
import { served } from './person.ts'
import { messageOf, type Trouble, troubleOf } from './problems.ts'
import { newId, storedSessionId, storeSessionId } from './sessionId.ts'
import { articlesOf, standIn } from './standIn.ts'

/** Milliseconds before an answer shows (specification, section 9). */
const replyDelay = 500

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, Math.max(0, ms)))

export type Conversing = ReturnType<typeof useConversation>

/** The conversation that is held: what was said, what is being said, and what went wrong. */
export function useConversation({ name, toast }: { name: string; toast: (text: string) => void }) {
  const [sessionId, setSessionId] = useState(() => storedSessionId() ?? newId())
  const [messages, setMessages] = useState<Message[]>([])
  const [busy, setBusy] = useState(false)
  /** The part of the assistant's answer that has arrived. */
  const [writing, setWriting] = useState('')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  /** Spoken to who cannot see the screen. */
  const [spoken, setSpoken] = useState('')
  const running = useRef<AbortController | null>(null)
  const now = useRef({ sessionId, messages })
  now.current = { sessionId, messages }

  useEffect(() => storeSessionId(sessionId), [sessionId])

  // A page that was left in the middle of a conversation is followed by one that goes on with it.
  useEffect(() => {
    const stored = storedSessionId()
    if (!stored || !served()) return
    recallConversation(stored).then(
      items => setMessages(said => (said.length === 0 ? messagesOf(items) : said)),
      () => {} // the conversation then starts empty on the screen, not on the server
    )
  }, [])

  const answer = useCallback(
    async (id: string, text: string, before: readonly Message[]) => {
      const controller = new AbortController()
      running.current = controller
      setBusy(true)
      setTrouble(null)
      setSpoken(chatTexts.typing(name))
      const began = Date.now()
      let soFar = ''
      const show = () => !controller.signal.aborted && setWriting(soFar)
      const timer = setTimeout(show, replyDelay)
      try {
        const question = {
          message: text,
          context: contextOf(before),
          sessionId: now.current.sessionId,
          key: newId(),
          ...openLead()
        }
        const { answer: received, streamed } = await ask(question, {
          signal: controller.signal,
          onSession: setSessionId,
          onText: written => {
            soFar = written
            if (Date.now() - began >= replyDelay) show()
          }
        })
        await wait(streamed ? began + replyDelay - Date.now() : replyDelay)
        if (controller.signal.aborted) return
        const { messageId, response, notice = null, sources = [], cards = [] } = received
        if (received.sessionId) setSessionId(received.sessionId)
        setMessages(said => [
          ...said,
          {
            id: newId(),
            from: 'assistant',
            text: response,
            notice,
            answer: messageId ? { id: messageId, feedback: null, sources } : undefined,
            cards
          }
        ])
        const spokenNotice = notice === null ? [] : [notice]
        setSpoken([`${name}: ${plainText(response)}`, ...spokenNotice, ...cards.map(cardText)].join(' '))
      } catch (error) {
        if (controller.signal.aborted) return
        const found = troubleOf(error)
        const articles = articlesOf(error)
        const missing = found.kind === 'configuration'
        const first = missing && !now.current.messages.some(({ standsIn }) => standsIn)
        const instead = missing || articles.length > 0 ? standIn(articles, first) : null
        setMessages(said => [
          ...said.map(message =>
            message.id === id && !missing
              ? { ...message, failed: found.kind === 'other' ? found.text : 'Sem resposta.' }
              : message
          ),
          ...(found.kind === 'configuration' || found.kind === 'inactive'
            ? []
            : [{ id: newId(), from: 'assistant' as const, text: chatTexts.trouble, sorryFor: id }]),
          ...(instead === null
            ? []
            : [
                {
                  id: newId(),
                  from: 'assistant' as const,
                  text: instead,
                  sorryFor: id,
                  standsIn: articles.map(({ title }) => title)
                }
              ])
        ])
        setSpoken(instead === null ? '' : `${name}: ${plainText(instead)}`)
        if (found.kind === 'other') toast(chatTexts.trouble)
        else setTrouble(found)
      } finally {
        clearTimeout(timer)
        if (running.current === controller) {
          running.current = null
          setWriting('')
          setBusy(false)
        }
      }
    },
    [name, toast]
  )

  const send = useCallback(
    (typed: string) => {
      const text = typed.trim()
      if (text === '' || running.current) return
      const before = now.current.messages
      const id = newId()
      setMessages([...before, { id, from: 'user', text }])
      void answer(id, text, before)
    },
    [answer]
  )

  /** Asks a question again that got no answer. It is a new one to the server, which would repeat its failure else. */
  const retry = useCallback(
    ({ id, text }: Message) => {
      if (running.current) return
      const others = now.current.messages.filter(message => message.id !== id && message.sorryFor !== id)
      setMessages([...others, { id, from: 'user', text }])
      void answer(id, text, others)
    },
    [answer]
  )

  const swap = useCallback((id: string, said: Message[]) => {
    running.current?.abort()
    running.current = null
    setBusy(false)
    setWriting('')
    setTrouble(null)
    setSpoken('')
    setSessionId(id)
    setMessages(said)
  }, [])

  async function rate({ id, answer: rated }: Message, feedback: Feedback): Promise<void> {
    if (!rated) return
    const change = (to: Feedback) =>
      setMessages(said =>
        said.map(message =>
          message.id === id && message.answer ? { ...message, answer: { ...message.answer, feedback: to } } : message
        )
      )
    change(feedback)
    await sendFeedback(rated.id, feedback).catch(() => {
      change(rated.feedback)
      toast('Não foi possível guardar a sua avaliação. Tente novamente.')
    })
  }

  /** Confirms, cancels or completes what is proposed; the card then says what came of it. */
  async function decide({ id }: ChatCard, decision: CardAnswer): Promise<void> {
    try {
      const card = await answerCard(now.current.sessionId, id, decision)
      setMessages(said =>
        said.map(({ cards, ...message }) => ({
          ...message,
          ...(cards && { cards: cards.map(each => (each.id === id ? card : each)) })
        }))
      )
      setSpoken(cardText(card))
    } catch (error) {
      toast(messageOf(error))
    }
  }

  /** Adds a message of the assistant that does not come from the server. */
  const addOwnMessage = (text: string) => {
    setMessages(said => [...said, { id: newId(), from: 'assistant', text }])
    setSpoken(`${name}: ${plainText(text)}`)
  }

  return {
    sessionId,
    messages,
    busy,
    writing,
    trouble,
    spoken,
    send,
    retry,
    rate,
    decide,
    addOwnMessage,
    dismiss: () => setTrouble(null),
    begin: () => swap(newId(), []),
    resume: swap
  }
}
