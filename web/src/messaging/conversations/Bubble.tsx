import ReplyIcon from '@mui/icons-material/ReplyOutlined'
import NoteIcon from '@mui/icons-material/StickyNote2Outlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { memo } from 'react'
import { cut } from '../../../../services/core/rules.ts'
import { channelRules } from '../../../../services/messaging/channels/rules.ts'
import { messageStatuses } from '../../../../services/messaging/conversations/rules.ts'
import type { Message } from '../../../../services/messaging/conversations/schema.ts'
import { formatDateTime } from '../../core/format.ts'
import { useMay } from '../../shell/access.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { type BodyProps, MessageBody } from './MessageBody.tsx'
import { ReactButton } from './ReactButton.tsx'
import { Reactions } from './Reactions.tsx'
import { StatusSign } from './StatusSign.tsx'
import { useRetry } from './sending/api.ts'
import { messageWords, timeText, uncertainText } from './words.ts'

type Props = BodyProps & {
  zone: string
  onReply: ((message: Message) => void) | undefined
  onQuote: (id: string) => void
}

const certain = (status: Message['status']): boolean =>
  status !== null && ['sent', 'delivered', 'read', 'played'].includes(status)

/** How far all of some messages have come. */
const leastOf = (messages: readonly Message[]): Message['status'] =>
  messageStatuses.find(each => messages.some(({ status }) => status === each)) ?? null

/** A message of either side, or a note of the team. */
export const Bubble = memo(function Bubble({
  conversationId,
  channel,
  name,
  message,
  further,
  chosen,
  zone,
  onReply,
  onQuote
}: Props) {
  const { id, direction, kind, author, replyTo, reactions, editedAt, deletedAt, data } = message
  const createdAt = further?.at(-1)?.createdAt ?? message.createdAt
  const status = further ? leastOf([message, ...further]) : message.status
  const note = kind === 'note'
  const failed = status === 'failed'
  const who = direction === 'in' ? name : (author ?? (data.fromApp ? 'Pelo aplicativo' : 'Sua empresa'))
  const unsent = reactions.find(({ failure }) => failure !== null)
  const answerable = onReply && !deletedAt && !note && kind !== 'call' && (direction === 'in' || certain(status))
  return (
    <li className={`message ${direction} ${note ? 'note' : ''} ${failed ? 'failed' : ''}`} data-message={id}>
      <div className="bubble">
        <span style={visuallyHidden}>{who}: </span>
        {note && (
          <div className="label">
            <NoteIcon aria-hidden /> Nota da equipe
          </div>
        )}
        {typeof data.writer === 'string' && <div className="label">{data.writer}</div>}
        {Boolean(data.forwarded) && (
          <div className="label">{data.often ? 'Encaminhada muitas vezes' : 'Encaminhada'}</div>
        )}
        {replyTo && !deletedAt && <Quote quoted={replyTo} onQuote={onQuote} />}
        {deletedAt ? (
          <div className="text gone">Mensagem apagada</div>
        ) : (
          <MessageBody
            conversationId={conversationId}
            channel={channel}
            name={name}
            message={message}
            further={further}
            chosen={chosen}
          />
        )}
        {!further && <Reactions reactions={reactions} name={name} />}
        {unsent && (
          <div className="problem">
            {unsent.emoji === null ? 'A reação não foi retirada.' : `A reação ${unsent.emoji} não foi entregue.`}{' '}
            {unsent.failure}
          </div>
        )}
        <div className="foot">
          {direction === 'out' && <span>{who}</span>}
          {editedAt && !deletedAt && <span title={formatDateTime(editedAt, zone)}>editada</span>}
          <time dateTime={createdAt} title={formatDateTime(createdAt, zone)}>
            {timeText(createdAt, zone)}
          </time>
          {direction === 'out' && status && <StatusSign status={status} />}
        </div>
        {(failed || status === 'unknown') && (
          <Problem conversationId={conversationId} channel={channel} message={message} />
        )}
      </div>
      {answerable && (
        <IconButton
          className="act"
          size="small"
          aria-label={`Responder a: ${cut(messageWords(kind, message.text), 60)}`}
          title="Responder a esta mensagem"
          onClick={() => onReply(message)}
        >
          <ReplyIcon fontSize="small" />
        </IconButton>
      )}
      {answerable && direction === 'in' && kind !== 'system' && channelRules[channel].reactions.length > 0 && (
        <ReactButton conversationId={conversationId} channel={channel} message={message} />
      )}
    </li>
  )
})

function Quote({ quoted, onQuote }: { quoted: NonNullable<Message['replyTo']>; onQuote: (id: string) => void }) {
  const { id, text, kind } = quoted
  const words = id || text ? messageWords(kind, text) : 'Mensagem que não está mais aqui'
  return id ? (
    <button type="button" className="quote" onClick={() => onQuote(id)}>
      <span style={visuallyHidden}>Em resposta a: </span>
      <span>{words}</span>
    </button>
  ) : (
    <div className="quote">
      <span>{words}</span>
    </div>
  )
}

type ProblemProps = Pick<Props, 'conversationId' | 'channel' | 'message'>

/** Why a message did not arrive, or may not have, and the way to send it again on purpose. */
function Problem({ conversationId, channel, message: { id, status, failure, failureCode } }: ProblemProps) {
  const retry = useRetry(conversationId)
  const sends = useMay('send_messages')
  return (
    <div className="problem">
      <div>
        {status === 'unknown' ? uncertainText(channel) : (failure ?? 'A mensagem não foi entregue.')}
        {failureCode !== null && (
          <small>
            {' '}
            Código {channelRules[channel].provider.of}: {failureCode}.
          </small>
        )}
      </div>
      {sends && (
        <Button
          size="small"
          color="inherit"
          aria-busy={retry.isPending}
          onClick={() => retry.isPending || retry.mutate(id)}
          sx={{ mt: 0.5, ml: -1, textDecoration: 'underline' }}
        >
          Enviar de novo
        </Button>
      )}
    </div>
  )
}
