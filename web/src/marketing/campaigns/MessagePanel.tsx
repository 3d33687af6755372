import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { PickLead } from '../../leads/leads/PickLead.tsx'
import { PhoneBubble } from '../../messaging/templates/PhoneBubble.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Campaign, useMessagePreview } from './api.ts'

/** The message of a campaign as a telephone shows it, to an example or to a lead. */
export function MessagePanel({ campaign: { id, templateName } }: { campaign: Campaign; ahead: boolean }) {
  const [leadId, setLeadId] = useState<string | null>(null)
  const [picking, setPicking] = useState(false)
  const { data: message, error } = useMessagePreview(id, leadId)
  return (
    <Box sx={{ maxWidth: 760 }}>
      <Panel
        title="A mensagem"
        aside={
          <Button size="small" onClick={() => (leadId ? setLeadId(null) : setPicking(true))}>
            {leadId ? 'Usar um exemplo' : 'Ver como um lead vê'}
          </Button>
        }
      >
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {templateName && (
            <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
              Modelo: {templateName.replaceAll('_', ' ')}
            </Box>
          )}
          {error && <Alert severity="info">{error.message}</Alert>}
          {message && <PhoneBubble {...message} />}
        </Box>
      </Panel>
      {picking && (
        <PickLead
          title="De quem é a mensagem?"
          without=""
          onClose={() => setPicking(false)}
          onPick={lead => {
            setPicking(false)
            setLeadId(lead)
          }}
        />
      )}
    </Box>
  )
}
