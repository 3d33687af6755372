import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, type ReactNode, useState } from 'react'
import {
  type AppointmentChannel,
  durationText,
  serviceDefaults
} from '../../../../services/calendar/appointments/rules.ts'
import type { BookableService, Guest, NewAppointment } from '../../../../services/calendar/appointments/schema.ts'
import { momentOf, timeZones, wallAt } from '../../../../services/core/zones/rules.ts'
import { useEmployeeOptions } from '../../account/employees/api.ts'
import { isAbroad, readMoment, writtenAt } from '../../core/moment.ts'
import { useUser } from '../../shell/access.ts'
import { useTimeZone } from '../../shell/company.ts'
import { type FreeSlot, useServices } from './api.ts'
import { FreeTimes } from './FreeTimes.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { isWhole, type Repeat, RepeatFields, ruleOf } from './RepeatFields.tsx'
import { dayText, timeText } from './words.ts'

const minute = 60_000
const lengths = [15, 30, 45, 60, 90, 120, 180, 240]

/** The initial values of the form. */
export type AppointmentDraft = {
  title?: string
  start?: string
  minutes?: number
  employeeId?: string | null
  serviceId?: string | null
  channel?: AppointmentChannel
  location?: string | null
  notes?: string | null
  guest?: Guest | null
}

export type AppointmentValues = Omit<NewAppointment, 'leadId'>

type Props = {
  draft: AppointmentDraft
  /** The appointment that is changed; none for a new one. */
  appointmentId?: string
  /** The field of its lead, above the others. */
  leadField?: ReactNode
  leadName?: string | undefined
  action: string
  busy: boolean
  /** The next free times, where the one that was asked for is taken. */
  taken: FreeSlot[] | undefined
  fault: string
  /** A new one may be repeated by a rule. */
  repeats?: boolean
  /** The ways on after a refusal, above the buttons. */
  children?: ReactNode
  onSave: (values: AppointmentValues, rule: string | null) => void
  onCancel: () => void
}

/** When, with whom and where: the fields of an appointment, with the free times of its day. */
export function AppointmentForm(props: Props) {
  const { draft, appointmentId, leadField, leadName, action, busy, taken, fault, onSave, onCancel } = props
  const { repeats = false, children } = props
  const [repeat, setRepeat] = useState<Repeat>({ every: '', times: '10' })
  const zone = useTimeZone()
  const me = useUser()?.companyEmployee?.id ?? ''
  const { data: people = [] } = useEmployeeOptions()
  const { data: services = [] } = useServices()
  const [title, setTitle] = useState(draft.title ?? '')
  const [employeeId, setEmployee] = useState(draft.employeeId ?? me)
  const [serviceId, setService] = useState(draft.serviceId ?? '')
  const [start, setStart] = useState(() => writtenAt(draft.start ? new Date(draft.start) : nextHour(zone), zone))
  const [minutes, setMinutes] = useState(draft.minutes ?? serviceDefaults.minutes)
  const [channel, setChannel] = useState<AppointmentChannel>(draft.channel ?? serviceDefaults.channel)
  const [location, setLocation] = useState(draft.location ?? '')
  const [notes, setNotes] = useState(draft.notes ?? '')
  const [guest, setGuest] = useState(draft.guest?.name ?? '')

  const at = readMoment(start, zone)
  const service = services.find(({ id }) => id === serviceId)
  const proposed = service?.name ?? (leadName ? `Compromisso com ${leadName}` : 'Compromisso')
  const shown = people.filter(({ active, id }) => active || id === employeeId)
  const lengthsShown = [...new Set([...lengths, minutes, ...(service ? [service.minutes] : [])])].sort((a, b) => a - b)

  function chooseService(id: string): void {
    setService(id)
    const chosen: BookableService | undefined = services.find(each => each.id === id)
    if (!chosen) return
    setMinutes(chosen.minutes)
    setChannel(chosen.channel)
    if (chosen.location) setLocation(chosen.location)
    if (chosen.employeeIds.length > 0 && !chosen.employeeIds.includes(employeeId))
      setEmployee(chosen.employeeIds[0] ?? employeeId)
  }
  const take = (slot: FreeSlot) => {
    setStart(writtenAt(new Date(slot.start), zone))
    if (!slot.employeeIds.includes(employeeId)) setEmployee(slot.employeeIds[0] ?? employeeId)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!at || busy || !isWhole(repeat)) return
    const values = {
      title: title.trim() || proposed,
      start: at.toISOString(),
      end: new Date(at.getTime() + minutes * minute).toISOString(),
      employeeId,
      serviceId: serviceId || null,
      channel,
      location: location.trim() || null,
      notes: notes.trim() || null,
      guest: guest.trim() ? { email: null, phone: null, ...draft.guest, name: guest.trim() } : null
    }
    onSave(values, ruleOf(repeat))
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {leadField}
      <TextField
        label="Quem vem"
        placeholder={leadName ?? 'Se for outra pessoa'}
        value={guest}
        onChange={event => setGuest(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
      />
      <TextField
        label="Título"
        placeholder={proposed}
        value={title}
        onChange={event => setTitle(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
        {(services.length > 0 || serviceId) && (
          <TextField
            select
            label="Serviço"
            value={serviceId}
            onChange={event => chooseService(event.target.value)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">Nenhum</MenuItem>
            {serviceId && !service && <MenuItem value={serviceId}>Serviço excluído</MenuItem>}
            {services.map(({ id, name, minutes: length }) => (
              <MenuItem key={id} value={id}>
                {name} · {durationText(length)}
              </MenuItem>
            ))}
          </TextField>
        )}
        <TextField
          select
          label="Com quem da equipe"
          value={employeeId}
          onChange={event => setEmployee(event.target.value)}
        >
          {!shown.some(({ id }) => id === employeeId) && <MenuItem value={employeeId}>Eu</MenuItem>}
          {shown.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {id === me ? `${name} (eu)` : name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          type="datetime-local"
          label="Início"
          value={start}
          error={at === null}
          helperText={
            at === null
              ? 'Escolha o dia e a hora.'
              : at.getTime() < Date.now()
                ? 'Este horário já passou.'
                : isAbroad(zone)
                  ? `No horário da empresa: ${timeZones[zone] ?? zone}`
                  : undefined
          }
          onChange={event => setStart(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <TextField select label="Duração" value={minutes} onChange={event => setMinutes(Number(event.target.value))}>
          {lengthsShown.map(each => (
            <MenuItem key={each} value={each}>
              {durationText(each)}
            </MenuItem>
          ))}
        </TextField>
        {repeats && <RepeatFields repeat={repeat} onChange={setRepeat} />}
      </Box>
      {at && (
        <FreeTimes
          at={at}
          employeeId={employeeId}
          appointmentId={appointmentId}
          serviceId={serviceId}
          minutes={minutes}
          zone={zone}
          onTake={take}
        />
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
        <PlaceFields channel={channel} location={location} onChannel={setChannel} onLocation={setLocation} />
      </Box>
      <TextField
        label="Observação"
        multiline
        minRows={2}
        maxRows={8}
        value={notes}
        onChange={event => setNotes(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 5000 } }}
      />
      {fault && (
        <Alert severity="error">
          {fault}
          {taken && taken.length > 0 && (
            <>
              . Próximos livres:
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
                {taken.map(slot => (
                  <Chip
                    key={slot.start}
                    label={`${dayText(slot.start, zone).replace(/ de \d{4}$/, '')}, ${timeText(slot.start, zone)}`}
                    onClick={() => take(slot)}
                  />
                ))}
              </Box>
            </>
          )}
        </Alert>
      )}
      {children}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button onClick={onCancel}>Cancelar</Button>
        <Button type="submit" variant="contained" disabled={!at} aria-busy={busy}>
          {action}
        </Button>
      </Box>
    </Box>
  )
}

/** The next full hour at which people usually work: today from 8 to 17, else tomorrow at 9. */
function nextHour(zone: string): Date {
  const hour = 60 * minute
  const wall = (Math.floor(wallAt(Date.now(), zone) / hour) + 1) * hour
  const midnight = wall - (wall % (24 * hour))
  const at = (wall - midnight) / hour
  return new Date(momentOf(at >= 8 && at <= 17 ? wall : midnight + (at < 8 ? 9 : 33) * hour, zone))
}
