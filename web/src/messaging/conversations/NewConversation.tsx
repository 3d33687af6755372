import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type ChannelKind, channelNames, channelRules } from '../../../../services/messaging/channels/rules.ts'
import { PickLead } from '../../leads/leads/PickLead.tsx'
import { useLead } from '../../leads/leads/page/api.ts'
import { useMay } from '../../shell/access.ts'
import { TemplatePicker } from '../templates/TemplatePicker.tsx'
import { useNewConversation } from './api.ts'
import { settingsOf } from './channelState.ts'

type Props = { channel: ChannelKind; leadId?: string; onClose: () => void }

/** Writes to a lead who need not have written before; without one, a lead is chosen first. */
export function NewConversation({ channel, leadId, onClose }: Props) {
  const [chosen, setChosen] = useState(leadId ?? null)
  return chosen === null ? (
    <PickLead title="Nova conversa com quem?" without="" onPick={setChosen} onClose={onClose} />
  ) : (
    <WithLead channel={channel} leadId={chosen} onClose={onClose} />
  )
}

function WithLead({ channel, leadId, onClose }: Required<Props>) {
  const id = useId()
  const navigate = useNavigate()
  const manages = useMay('manage_channels')
  const { data: lead } = useLead(leadId)
  const [problem, setProblem] = useState<string | null>(null)
  const [key] = useState(() => crypto.randomUUID())
  const start = useNewConversation({
    onDone: ({ id, channel }) => {
      onClose()
      void navigate(`${channelRules[channel].page}/${id}`)
    },
    onFailure: error => {
      setProblem(error.message)
      return true
    }
  })
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={id}>
      <DialogTitle id={id}>
        Nova conversa no {channelNames[channel]}
        {lead && ` com ${lead.name}`}
      </DialogTitle>
      <DialogContent>
        <TemplatePicker
          to={{ leadId }}
          busy={start.isPending}
          settings={manages ? settingsOf(channel) : null}
          onSend={({ templateId, values }) => {
            setProblem(null)
            start.mutate({ key, channel, leadId, templateId, values })
          }}
        />
        {problem && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {problem}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fechar</Button>
      </DialogActions>
    </Dialog>
  )
}
