import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined'
import type { AppointmentStatus } from '../../../../services/calendar/appointments/rules.ts'
import type { LeadParts } from '../../shell/features.ts'
import { AppointmentEntry } from './AppointmentEntry.tsx'
import { Planned } from './Planned.tsx'
import { statusTones } from './words.ts'

/** The parts about appointments on the page of a lead. */
export const leadParts: LeadParts = {
  Planned,
  timeline: {
    appointment: {
      icon: () => <CalendarIcon />,
      tone: ({ status }) => statusTones[status as AppointmentStatus],
      Body: AppointmentEntry
    }
  }
}
