import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FormEvent, useId, useState } from 'react'
import { serviceDefaults } from '../../../../../services/calendar/appointments/rules.ts'
import type { BookableService, ServiceChange } from '../../../../../services/calendar/appointments/schema.ts'
import { centsText, moneyText, readMoney } from '../../../../../services/core/money/rules.ts'
import { useEmployeeOptions } from '../../../account/employees/api.ts'
import { PlaceFields } from '../../appointments/PlaceFields.tsx'
import { useServiceSave } from '../api.ts'

type Props = { service: BookableService | null; onClose: () => void }

const numbers = [
  { name: 'minutes', label: 'Duração (minutos)', min: 5, max: 1440 },
  { name: 'capacity', label: 'Vagas por horário', min: 1, max: 200 },
  { name: 'bufferBefore', label: 'Intervalo antes (minutos)', min: 0, max: 240 },
  { name: 'bufferAfter', label: 'Intervalo depois (minutos)', min: 0, max: 240 },
  { name: 'noticeMinutes', label: 'Antecedência mínima (minutos)', min: 0, max: 43_200 },
  { name: 'windowDays', label: 'Agendar até quantos dias à frente', min: 1, max: 365 }
] as const
type NumberName = (typeof numbers)[number]['name']

/** Edits a service: its length, price, seats, and when and with whom it is offered. */
export function ServiceDialog({ service, onClose }: Props) {
  const id = useId()
  const phone = useMediaQuery('(max-width: 599px)')
  const { data: people = [] } = useEmployeeOptions()
  const [name, setName] = useState(service?.name ?? '')
  const [price, setPrice] = useState(centsText(service?.priceCents ?? null))
  const [texts, setTexts] = useState<Record<NumberName, string>>(() => {
    const text = (field: NumberName) => String(service?.[field] ?? serviceDefaults[field])
    return Object.fromEntries(numbers.map(({ name: field }) => [field, text(field)])) as Record<NumberName, string>
  })
  const [dailyCap, setDailyCap] = useState(service?.dailyCap ? String(service.dailyCap) : '')
  const [channel, setChannel] = useState(service?.channel ?? serviceDefaults.channel)
  const [location, setLocation] = useState(service?.location ?? '')
  const [employeeIds, setEmployees] = useState(service?.employeeIds ?? [])
  const [shown, setShown] = useState(false)
  const save = useServiceSave(onClose)

  const priceCents = price.trim() === '' ? null : readMoney(price)
  const faultOf = ({ name: field, min, max }: (typeof numbers)[number]): string => {
    const value = Number(texts[field])
    return Number.isInteger(value) && value >= min && value <= max && texts[field].trim() !== ''
      ? ''
      : `Um número de ${min} a ${max}.`
  }
  const capFault = dailyCap && !/^([1-9]\d?|1\d\d|200)$/.test(dailyCap) ? 'Um número de 1 a 200.' : ''

  function submit(event: FormEvent): void {
    event.preventDefault()
    setShown(true)
    if (!name.trim() || priceCents === undefined || capFault || numbers.some(faultOf) || save.isPending) return
    const values = Object.fromEntries(numbers.map(({ name: field }) => [field, Number(texts[field])]))
    save.mutate({
      id: service?.id ?? null,
      service: {
        ...(values as Record<NumberName, number>),
        name: name.trim(),
        priceCents,
        dailyCap: dailyCap ? Number(dailyCap) : null,
        channel,
        location: location.trim() || null,
        employeeIds
      } satisfies ServiceChange
    })
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={phone} aria-labelledby={id}>
      <DialogTitle id={id}>{service ? service.name : 'Novo serviço'}</DialogTitle>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'contents' }}>
        <DialogContent sx={{ '&&': { pt: 1 }, display: 'grid', gap: 2 }}>
          <TextField
            autoFocus
            label="Nome"
            value={name}
            error={shown && !name.trim()}
            helperText={shown && !name.trim() ? 'Dê um nome ao serviço.' : undefined}
            onChange={event => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 100 } }}
          />
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
            {numbers.map(field => (
              <TextField
                key={field.name}
                label={field.label}
                value={texts[field.name]}
                error={shown && faultOf(field) !== ''}
                helperText={shown && faultOf(field)}
                onChange={event => setTexts(all => ({ ...all, [field.name]: event.target.value }))}
                slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 5 } }}
              />
            ))}
            <TextField
              label="Limite por dia e pessoa"
              placeholder="Sem limite"
              value={dailyCap}
              error={shown && capFault !== ''}
              helperText={shown && capFault}
              onChange={event => setDailyCap(event.target.value)}
              slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 }, inputLabel: { shrink: true } }}
            />
            <TextField
              label="Preço (R$)"
              placeholder="Não informado"
              value={price}
              error={shown && priceCents === undefined}
              helperText={shown && priceCents === undefined ? moneyText : undefined}
              onChange={event => setPrice(event.target.value)}
              slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20 }, inputLabel: { shrink: true } }}
            />
            <PlaceFields channel={channel} location={location} onChannel={setChannel} onLocation={setLocation} />
          </Box>
          <TextField
            select
            label="Quem atende"
            value={employeeIds}
            onChange={event => setEmployees(event.target.value as unknown as string[])}
            slotProps={{
              select: {
                multiple: true,
                displayEmpty: true,
                renderValue: chosen =>
                  (chosen as string[]).map(each => people.find(({ id: one }) => one === each)?.name).join(', ') ||
                  'Toda a equipe'
              },
              inputLabel: { shrink: true }
            }}
          >
            {people
              .filter(({ active, id: one }) => active || employeeIds.includes(one))
              .map(({ id: one, name: label }) => (
                <MenuItem key={one} value={one}>
                  {label}
                </MenuItem>
              ))}
          </TextField>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" aria-busy={save.isPending}>
            Salvar serviço
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}
