import type { Message } from '../../../../services/messaging/conversations/schema.ts'

/** The signs that either side has put to a message. */
export const Reactions = ({ reactions, name }: { reactions: Message['reactions']; name: string }) =>
  reactions.length > 0 && (
    <div className="reactions">
      {reactions.map(({ direction: by, emoji, failure }) => (
        <span
          key={by}
          role="img"
          data-failed={failure ? '' : undefined}
          aria-label={
            emoji === null ? 'A reação não foi retirada' : `${by === 'in' ? name : 'Sua empresa'} reagiu com ${emoji}`
          }
        >
          {emoji ?? '⚠️'}
        </span>
      ))}
    </div>
  )
