import BackIcon from '@mui/icons-material/ArrowBack'
import ResolveIcon from '@mui/icons-material/CheckCircleOutlined'
import AboutIcon from '@mui/icons-material/InfoOutlined'
import ReopenIcon from '@mui/icons-material/ReplayOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { channelRules } from '../../../../services/messaging/channels/rules.ts'
import { conversationStatusLabels } from '../../../../services/messaging/conversations/rules.ts'
import type { Conversation } from '../../../../services/messaging/conversations/schema.ts'
import { formatDateTime } from '../../core/format.ts'
import { useMay } from '../../shell/access.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Face } from '../../ui/Face.tsx'
import { presenceText } from '../../ui/usePresence.ts'
import { AssignMenu } from './AssignMenu.tsx'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { useChannel } from './settings/api.ts'
import type { Colleague } from './usePresence.ts'
import { useUndoable } from './useUndoable.tsx'

type Props = { conversation: Conversation; others: readonly Colleague[]; onBeside: (() => void) | undefined }

/** Where the name has room beside the words of the button. */
const roomy = '@container (min-width: 480px)'

/** The person of the conversation, its other viewers, and the actions on it as a whole. */
export function ThreadHead({ conversation, others, onBeside }: Props) {
  const { name, contact, picture, channel, status, snoozedUntil } = conversation
  const { search } = useLocation()
  const sends = useMay('send_messages')
  const zone = useTimeZone()
  const heading = useRef<HTMLHeadingElement>(null)
  const { change, busy } = useUndoable(conversation)
  const demo = useChannel(channel).data?.demo ?? false
  const resolved = status === 'resolved'

  // On a phone the list is gone, and with it what had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])

  const state =
    status === 'snoozed' && snoozedUntil
      ? `Adiada até ${formatDateTime(snoozedUntil, zone)}`
      : conversationStatusLabels[status]
  return (
    <Box
      component="header"
      sx={{
        // It stands in the inbox and, narrow on the widest screens too, beside a telephone.
        containerType: 'inline-size',
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        minHeight: 60,
        px: { xs: 1, md: 2 },
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper'
      }}
    >
      <IconButton
        component={Link}
        to={{ pathname: channelRules[channel].page, search }}
        aria-label="Voltar às conversas"
        sx={{ display: { md: 'none' } }}
      >
        <BackIcon />
      </IconButton>
      {picture && (
        <Box component="span" sx={{ '--face': '36px', display: 'flex', mr: 0.75 }}>
          <Face name={name} picture={picture} />
        </Box>
      )}
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Box
          component="h1"
          ref={heading}
          tabIndex={-1}
          dir="auto"
          sx={{
            m: 0,
            outline: 'none',
            fontSize: '1rem',
            lineHeight: 1.4,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap'
          }}
        >
          {name}
        </Box>
        <Box
          sx={{
            fontSize: '0.75rem',
            color: 'text.secondary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap'
          }}
        >
          <span role="status">
            {others.length > 0 && (
              <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
                {presenceText(others)}
              </Box>
            )}
          </span>
          {others.length === 0 && `${contact} · ${state}${demo ? ' · Demonstração' : ''}`}
        </Box>
      </Box>
      {sends && (
        <>
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
            <AssignMenu conversation={conversation} />
          </Box>
          {!resolved && <SnoozeMenu conversation={conversation} />}
          <Button
            data-resolve
            variant={resolved ? 'outlined' : 'contained'}
            aria-label={resolved ? 'Reabrir conversa' : 'Resolver conversa'}
            aria-busy={busy}
            title={resolved ? 'Reabrir (e)' : 'Resolver (e)'}
            onClick={() => change({ status: resolved ? 'open' : 'resolved' })}
            sx={{ flexShrink: 0, minWidth: 44, px: 1, gap: 0.75, [roomy]: { px: 1.75 } }}
          >
            {resolved ? <ReopenIcon fontSize="small" /> : <ResolveIcon fontSize="small" />}
            <Box component="span" sx={{ display: 'none', [roomy]: { display: 'inline' } }}>
              {resolved ? 'Reabrir' : 'Resolver'}
            </Box>
          </Button>
        </>
      )}
      {onBeside && (
        <IconButton data-about aria-label={`Sobre ${name}`} aria-haspopup="dialog" onClick={onBeside}>
          <AboutIcon />
        </IconButton>
      )}
    </Box>
  )
}
