import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { durationText, serviceDefaults } from '../../../../services/calendar/appointments/rules.ts'
import { useEmployeeOptions } from '../../account/employees/api.ts'
import { usePhoneText } from '../../core/phoneText.ts'
import { useLeadSearch } from '../../leads/leads/api.ts'
import type { PickedLead } from '../../leads/leads/LeadField.tsx'
import { useTimeZone } from '../../shell/company.ts'
import { useDraft } from '../../ui/useDraft.ts'
import type { AppointmentDraft } from '../appointments/AppointmentForm.tsx'
import { useBooking, useServices } from '../appointments/api.ts'
import { dayText, timeText } from '../appointments/words.ts'

const maxLeads = 6
const width = 336

/** A time that was chosen in the grid, of a person. */
export type QuickDraft = { start: string; minutes: number; employeeId: string }

type Props = {
  draft: QuickDraft
  /** Where the time is in the window. */
  place: DOMRect | undefined
  onClose: () => void
  /** Goes on in the whole form. */
  onMore: (draft: AppointmentDraft, lead: PickedLead | null) => void
}

/** Beside the chosen time: who comes and for what; Enter books. */
export default function QuickCard({ draft, place, onClose, onMore }: Props) {
  const id = useId()
  const zone = useTimeZone()
  const { data: services = [] } = useServices()
  const { data: people = [] } = useEmployeeOptions()
  const [who, setWho] = useState<PickedLead | string | null>(null)
  const [typed, setTyped] = useState('')
  const [serviceId, setService] = useState('')
  const [fault, setFault] = useState('')
  const book = useBooking({
    onDone: onClose,
    onFailure: error => {
      setFault(error.message)
      return true
    }
  })

  const service = services.find(each => each.id === serviceId)
  const employeeIds = service?.employeeIds ?? []
  const employeeId =
    employeeIds.length > 0 && !employeeIds.includes(draft.employeeId) ? (employeeIds[0] ?? '') : draft.employeeId
  const minutes = service?.minutes ?? draft.minutes
  const end = new Date(Date.parse(draft.start) + minutes * 60_000).toISOString()
  const lead = typeof who === 'object' ? who : null
  const name = lead?.name ?? typed.trim()
  const colleague = people.length > 1 ? people.find(each => each.id === employeeId)?.name : undefined
  const guest = !lead && name ? { name, email: null, phone: null } : null

  function save(event: FormEvent): void {
    event.preventDefault()
    if (book.isPending) return
    setFault('')
    book.mutate({
      title: service?.name ?? (name ? `Compromisso com ${name}` : 'Compromisso'),
      start: draft.start,
      end,
      employeeId,
      serviceId: serviceId || null,
      channel: service?.channel ?? serviceDefaults.channel,
      location: service?.location ?? null,
      notes: null,
      guest,
      leadId: lead?.id ?? null
    })
  }
  const onRight = !place || place.right + width + 16 < innerWidth
  return (
    <Popover
      open
      onClose={onClose}
      anchorReference={place ? 'anchorEl' : 'anchorPosition'}
      anchorEl={place && { nodeType: 1, getBoundingClientRect: () => place }}
      anchorPosition={{ left: innerWidth / 2 - width / 2, top: 160 }}
      anchorOrigin={{ vertical: 'top', horizontal: onRight ? 'right' : 'left' }}
      transformOrigin={{ vertical: 'top', horizontal: onRight ? 'left' : 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': id,
          sx: { width, mx: place ? 1 : 0, p: 2, borderRadius: '16px', boxShadow: 8 }
        }
      }}
    >
      <Box component="form" noValidate onSubmit={save} sx={{ display: 'grid', gap: 1.5 }}>
        <Box id={id} sx={{ fontSize: '0.9375rem', fontWeight: 660 }}>
          {dayText(draft.start, zone).replace(/ de \d{4}$/, '')}, {timeText(draft.start, zone)} às {timeText(end, zone)}
          {colleague && (
            <Box sx={{ fontSize: '0.8125rem', fontWeight: 400, color: 'text.secondary' }}>com {colleague}</Box>
          )}
        </Box>
        <GuestField onChange={setWho} onType={setTyped} />
        {services.length > 0 && (
          <TextField
            select
            label="Serviço"
            value={serviceId}
            onChange={event => setService(event.target.value)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">Nenhum ({durationText(draft.minutes)})</MenuItem>
            {services.map(each => (
              <MenuItem key={each.id} value={each.id}>
                {each.name} · {durationText(each.minutes)}
              </MenuItem>
            ))}
          </TextField>
        )}
        {fault && <Alert severity="error">{fault}</Alert>}
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            onClick={() =>
              onMore({ start: draft.start, minutes, employeeId, serviceId: serviceId || null, guest }, lead)
            }
          >
            Mais opções
          </Button>
          <Button type="submit" variant="contained" aria-busy={book.isPending} sx={{ ml: 'auto' }}>
            Marcar
          </Button>
        </Box>
      </Box>
    </Popover>
  )
}

type GuestProps = { onChange: (who: PickedLead | string | null) => void; onType: (text: string) => void }

/** The name of who comes: that of a lead, or any other. */
function GuestField({ onChange, onType }: GuestProps) {
  const phoneText = usePhoneText()
  const [search, setSearch] = useState('')
  const [text, setText] = useDraft(search, setSearch)
  const { data: found = [] } = useLeadSearch(search, maxLeads)
  return (
    <Autocomplete<PickedLead, false, false, true>
      freeSolo
      slotProps={{ paper: { sx: { border: 1, borderColor: 'divider', boxShadow: 8 } } }}
      options={search.trim().length >= 2 ? found : []}
      inputValue={text}
      onInputChange={(_event, typed) => {
        setText(typed)
        onType(typed)
      }}
      onChange={(_event, chosen) => onChange(chosen)}
      filterOptions={options => options}
      getOptionLabel={option => (typeof option === 'string' ? option : option.name)}
      getOptionKey={option => (typeof option === 'string' ? option : option.id)}
      renderOption={({ key, ...props }, { name, phone, email }) => (
        <li key={key} {...props}>
          <Box>
            {name}
            <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{phone ? phoneText(phone) : email}</Box>
          </Box>
        </li>
      )}
      renderInput={params => (
        <TextField {...params} autoFocus label="Quem vem" placeholder="Nome de um lead ou outro" />
      )}
    />
  )
}
