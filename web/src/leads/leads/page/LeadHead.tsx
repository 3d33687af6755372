import TaskIcon from '@mui/icons-material/AssignmentOutlined'
import AppointmentIcon from '@mui/icons-material/EventOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import NoteIcon from '@mui/icons-material/StickyNote2Outlined'
import WaitingIcon from '@mui/icons-material/TimerOutlined'
import PresenceIcon from '@mui/icons-material/VisibilityOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import type { ContactChannel } from '../../../../../services/account/activities/rules.ts'
import { useMay } from '../../../shell/access.ts'
import { PageHead } from '../../../ui/PageHead.tsx'
import { useBookingOf } from '../useBookingOf.tsx'
import type { ComposerTab } from './Composer.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { OwnerField } from './OwnerField.tsx'
import { presenceText, usePresence } from './presence.ts'
import { Score } from './Score.tsx'
import { StatusSteps } from './StatusSteps.tsx'
import { useShownLead } from './shownLead.ts'
import { durationText } from './values.ts'
import { useWays, Ways } from './Ways.tsx'

type Props = {
  onContact: (channel: ContactChannel) => void
  onCompose: (tab: ComposerTab) => void
}

/** The lead's name, its status, and the actions for now. */
export function LeadHead({ onContact, onCompose }: Props) {
  const lead = useShownLead()
  const editable = useMay('edit_leads')
  const { inbox, whatsapp, call, mail } = useWays(lead)
  const viewers = usePresence(lead.id)
  const { book, dialog } = useBookingOf()
  return (
    <Box sx={{ mb: { xs: 2, sm: 2.5 } }}>
      <PageHead
        title={lead.name}
        beside
        actions={
          <>
            <Box sx={{ display: { xs: 'none', md: 'flex' }, gap: 1, flexWrap: 'wrap' }}>
              <Ways inbox={inbox} whatsapp={whatsapp} call={call} onContact={onContact} />
              {mail && (
                <Button variant="outlined" startIcon={<MailIcon />} href={mail} onClick={() => onContact('email')}>
                  E-mail
                </Button>
              )}
              {book && (
                <Button variant="outlined" startIcon={<AppointmentIcon />} onClick={() => book(lead)}>
                  Agendar
                </Button>
              )}
              {editable && (
                <>
                  <Button variant="outlined" startIcon={<TaskIcon />} onClick={() => onCompose('task')}>
                    Tarefa
                  </Button>
                  <Button variant="outlined" startIcon={<NoteIcon />} onClick={() => onCompose('note')}>
                    Nota
                  </Button>
                </>
              )}
              <MoreMenu />
            </Box>
            <Box sx={{ display: { md: 'none' } }}>
              <MoreMenu mail={mail || null} onBook={book && (() => book(lead))} />
            </Box>
          </>
        }
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1.25 }}>
        <StatusSteps editable={editable} />
        <OwnerField lead={lead} />
        <Score />
        {lead.status === 'new' && lead.firstContactAt === null && <Waiting since={lead.receivedAt} />}
      </Box>
      {dialog}
      <Box role="status" aria-live="polite">
        {viewers.length > 0 && (
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 0.75,
              mt: 1.25,
              color: 'text.secondary',
              fontSize: '0.875rem'
            }}
          >
            <PresenceIcon sx={{ fontSize: 18 }} aria-hidden />
            {presenceText(viewers)}
          </Box>
        )}
      </Box>
    </Box>
  )
}

/** How long somebody has been waiting for a first contact. */
function Waiting({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, (now - new Date(since).getTime()) / 1000)
  return (
    <Box
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        fontSize: '0.875rem',
        fontVariantNumeric: 'tabular-nums',
        color: seconds > 3600 ? 'error.main' : 'text.secondary'
      }}
    >
      <WaitingIcon sx={{ fontSize: 18 }} aria-hidden />
      Espera o primeiro contato há {durationText(seconds, 2)}
    </Box>
  )
}
