import { useLayoutEffect, useRef, useState } from 'react'
import type { ChatCard } from '../../../../services/assistant/chat/schema.ts'
import type { CardAnswer } from './api.ts'
import card from './card.module.css'
import styles from './chat.module.css'
import { DoneIcon } from './icons.tsx'
import { outcomeOf } from './messages.ts'

type Props = {
  card: ChatCard
  /** Without it the card is only read. */
  onDecide?: ((card: ChatCard, decision: CardAnswer) => Promise<void>) | undefined
}

/** An action that the assistant proposes; nothing is done before the person confirms it here. */
export function Card({ card: proposal, onDecide }: Props) {
  const { state, title, about, lines, options, leadId } = proposal
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLFieldSetElement>(null)
  const pressed = useRef(false)

  // The pressed button disappears with the answer; the focus must not leave the card.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the card changes
  useLayoutEffect(() => {
    if (pressed.current) box.current?.focus({ preventScroll: true })
    pressed.current = false
  }, [state])

  async function decide(decision: CardAnswer): Promise<void> {
    if (busy || !onDecide) return
    pressed.current = true
    setBusy(true)
    await onDecide(proposal, decision)
    setBusy(false)
  }

  return (
    <fieldset className={card.card} aria-label={title} data-state={state} ref={box} tabIndex={-1}>
      <p className={card.title}>{title}</p>
      {about !== null && <p className={card.about}>{about}</p>}
      {lines.map(line => (
        <p key={line} className={card.line}>
          {line}
        </p>
      ))}
      {onDecide && state === 'choosing' && (
        <ul className={card.options}>
          {options.map(option => (
            <li key={option.id}>
              <button
                type="button"
                aria-disabled={busy}
                onClick={() => void decide({ how: 'choose', leadId: option.id })}
              >
                {option.name}
                <span className={card.about}>{option.about}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {onDecide && (state === 'choosing' || state === 'waiting') ? (
        <div className={card.choices}>
          <button
            type="button"
            className={styles.plain}
            aria-disabled={busy}
            onClick={() => void decide({ how: 'cancel' })}
          >
            Cancelar
          </button>
          {state === 'waiting' && (
            <button
              type="button"
              className={styles.primary}
              aria-disabled={busy}
              onClick={() => void decide({ how: 'confirm' })}
            >
              {busy ? 'Um momento...' : 'Confirmar'}
            </button>
          )}
        </div>
      ) : (
        <p className={card.outcome}>
          {state === 'done' && <DoneIcon />}
          {outcomeOf(proposal)}
          {state === 'done' && leadId !== null && <a href={`/leads/${leadId}`}>Abrir lead</a>}
        </p>
      )}
    </fieldset>
  )
}
