import { Fragment, memo } from 'react'
import { Link } from 'react-router-dom'
import type { Tag } from '../../../../services/leads/tags/schema.ts'
import { channelNames } from '../../../../services/messaging/channels/rules.ts'
import type { Conversation } from '../../../../services/messaging/conversations/schema.ts'
import { counted, formatDateTime } from '../../core/format.ts'
import { TagDot } from '../../leads/tags/TagChip.tsx'
import { Face } from '../../ui/Face.tsx'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { screens } from './channels/registry.ts'
import { lastWords, listTime, waitText } from './words.ts'

/** `tags`: those of the company. */
type Props = {
  conversation: Conversation
  tags: readonly Tag[]
  to: string
  current: boolean
  zone: string
  now: number
}

/** A conversation in the list: whom with, what was said last, who has it, and who waits for how long. */
export const ConversationRow = memo(function ConversationRow({ conversation, tags, to, current, zone, now }: Props) {
  const { name, channel, unread, assigneeName, waitingSince, lastMessageAt, match } = conversation
  const at = match?.createdAt ?? lastMessageAt
  const labels = tags.filter(({ id }) => conversation.tags.includes(id))
  const [label, ...more] = labels
  const { Icon } = screens[channel]
  return (
    <Link
      to={to}
      data-row={conversation.id}
      data-unread={unread > 0 ? '' : undefined}
      aria-current={current ? 'page' : undefined}
    >
      <Face name={name} picture={conversation.picture}>
        <Icon />
      </Face>
      <span style={{ minWidth: 0 }}>
        <span className="line">
          <span className="name fills" dir="auto">
            {name}
          </span>
          <span style={visuallyHidden}>, {channelNames[channel]}, </span>
          <time dateTime={at} title={formatDateTime(at, zone)}>
            {listTime(at, zone, now)}
          </time>
        </span>
        <span className="line words">
          <span className="fills" dir="auto">
            {match ? <MatchLine match={match} /> : lastWords(conversation)}
          </span>
          {unread > 0 && (
            <>
              <span className="number" aria-hidden>
                {unread > 99 ? '99+' : unread}
              </span>
              <span style={visuallyHidden}>{counted(unread, 'não lida', 'não lidas')}</span>
            </>
          )}
        </span>
        <span className="line who">
          <span className="fills">
            {waitingSince && <span className="waits">{waitText(waitingSince, now)} · </span>}
            {assigneeName ?? 'Sem responsável'}
          </span>
          {label && (
            <span className="tags" title={labels.map(({ name }) => name).join(', ')}>
              <span style={visuallyHidden}>Etiquetas: </span>
              <TagDot tone={label.color} />
              <span className="fills">{label.name}</span>
              {more.length > 0 && <span aria-hidden>+{more.length}</span>}
              <span style={visuallyHidden}>{more.map(({ name }) => `, ${name}`)}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  )
})

/** The message that has the words of a search, which stand out. */
function MatchLine({ match: { direction, line } }: { match: NonNullable<Conversation['match']> }) {
  return (
    <>
      {direction === 'out' && 'Equipe: '}
      {line.map(({ text, marked }, n) => {
        const key = `${n} ${text}`
        return marked ? <mark key={key}>{text}</mark> : <Fragment key={key}>{text}</Fragment>
      })}
    </>
  )
}
