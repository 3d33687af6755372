import ReactIcon from '@mui/icons-material/AddReactionOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { cut } from '../../../../services/core/rules.ts'
import { type ChannelKind, channelRules } from '../../../../services/messaging/channels/rules.ts'
import type { Message } from '../../../../services/messaging/conversations/schema.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { useReaction } from './messages/api.ts'
import { messageWords } from './words.ts'

const EmojiPanel = onDemand(async () => (await import('./EmojiPanel.tsx')).EmojiPanel)

/** The signs at hand, where the channel takes any. */
const usual = ['👍', '❤️', '😂', '😮', '😢', '🙏']

type Props = { conversationId: string; channel: ChannelKind; message: Message }

/** Reacts to a message of the person; the sign that is set already is taken back. */
export function ReactButton({ conversationId, channel, message: { id, kind, text, reactions } }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [all, setAll] = useState(false)
  const { mutate } = useReaction(conversationId)
  const taken = channelRules[channel].reactions
  const set = reactions.find(({ direction }) => direction === 'out')?.emoji ?? null
  const close = () => {
    setAnchor(null)
    setAll(false)
  }
  const choose = (emoji: string) => {
    mutate({ messageId: id, emoji: emoji === set ? null : emoji })
    close()
  }
  return (
    <>
      <IconButton
        className="act"
        size="small"
        aria-label={`Reagir a: ${cut(messageWords(kind, text), 60)}`}
        aria-haspopup="dialog"
        title="Reagir a esta mensagem"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <ReactIcon fontSize="small" />
      </IconButton>
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
          transformOrigin={{ vertical: 'bottom', horizontal: 'center' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': 'Reagir', sx: { p: 0.5, maxWidth: 340 } } }}
        >
          <Box sx={{ display: 'flex' }}>
            {(taken === 'any' ? usual : taken).map(emoji => (
              <IconButton
                key={emoji}
                aria-label={emoji === set ? `Retirar a reação ${emoji}` : `Reagir com ${emoji}`}
                aria-pressed={emoji === set}
                onClick={() => choose(emoji)}
                sx={{
                  width: 44,
                  height: 44,
                  fontSize: 22,
                  color: 'text.primary',
                  '&[aria-pressed=true]': { bgcolor: theme => theme.tokens.tones.brand.soft }
                }}
              >
                {emoji}
              </IconButton>
            ))}
            {taken === 'any' && (
              <IconButton
                aria-label="Outros emojis"
                aria-expanded={all}
                onClick={() => setAll(!all)}
                sx={{ width: 44, height: 44 }}
              >
                <ReactIcon fontSize="small" />
              </IconButton>
            )}
          </Box>
          {all && <EmojiPanel onChoose={choose} onClose={() => setAll(false)} />}
        </Popover>
      )}
    </>
  )
}
