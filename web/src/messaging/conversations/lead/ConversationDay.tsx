import Box from '@mui/material/Box'
import { Link } from 'react-router-dom'
import { type ChannelKind, channelNames, channelRules } from '../../../../../services/messaging/channels/rules.ts'
import { type Direction, kindLabels, type MessageKind } from '../../../../../services/messaging/conversations/rules.ts'
import { counted } from '../../../core/format.ts'

type ConversationDayData = {
  conversationId: string
  channel: ChannelKind
  messages: number
  /** At most three, the newest first. */
  newest: {
    direction: Direction
    kind: MessageKind
    authorName: string | null
    text: string | null
    deleted: boolean
  }[]
}

/** A conversation on one day: its newest messages, and a link to it. */
export function ConversationDay({ data }: { data: Record<string, unknown> }) {
  const { conversationId, channel, messages, newest } = data as ConversationDayData
  const before = messages - newest.length
  return (
    <>
      <Box sx={{ fontWeight: 600 }}>
        <Link to={`${channelRules[channel].page}/${conversationId}`}>
          {counted(messages, 'mensagem', 'mensagens')} no {channelNames[channel]}
        </Link>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, my: 0.75, p: 0, display: 'grid', gap: 0.5 }}>
        {before > 0 && (
          <Box component="li" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            e mais {counted(before, 'mensagem', 'mensagens')} antes
          </Box>
        )}
        {newest.toReversed().map(({ direction, kind, authorName, text, deleted }, n) => (
          <Box
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: they are replaced together
            key={n}
            sx={{
              px: 1.25,
              py: 0.75,
              width: 'fit-content',
              maxWidth: '100%',
              borderRadius: 1.5,
              fontSize: '0.875rem',
              whiteSpace: 'pre-wrap',
              justifySelf: direction === 'out' ? 'end' : 'start',
              bgcolor: theme => (direction === 'out' ? theme.tokens.tones.brand.soft : theme.tokens.sunken)
            }}
          >
            {direction === 'out' && authorName && (
              <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
                {authorName}:{' '}
              </Box>
            )}
            {deleted ? <em>Mensagem apagada</em> : (text ?? kindLabels[kind])}
          </Box>
        ))}
      </Box>
    </>
  )
}
