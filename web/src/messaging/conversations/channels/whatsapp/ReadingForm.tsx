import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useChannelSave } from '../../settings/api.ts'

/** Whether customers see that what they wrote was read. */
export function ReadingForm({ on }: { on: boolean }) {
  const save = useChannelSave('whatsapp', { done: on ? 'Leitura não será confirmada' : 'Leitura será confirmada' })
  return (
    <Box>
      <FormControlLabel
        control={<Switch checked={on} onChange={() => save.isPending || save.mutate({ confirmsReading: !on })} />}
        label="Confirmar leitura"
      />
      <Box sx={{ color: 'text.secondary' }}>
        Quando alguém da equipe abre a conversa, o cliente vê os dois riscos azuis no WhatsApp.
      </Box>
    </Box>
  )
}
