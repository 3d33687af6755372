import AppointmentIcon from '@mui/icons-material/EventOutlined'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { statusLabels, takesTime } from '../../../../services/calendar/appointments/rules.ts'
import { formatDateTime } from '../../core/format.ts'
import { useTimeZone } from '../../shell/company.ts'
import { useAppointments } from './api.ts'
import { AppointmentDialog } from './lazily.ts'
import { Packages } from './Packages.tsx'

const Row = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 10,
  width: '100%',
  padding: '6px 8px',
  margin: '0 -8px',
  border: 0,
  borderRadius: 8,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.tokens.sunken },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}` },
  '@media (pointer: coarse)': { minHeight: 44 }
}))

type Props = { leadId: string; otherwise: ReactNode }

/** The appointments with a lead that are still to come. Each opens with what can be done with it. */
export function Planned({ leadId, otherwise }: Props) {
  const { data = [] } = useAppointments({ leadId })
  const appointments = data.filter(({ status, end }) => takesTime(status) && Date.parse(end) > Date.now())
  const zone = useTimeZone()
  const [opened, setOpened] = useState<string>()
  const open = appointments.find(({ id }) => id === opened)
  return (
    <>
      {appointments.map(({ id, title, start, status, employeeName }) => (
        <Row key={id} type="button" aria-haspopup="dialog" onClick={() => setOpened(id)}>
          <AppointmentIcon sx={{ fontSize: 20, color: 'text.secondary', mt: '2px' }} aria-hidden />
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
              {title}
            </Box>
            <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
              {[formatDateTime(start, zone), status !== 'confirmed' && statusLabels[status], employeeName]
                .filter(Boolean)
                .join(' · ')}
            </Box>
          </Box>
        </Row>
      ))}
      {appointments.length === 0 && otherwise}
      <Packages leadId={leadId} />
      {open && <AppointmentDialog appointment={open} onClose={() => setOpened(undefined)} />}
    </>
  )
}
