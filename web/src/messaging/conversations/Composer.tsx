import Box from '@mui/material/Box'
import { channelRules } from '../../../../services/messaging/channels/rules.ts'
import { windowOf } from '../../../../services/messaging/conversations/rules.ts'
import { Blocked } from './BlockButton.tsx'
import { Closed, Off } from './Closed.tsx'
import { troubleOf } from './channelState.ts'
import { Modes } from './composerStyle.ts'
import { outgoing } from './outgoing.ts'
import { useChannel } from './settings/api.ts'
import { useNow } from './useNow.ts'
import { Writing, type WritingProps } from './Writing.tsx'
import { freeText, windowText } from './words.ts'

/** Where an answer or a note is written; where no answer can be sent it says why, and what can be done instead. */
export function Composer(props: WritingProps) {
  const { conversation, draft, onWrite, onSend } = props
  const { channel, windowEndsAt, freeUntil, blockedAt } = conversation
  const { data: settings } = useChannel(channel)
  const now = useNow(30_000, windowOf(channel, windowEndsAt, new Date()).endsAt)
  const { window, endsAt } = windowOf(channel, windowEndsAt, new Date(now))
  const free = freeText(freeUntil, now)
  const off = settings && troubleOf(channel, settings.state)
  const writable = draft.note || (!off && window !== 'closed' && !blockedAt)
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', bgcolor: 'background.paper', px: { xs: 1.5, md: 2 }, py: 1 }}>
      <Modes role="group" aria-label="O que escrever">
        <button type="button" data-answer aria-pressed={!draft.note} onClick={() => onWrite({ note: false })}>
          Responder
        </button>
        <button type="button" data-note aria-pressed={draft.note} onClick={() => onWrite({ note: true })}>
          Nota
        </button>
        <Box
          component="span"
          className="window"
          sx={{ color: window === 'open' ? 'text.secondary' : 'warning.main' }}
          title={window === 'human' ? channelRules[channel].window.human?.hint : undefined}
        >
          {!draft.note && windowText(window, endsAt, now)}
          {!draft.note && free && (
            <Box
              component="span"
              sx={{ color: 'success.main' }}
              title="A pessoa veio de um anúncio e foi respondida em um dia."
            >
              {' · '}
              {free}
            </Box>
          )}
        </Box>
      </Modes>
      {writable ? (
        <Writing {...props} />
      ) : blockedAt ? (
        <Blocked conversation={conversation} />
      ) : off ? (
        <Off conversation={conversation} trouble={off} text={settings.problemText} />
      ) : (
        <Closed
          conversation={conversation}
          free={free}
          onTemplate={({ text, ...template }) => {
            onSend([outgoing(text, { ...draft, replyTo: null }, { template })])
            // A text written before the window closed is not sent with it.
            if (draft.text) onWrite({ text: draft.text })
          }}
        />
      )}
    </Box>
  )
}
