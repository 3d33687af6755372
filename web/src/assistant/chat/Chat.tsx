import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { chatTexts } from '../../../../services/assistant/chat/rules.ts'
import type { ChatInfo } from '../../../../services/assistant/chat/schema.ts'
import { readInfo } from './api.ts'
import styles from './chat.module.css'
import { CloseIcon, HistoryIcon, NewIcon, SparkIcon } from './icons.tsx'
import { Modal } from './Modal.tsx'
import { served } from './person.ts'
import { suggestionsFor } from './suggestions.ts'
import { Talk } from './Talk.tsx'
import { useConversation } from './useConversation.ts'
import { useWide } from './useWide.ts'

const History = lazy(() => import('./History.tsx').then(file => ({ default: file.History })))
const KeyDialog = lazy(() => import('./KeyDialog.tsx').then(file => ({ default: file.KeyDialog })))

/** Shown until the installation's own words have loaded, and where they cannot be loaded. */
const unknown: ChatInfo = {
  name: 'Lia',
  greeting: chatTexts.greeting('Lia'),
  questions: []
}

const confirmation = 'A chave de API foi configurada. Está tudo funcionando?'
const toastTime = 8000

let open: ((message?: string) => void) | undefined

/** Opens the assistant, and asks it something where a message is given. */
export function openChat(message?: string): void {
  if (open) {
    open(message)
    return
  }
  const root = document.createElement('div')
  root.id = 'chat-root'
  document.body.append(root)
  createRoot(root).render(<Chat first={message} />)
}

type Toast = { tone: 'error' | 'success'; text: string }

function Chat({ first }: { first: string | undefined }) {
  const [shown, setShown] = useState(true)
  const [info, setInfo] = useState<ChatInfo | null>(null)
  const [view, setView] = useState<'talk' | 'history'>('talk')
  const [typed, setTyped] = useState('')
  const [toast, setToast] = useState<Toast | null>(null)
  const [settingKey, setSettingKey] = useState(false)
  const { name, greeting, questions } = info ?? unknown
  const fail = useCallback((text: string) => setToast({ tone: 'error', text }), [])
  const conversation = useConversation({ name, toast: fail })
  const { send, begin, resume } = conversation
  const person = served()
  const wide = useWide()

  const ask = useRef(send)
  ask.current = send
  useEffect(() => {
    open = message => {
      setShown(true)
      setView('talk')
      if (message) ask.current(message)
    }
    if (first) ask.current(first)
  }, [first])

  useEffect(() => {
    if (shown && !info) readInfo().then(setInfo, () => setInfo(unknown))
  }, [shown, info])

  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => setToast(null), toastTime)
    return () => clearTimeout(timer)
  }, [toast])

  if (!shown) return null
  return (
    <Modal
      key={String(wide)}
      docked={wide}
      label={`${name}, assistente virtual`}
      className={styles.chat}
      onClose={() => setShown(false)}
    >
      <div className={styles.head}>
        <span className={styles.face}>
          <SparkIcon />
        </span>
        <div className={styles.who}>
          <h2>
            {name}
            <span>, assistente virtual</span>
          </h2>
          {person ? (
            <p>
              <span className={styles.name}>{person.name}</span> <span className={styles.kind}>{person.kind}</span>
            </p>
          ) : (
            <p>Tire suas dúvidas</p>
          )}
        </div>
        {person && (
          <button
            type="button"
            className={styles.icon}
            aria-label="Histórico de conversas"
            title="Histórico de conversas"
            aria-pressed={view === 'history'}
            onClick={() => setView(view === 'history' ? 'talk' : 'history')}
          >
            <HistoryIcon />
          </button>
        )}
        <button
          type="button"
          className={styles.icon}
          aria-label="Nova conversa"
          title="Nova conversa"
          onClick={() => {
            begin()
            setTyped('')
            setView('talk')
          }}
        >
          <NewIcon />
        </button>
        <button
          type="button"
          className={styles.icon}
          aria-label="Fechar"
          title="Fechar"
          onClick={() => setShown(false)}
        >
          <CloseIcon />
        </button>
      </div>

      <div className={styles.toasts}>
        <div role="alert">{toast?.tone === 'error' && <p className={styles.error}>{toast.text}</p>}</div>
        <div role="status">{toast?.tone === 'success' && <p className={styles.success}>{toast.text}</p>}</div>
      </div>
      {/* Said once it is complete: a text that grows would be read from its beginning again and again. */}
      <div className={styles.hidden} aria-live="polite">
        {conversation.spoken}
      </div>

      {view === 'talk' ? (
        <Talk
          name={name}
          greeting={info ? greeting : null}
          questions={suggestionsFor(info === null ? null : questions)}
          conversation={conversation}
          typed={typed}
          onType={setTyped}
          onFailure={fail}
          onSetKey={() => setSettingKey(true)}
        />
      ) : (
        <Suspense fallback={<p className={styles.note}>Carregando...</p>}>
          <History
            current={conversation.sessionId}
            onResume={(id, said) => {
              resume(id, said)
              setView('talk')
            }}
            onDeleteCurrent={begin}
            onFailure={fail}
          />
        </Suspense>
      )}

      {settingKey && (
        <Suspense>
          <KeyDialog
            onClose={() => setSettingKey(false)}
            onSaved={text => {
              setSettingKey(false)
              setToast({ tone: 'success', text })
              setTimeout(() => ask.current(confirmation), 1000)
            }}
          />
        </Suspense>
      )}
    </Modal>
  )
}
