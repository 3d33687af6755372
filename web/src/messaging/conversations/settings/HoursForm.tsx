import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { BusinessHours, ChannelKind } from '../../../../../services/messaging/channels/rules.ts'
import type { ChannelSettings } from '../../../../../services/messaging/channels/schema.ts'
import { hoursFault, WeekHours } from '../../../ui/WeekHours.tsx'
import { useChannelSave } from './api.ts'

/** When the team answers, and what is said outside of these hours. */
export function HoursForm({ kind, settings }: { kind: ChannelKind; settings: ChannelSettings }) {
  const [hours, setHours] = useState<BusinessHours>(settings.businessHours ?? [])
  const [away, setAway] = useState(settings.awayMessage ?? '')
  const [error, setError] = useState('')
  const save = useChannelSave(kind, { done: 'Horário salvo' })

  function submit(event: FormEvent): void {
    event.preventDefault()
    const wrong = hoursFault(hours)
    setError(wrong)
    if (wrong || save.isPending) return
    save.mutate({ businessHours: hours.length > 0 ? hours : null, awayMessage: away.trim() || null })
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ color: 'text.secondary' }}>
        Sem nenhum dia marcado, a empresa atende a qualquer hora. Os horários são os da empresa.
      </Box>
      <WeekHours hours={hours} onChange={setHours} />
      <TextField
        label="Mensagem fora do horário"
        multiline
        minRows={2}
        maxRows={6}
        value={away}
        helperText="Vai a quem escreve fora do horário e não foi respondido no dia, uma vez por dia. Vazia, nada é enviado sozinho."
        onChange={event => setAway(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 1000 } }}
      />
      {error && (
        <Box role="alert" sx={{ color: 'error.main' }}>
          {error}
        </Box>
      )}
      <Box>
        <Button type="submit" variant="contained" aria-busy={save.isPending}>
          Salvar horário
        </Button>
      </Box>
    </Box>
  )
}
