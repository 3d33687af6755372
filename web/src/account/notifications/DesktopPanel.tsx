import Alert from '@mui/material/Alert'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Panel } from '../../ui/Panel.tsx'
import { canShowNotices, type DesktopNotices, playSound, setDesktopNotices, useDesktopNotices } from './desktop.ts'

const choices: Record<DesktopNotices['messages'], string> = {
  none: 'Não avisar',
  mine: 'Só das minhas conversas',
  all: 'De todas as conversas'
}

/** Whether this browser announces new messages while the person looks at something else. */
export function DesktopPanel() {
  const { messages, sound } = useDesktopNotices()
  const [refused, setRefused] = useState(canShowNotices() && Notification.permission === 'denied')
  const choose = async (chosen: DesktopNotices['messages']) => {
    setDesktopNotices({ messages: chosen })
    if (chosen === 'none' || !canShowNotices()) return
    setRefused((await Notification.requestPermission()) === 'denied')
  }
  return (
    <Panel title="Avisos neste navegador">
      <TextField
        select
        fullWidth
        label="Mensagens de clientes"
        value={messages}
        onChange={event => void choose(event.target.value as DesktopNotices['messages'])}
      >
        {Object.entries(choices).map(([value, label]) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <FormControlLabel
        sx={{ mt: 1 }}
        control={
          <Switch
            checked={sound}
            disabled={messages === 'none'}
            onChange={event => {
              setDesktopNotices({ sound: event.target.checked })
              if (event.target.checked) playSound()
            }}
          />
        }
        label="Tocar um som"
      />
      {messages !== 'none' && refused && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          O navegador não deixa mostrar avisos. Libere as notificações deste site nas configurações dele.
        </Alert>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        Vale só para você, neste aparelho, enquanto uma janela do Prosa estiver aberta.
      </Typography>
    </Panel>
  )
}
