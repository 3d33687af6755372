import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { cut } from '../../../../services/core/rules.ts'
import { channelRules } from '../../../../services/messaging/channels/rules.ts'
import type { Conversation } from '../../../../services/messaging/conversations/schema.ts'
import { ContactButtons } from '../../leads/leads/ContactButtons.tsx'
import { tomorrowMorning } from '../../leads/leads/later.ts'
import { useLead, useNewTask } from '../../leads/leads/page/api.ts'
import { useMay } from '../../shell/access.ts'
import { useTimeZone } from '../../shell/company.ts'
import { type ChosenTemplate, TemplatePicker } from '../templates/TemplatePicker.tsx'
import { settingsOf, type Trouble } from './channelState.ts'
import { actionBelow } from './WritingNotices.tsx'

type ClosedProps = {
  conversation: Conversation
  free: string | null
  onTemplate: (chosen: ChosenTemplate) => void
}

/** The window has closed: what the channel no longer takes, and how the person can be reached all the same. */
export function Closed({ conversation, free, onTemplate }: ClosedProps) {
  const { channel, leadId, name } = conversation
  const { data: lead } = useLead(leadId)
  const edits = useMay('edit_leads')
  const manages = useMay('manage_channels')
  const zone = useTimeZone()
  /** The picker begins again after each message, which now stands in the thread. */
  const [sent, setSent] = useState(0)
  const task = useNewTask()
  const plan = () => {
    const at = tomorrowMorning(new Date(), zone).toISOString()
    if (!task.isPending)
      task.mutate({ leadId, title: cut(`Ligar para ${name}`, 200), kind: 'call', dueAt: at, remindAt: at })
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, py: 0.5 }}>
      <Alert severity="info">
        {channelRules[channel].window.closed}
        {free && ' Esta pessoa veio de um anúncio: modelos aprovados saem sem custo.'}
      </Alert>
      {channelRules[channel].templates && (
        <TemplatePicker
          key={sent}
          to={{ conversationId: conversation.id }}
          settings={manages ? settingsOf(channel) : null}
          onSend={chosen => {
            setSent(sent + 1)
            onTemplate(chosen)
          }}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ContactButtons name={name} phone={lead?.phone ?? null} email={lead?.email ?? null} />
        {edits && (
          <Button size="small" variant="outlined" aria-busy={task.isPending} onClick={plan}>
            Ligar amanhã às 9h
          </Button>
        )}
      </Box>
    </Box>
  )
}

type OffProps = {
  conversation: Conversation
  trouble: Trouble
  text: string | null
}

/** The channel sends nothing now: why, and where that is mended. */
export function Off({ conversation: { channel }, trouble, text }: OffProps) {
  const manages = useMay('manage_channels')
  return (
    <Alert
      severity="warning"
      sx={actionBelow}
      action={
        manages && (
          <Button component={Link} to={settingsOf(channel)} color="inherit" size="small">
            Configuração
          </Button>
        )
      }
    >
      {text ?? trouble.text} {manages ? !text && trouble.mend : 'Fale com quem administra a empresa.'}
    </Alert>
  )
}
