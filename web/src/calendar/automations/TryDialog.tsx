import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type AutomationKind, automationTexts } from '../../../../services/calendar/automations/rules.ts'
import { PickLead } from '../../leads/leads/PickLead.tsx'
import { PhoneBubble } from '../../messaging/templates/PhoneBubble.tsx'
import { Moment } from '../../shell/Moment.tsx'
import { type TriedAutomation, useAutomationTry } from './api.ts'

const said: Record<TriedAutomation['outcome'], string> = {
  sent: 'Já recebeu',
  waiting: 'Na fila, sai a partir de',
  would: 'Receberia, a partir de',
  not: 'Não recebe'
}

/** Shows the message that one lead would get, and when, or why not; nothing is sent. */
export function TryDialog({ kind, onClose }: { kind: AutomationKind; onClose: () => void }) {
  const tried = useAutomationTry(kind)
  const { data } = tried
  if (!data && !tried.isPending && !tried.isError)
    return (
      <PickLead title="Testar em qual lead?" without="" onClose={onClose} onPick={leadId => tried.mutate(leadId)} />
    )
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="automation-tried">
      <DialogTitle id="automation-tried">{automationTexts[kind].label}</DialogTitle>
      <DialogContent>
        <Box role="status" sx={{ display: 'grid', gap: 1.5 }}>
          {data && (
            <>
              <Alert severity={data.outcome === 'not' ? 'warning' : 'info'}>
                {said[data.outcome]}
                {data.at && (
                  <>
                    {' '}
                    <Moment at={data.at} />
                  </>
                )}
                {data.reason && `: ${data.reason}`}
              </Alert>
              {data.text && <PhoneBubble header={null} text={data.text} footer={null} buttons={[]} />}
            </>
          )}
          {!data && tried.isPending && 'Um momento…'}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Fechar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
