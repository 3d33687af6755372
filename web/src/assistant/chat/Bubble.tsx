import type { ChatCard } from '../../../../services/assistant/chat/schema.ts'
import type { CardAnswer, Feedback } from './api.ts'
import { Card } from './Card.tsx'
import styles from './chat.module.css'
import { Formatted } from './Formatted.tsx'
import { DownIcon, UpIcon } from './icons.tsx'
import type { Message } from './messages.ts'

type Props = {
  message: Message
  busy?: boolean
  /** Without these it is only read. */
  onRetry?: (message: Message) => void
  onRate?: (message: Message, feedback: Feedback) => void
  onDecide?: (card: ChatCard, decision: CardAnswer) => Promise<void>
}

const ratings = [
  { feedback: 'up', label: 'Resposta útil', Icon: UpIcon },
  { feedback: 'down', label: 'Resposta não ajudou', Icon: DownIcon }
] as const

/** A message of either side, with its actions. */
export function Bubble({ message, busy = false, onRetry, onRate, onDecide }: Props) {
  const { from, text, notice, failed, answer, cards = [], standsIn = [] } = message
  const sources = answer?.sources.map(({ title }) => title) ?? standsIn
  if (from === 'user')
    return (
      <div className={styles.asked}>
        <div className={styles.user}>
          <span className={styles.hidden}>Você: </span>
          <p>{text}</p>
        </div>
        {failed !== undefined && onRetry && (
          <p className={styles.failed}>
            {failed}{' '}
            <button type="button" disabled={busy} onClick={() => onRetry(message)}>
              Tentar novamente
            </button>
          </p>
        )}
      </div>
    )
  return (
    <div className={styles.answered}>
      {text !== '' && (
        <div className={styles.assistant}>
          <Formatted text={text} />
        </div>
      )}
      {notice && <p className={styles.notice}>{notice}</p>}
      {cards.map(card => (
        <Card key={card.id} card={card} onDecide={onDecide} />
      ))}
      {sources.length > 0 && <p className={styles.sources}>Fontes: {sources.join(' · ')}</p>}
      {answer && onRate && (
        <fieldset className={styles.rating} aria-label="Esta resposta ajudou?">
          {ratings.map(({ feedback, label, Icon }) => (
            <button
              key={feedback}
              type="button"
              aria-label={label}
              title={label}
              aria-pressed={answer.feedback === feedback}
              onClick={() => onRate(message, answer.feedback === feedback ? null : feedback)}
            >
              <Icon />
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
