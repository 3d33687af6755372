import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import Switch from '@mui/material/Switch'
import { Link as RouterLink } from 'react-router-dom'
import { durationText, usualReminders } from '../../../../../services/calendar/appointments/rules.ts'
import type { CalendarSettings } from '../../../../../services/calendar/appointments/schema.ts'
import { channelRules } from '../../../../../services/messaging/channels/rules.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { useSettingsSave } from '../api.ts'

/** When guests are reminded of their appointments. */
export function RemindersPanel({ settings }: { settings: CalendarSettings }) {
  const { reminders, reminderTemplate } = settings
  const save = useSettingsSave('Lembretes salvos')
  const shown = save.isPending ? (save.variables?.reminders ?? reminders) : reminders
  const change = (minutes: number, on: boolean) =>
    !save.isPending &&
    save.mutate({ reminders: on ? [...reminders, minutes] : reminders.filter(each => each !== minutes) })
  return (
    <Panel title="Lembretes">
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <Box sx={{ color: 'text.secondary' }}>
          Quem tem um compromisso confirmado recebe um e-mail antes da hora, com o link para mudar ou cancelar, ou uma
          mensagem pelo WhatsApp.
        </Box>
        {usualReminders.map(minutes => (
          <FormControlLabel
            key={minutes}
            control={
              <Switch checked={shown.includes(minutes)} onChange={event => change(minutes, event.target.checked)} />
            }
            label={`${minutes === 1440 ? '24 h' : durationText(minutes)} antes`}
          />
        ))}
        <Box sx={{ mt: 1, color: 'text.secondary' }}>
          {reminderTemplate
            ? `Pelo WhatsApp vai o modelo ${reminderTemplate.name.replaceAll('_', ' ')}. `
            : 'Para lembrar também pelo WhatsApp, escolha um modelo. '}
          <Link component={RouterLink} to={`${channelRules.whatsapp.page}?aba=configuracao`}>
            Abrir as mensagens automáticas
          </Link>
        </Box>
      </Box>
    </Panel>
  )
}
