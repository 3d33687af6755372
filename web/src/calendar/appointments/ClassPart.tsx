import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { statusLabels } from '../../../../services/calendar/appointments/rules.ts'
import type { Appointment } from '../../../../services/calendar/appointments/schema.ts'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import { usePhoneText } from '../../core/phoneText.ts'
import { useMay } from '../../shell/access.ts'
import { useTimeZone } from '../../shell/company.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { useAppointments, useClassCancel, useServices } from './api.ts'
import { spanText } from './words.ts'

type Props = { appointment: Appointment; onDone: () => void }

/** Everybody who comes to the session of a class; nothing for an appointment that one person has alone. */
export function ClassPart({ appointment, onDone }: Props) {
  const { data: services = [] } = useServices()
  const service = services.find(({ id }) => id === appointment.serviceId)
  const booked = appointment.status === 'requested' || appointment.status === 'confirmed'
  return service && service.capacity > 1 && booked ? (
    <Participants appointment={appointment} capacity={service.capacity} onDone={onDone} />
  ) : null
}

function Participants({ appointment, capacity, onDone }: Props & { capacity: number }) {
  const { serviceId, employeeId, start } = appointment
  const zone = useTimeZone()
  const may = useMay('manage_calendar')
  const phoneText = usePhoneText()
  const [ending, setEnding] = useState(false)
  const cancel = useClassCancel({ onDone })
  const day = dayAt(Date.parse(start), zone)
  const { data = [] } = useAppointments({ from: day, to: day })
  const people = data.filter(
    each =>
      each.serviceId === serviceId &&
      each.employeeId === employeeId &&
      Date.parse(each.start) === Date.parse(start) &&
      (each.status === 'requested' || each.status === 'confirmed')
  )
  if (ending && serviceId !== null)
    return (
      <ReasonDialog
        title="Cancelar a aula?"
        action="Cancelar a aula"
        text={`${appointment.serviceName}, ${spanText(appointment, zone)}.`}
        hint={`${people.length === 1 ? 'A pessoa marcada recebe' : `As ${people.length} pessoas marcadas recebem`} o aviso com o motivo, se tiver e-mail.`}
        optional
        busy={cancel.isPending}
        onClose={() => setEnding(false)}
        onSubmit={reason => cancel.isPending || cancel.mutate({ serviceId, employeeId, start, reason: reason || null })}
      />
    )
  return (
    <section>
      <Typography variant="h3" component="h3" sx={{ fontSize: '0.9375rem', mb: 0.5 }}>
        {`Participantes: ${people.length} de ${capacity}`}
      </Typography>
      <Box component="ol" sx={{ m: 0, pl: 3 }}>
        {people.map(({ id, guest, leadName, leadPhone, title, status }) => (
          <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
            {guest?.name ?? leadName ?? title}
            {leadPhone && ` · ${phoneText(leadPhone)}`}
            {status === 'requested' && ` · ${statusLabels.requested}`}
          </Box>
        ))}
      </Box>
      {may && (
        <Button color="error" size="small" sx={{ mt: 0.5, ml: -0.5 }} onClick={() => setEnding(true)}>
          Cancelar a aula
        </Button>
      )}
    </section>
  )
}
