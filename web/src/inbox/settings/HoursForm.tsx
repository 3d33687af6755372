import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { BusinessHours, ChannelKind } from '../../../../services/channels/rules.ts'
import { type AnySettings, useChannelSave } from '../api.ts'

const days = ['Domingo', 'Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado']
const usual = { from: '08:00', to: '18:00' }

/** When the team answers, and what is said outside of these hours. */
export function HoursForm({ kind, settings }: { kind: ChannelKind; settings: AnySettings }) {
  const [hours, setHours] = useState<BusinessHours>(settings.businessHours ?? [])
  const [away, setAway] = useState(settings.awayMessage ?? '')
  const [error, setError] = useState('')
  const save = useChannelSave(kind, { done: 'Horário salvo' })

  /** A lunch break makes two spans of a day: each keeps its line. */
  const lines = days.flatMap((label, day) => {
    const spans = hours.map((each, at) => ({ ...each, at })).filter(each => each.day === day)
    const shown: (typeof spans)[number][] | [undefined] = spans.length > 0 ? spans : [undefined]
    return shown.map(span => ({ label, day, span }))
  })
  const change = (at: number, values: Partial<BusinessHours[number]>) =>
    setHours(all => all.map((each, n) => (n === at ? { ...each, ...values } : each)))

  function submit(event: FormEvent): void {
    event.preventDefault()
    const wrong = hours.find(({ from, to }) => !from || !to || from >= to)
    setError(wrong ? `${days[wrong.day]}: o fim precisa vir depois do começo.` : '')
    if (wrong || save.isPending) return
    save.mutate({ businessHours: hours.length > 0 ? hours : null, awayMessage: away.trim() || null })
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ color: 'text.secondary' }}>
        Sem nenhum dia marcado, a empresa atende a qualquer hora. Os horários são os da empresa.
      </Box>
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        {lines.map(({ label, day, span }) => (
          <Box
            key={span ? `span ${span.at}` : label}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minHeight: 44 }}
          >
            <FormControlLabel
              sx={{ width: 160, m: 0 }}
              control={
                <Checkbox
                  size="small"
                  checked={span !== undefined}
                  onChange={() =>
                    setHours(all => (span ? all.filter((_each, n) => n !== span.at) : [...all, { day, ...usual }]))
                  }
                />
              }
              label={label}
            />
            {span && (
              <>
                <TextField
                  type="time"
                  value={span.from}
                  onChange={event => change(span.at, { from: event.target.value })}
                  slotProps={{ htmlInput: { 'aria-label': `${label}, das` } }}
                />
                às
                <TextField
                  type="time"
                  value={span.to}
                  onChange={event => change(span.at, { to: event.target.value })}
                  slotProps={{ htmlInput: { 'aria-label': `${label}, às` } }}
                />
              </>
            )}
          </Box>
        ))}
      </Box>
      <TextField
        label="Mensagem fora do horário"
        multiline
        minRows={2}
        maxRows={6}
        value={away}
        helperText="Vazia, nada é enviado sozinho."
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
