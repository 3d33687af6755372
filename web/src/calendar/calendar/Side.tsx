import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import type { ContactRequest } from '../../../../services/calendar/appointments/schema.ts'
import { useRequests } from './api.ts'
import { wishText } from './entries.ts'
import { DayGrid, monthDays } from './MonthGrid.tsx'
import { addDays, monthText, rangeOf, stepped } from './range.ts'
import type { useCalendar } from './useCalendar.ts'

const Heading = styled('h3')({
  margin: 0,
  flexGrow: 1,
  fontSize: '0.8125rem',
  lineHeight: '2rem',
  fontWeight: 660,
  whiteSpace: 'nowrap'
})

const Wish = styled('button')(({ theme }) => ({
  display: 'block',
  width: '100%',
  padding: '6px 10px',
  border: `1.5px dashed ${theme.tokens.edge}`,
  borderRadius: 8,
  background: theme.tokens.surface,
  color: theme.tokens.text,
  font: 'inherit',
  fontSize: '0.8125rem',
  lineHeight: '1.125rem',
  textAlign: 'start',
  cursor: 'grab',
  '& b': { display: 'block', overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis', fontWeight: 650 },
  '& span': { color: theme.tokens.textSoft },
  '&:hover': { borderColor: theme.tokens.text },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 }
}))

const none: readonly ContactRequest[] = []

/** Days before and after today in which requests are looked for. */
const [past, ahead] = [30, 90]

/** `20/11, tarde` */
const wishedFor = (request: ContactRequest): string =>
  [`${request.preferredDate.slice(8)}/${request.preferredDate.slice(5, 7)}`, wishText(request)]
    .filter(Boolean)
    .join(', ')

type Props = {
  calendar: ReturnType<typeof useCalendar>
  onRequest: (request: ContactRequest) => void
  /** The requests that can be dragged. */
  onShown: (requests: readonly ContactRequest[]) => void
}

/** Beside the grid: a small month, and requests to drag into a time. */
export function Side({ calendar, onRequest, onShown }: Props) {
  const { view, day, today, person, show } = calendar
  const [turned, setTurned] = useState({ day, month: day })
  // The small month follows the days shown, and may be turned on from there.
  const month = turned.day === day ? turned.month : day
  const turn = (by: 1 | -1) => setTurned({ day, month: stepped('mes', month, by) })
  const { data: all = none, isSuccess } = useRequests({ from: addDays(today, -past), to: addDays(today, ahead) })
  useEffect(() => onShown(all), [all, onShown])
  const requests = all.filter(({ ownerId }) => person === '' || ownerId === null || ownerId === person)
  return (
    <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
      <section aria-label="Mês">
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <Heading>{monthText(month)}</Heading>
          <IconButton size="small" aria-label="Mês anterior" onClick={() => turn(-1)}>
            <PreviousIcon fontSize="small" />
          </IconButton>
          <IconButton size="small" aria-label="Próximo mês" onClick={() => turn(1)}>
            <NextIcon fontSize="small" />
          </IconButton>
        </Box>
        <Box sx={{ fontSize: '0.75rem' }}>
          <DayGrid
            days={monthDays(month)}
            month={month.slice(0, 7)}
            day={day}
            today={today}
            {...((view === 'semana' || view === 'dia') && { shown: rangeOf(view, day) })}
            size={28}
            onDay={chosen => show({ day: chosen })}
          />
        </Box>
      </section>
      <Box component="section" id="requests" aria-label="Pedidos" sx={{ display: 'grid', gap: 0.75 }}>
        <Heading>Pedidos{requests.length > 0 && ` (${requests.length})`}</Heading>
        {isSuccess && requests.length === 0 && (
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            Aqui ficam os leads que pediram um dia. Arraste cada um para um horário.
          </Box>
        )}
        {requests.map(request => (
          <Wish
            key={request.leadId}
            type="button"
            data-lead={request.leadId}
            title="Arraste para um horário"
            onClick={() => onRequest(request)}
          >
            <b>{request.leadName}</b>
            <span>{wishedFor(request)}</span>
          </Wish>
        ))}
      </Box>
    </Box>
  )
}
