import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { chatLimits, chatTexts } from '../../../../services/assistant/chat/rules.ts'
import { askForPerson, type Contact } from './api.ts'
import { Banner } from './Banner.tsx'
import { Bubble } from './Bubble.tsx'
import { ContactForm } from './ContactForm.tsx'
import styles from './chat.module.css'
import { Formatted } from './Formatted.tsx'
import { SendIcon } from './icons.tsx'
import { served } from './person.ts'
import { messageOf } from './problems.ts'
import type { Conversing } from './useConversation.ts'

type Props = {
  name: string
  /** Null until it is known. */
  greeting: string | null
  questions: readonly string[]
  conversation: Conversing
  typed: string
  onType: (text: string) => void
  onFailure: (text: string) => void
  onSetKey: () => void
}

/** The conversation and what is said next. */
export function Talk({ name, greeting, questions, conversation, typed, onType, onFailure, onSetKey }: Props) {
  const { messages, busy, writing, trouble, sessionId, send, retry, rate, decide, addOwnMessage, dismiss } =
    conversation
  const [calling, setCalling] = useState(false)
  /** Nobody knows how to reach a visitor, who is asked first. */
  const [leaving, setLeaving] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const fresh = messages.length === 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is scrolled to
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight
  }, [messages.length, writing, busy, trouble])

  // A disabled input loses the focus, which goes back to it unless the person has moved on.
  useEffect(() => {
    const here = document.activeElement
    if (!busy && (here === document.body || here?.tagName === 'DIALOG')) input.current?.focus({ preventScroll: true })
  }, [busy])

  useLayoutEffect(() => {
    const field = input.current
    if (!field) return
    field.style.height = 'auto'
    if (typed) field.style.height = `${Math.min(field.scrollHeight + 2, 140)}px`
  }, [typed])

  function submit(): void {
    if (busy || typed.trim() === '') return
    send(typed)
    onType('')
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  async function callPerson(contact?: Contact): Promise<void> {
    setCalling(true)
    try {
      addOwnMessage(await askForPerson(sessionId, contact))
      setLeaving(false)
    } catch (error) {
      onFailure(messageOf(error))
    } finally {
      setCalling(false)
    }
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={styles.said} ref={list} aria-label="Conversa" tabIndex={0}>
        <div className={styles.assistant}>{greeting === null ? <Dots /> : <Formatted text={greeting} />}</div>
        {fresh && greeting !== null && questions.length > 0 && (
          <ul className={styles.starters} aria-label="Sugestões de perguntas">
            {questions.map(question => (
              <li key={question}>
                <button type="button" onClick={() => send(question)}>
                  {question}
                </button>
              </li>
            ))}
          </ul>
        )}
        {messages.map(message => (
          <Bubble key={message.id} message={message} busy={busy} onRetry={retry} onRate={rate} onDecide={decide} />
        ))}
        {busy &&
          (writing ? (
            <div className={styles.assistant}>
              <Formatted text={writing} />
            </div>
          ) : (
            <p className={styles.typing}>
              <Dots /> {chatTexts.typing(name)}
            </p>
          ))}
      </section>

      {trouble && <Banner trouble={trouble} onClose={dismiss} onSetKey={onSetKey} />}

      {leaving && (
        <ContactForm busy={calling} onSend={contact => void callPerson(contact)} onClose={() => setLeaving(false)} />
      )}
      <form
        className={styles.composer}
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <textarea
          ref={input}
          rows={1}
          aria-label="Mensagem"
          placeholder="Digite sua mensagem..."
          value={typed}
          maxLength={chatLimits.message}
          disabled={busy}
          enterKeyHint="send"
          onChange={event => onType(event.target.value)}
          onKeyDown={onKeyDown}
          data-autofocus
        />
        <button type="submit" className={styles.send} aria-label="Enviar" disabled={busy || typed.trim() === ''}>
          <SendIcon />
        </button>
      </form>
      <div className={styles.foot}>
        {!served()?.staff &&
          (fresh ? (
            <a href="/contact">Falar com uma pessoa</a>
          ) : (
            <button
              type="button"
              disabled={calling || busy}
              aria-expanded={served() ? undefined : leaving}
              onClick={() => (served() ? void callPerson() : setLeaving(!leaving))}
            >
              Falar com uma pessoa
            </button>
          ))}
        <span className={styles.disclaimer}>A IA pode errar.</span>
      </div>
    </>
  )
}

const Dots = () => (
  <span className={styles.dots} aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
)
