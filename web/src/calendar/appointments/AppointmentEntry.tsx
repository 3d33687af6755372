import Box from '@mui/material/Box'
import { Link } from 'react-router-dom'
import { type AppointmentStatus, statusLabels } from '../../../../services/calendar/appointments/rules.ts'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import { Detail, Title } from '../../leads/leads/page/entryTexts.tsx'
import { useTimeZone } from '../../shell/company.ts'
import type { TimelineLook } from '../../shell/features.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Details } from '../../ui/Details.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { dayText, statusTones, timeText } from './words.ts'

type Data = {
  appointmentId: string
  status: AppointmentStatus
  start: string
  title: string
  guest: string | null
  reason: string | null
  history: { at: string; text: string; who: string | null }[]
}

/** An appointment in the timeline of its lead: one card that follows its state. */
export const AppointmentEntry: TimelineLook['Body'] = ({ data }) => {
  const zone = useTimeZone()
  const { appointmentId, status, start, title, guest, reason, history } = data as Data
  const day = dayAt(Date.parse(start), zone)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
        <Title>{title}</Title>
        <Tag tone={statusTones[status]}>{statusLabels[status]}</Tag>
      </Box>
      <Detail>
        {dayText(start, zone)}, às {timeText(start, zone)}
        {guest && ` · Quem vem: ${guest}`}
        {reason && `\nMotivo: ${reason}`}
      </Detail>
      <Box sx={{ fontSize: '0.875rem' }}>
        <Link to={`/calendar?dia=${day}&compromisso=${appointmentId}`}>Abrir</Link>
        {history.length > 1 && (
          <Details summary="Histórico">
            <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', display: 'grid', gap: 0.75 }}>
              {history.map(({ at, text, who }) => (
                <li key={at + text}>
                  {text}
                  <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
                    {who && `${who} · `}
                    <Moment at={at} timeZone={zone} />
                  </Box>
                </li>
              ))}
            </Box>
          </Details>
        )}
      </Box>
    </>
  )
}
