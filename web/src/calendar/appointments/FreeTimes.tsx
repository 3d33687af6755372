import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import { type FreeSlot, useSlots } from './api.ts'
import { timeText } from './words.ts'

/** Free times that are shown at once. */
const maxShown = 12

type FreeTimesProps = {
  at: Date
  employeeId: string
  /** The appointment that is changed, whose own time is free for it. */
  appointmentId: string | undefined
  serviceId: string
  minutes: number
  zone: string
  onTake: (slot: FreeSlot) => void
}

/** The free times of the day and person, to be taken with one click; or why there are none. */
export function FreeTimes({ at, employeeId, appointmentId, serviceId, minutes, zone, onTake }: FreeTimesProps) {
  const day = dayAt(at.getTime(), zone)
  const { data } = useSlots(
    employeeId
      ? {
          employeeId,
          from: day,
          to: day,
          minutes: String(minutes),
          ...(serviceId && { serviceId }),
          ...(appointmentId !== undefined && { appointmentId })
        }
      : null
  )
  const found = data?.data[0]
  if (found?.day !== day) return <Box sx={{ minHeight: 32 }} />
  if (found.slots.length === 0)
    return (
      <Box role="status" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        Nenhum horário livre: {found.reason}
      </Box>
    )
  const outside = at.getTime() > Date.now() && !isWithin(found.slots, at.getTime(), minutes * 60_000)
  // Those around the time that is chosen.
  const chosen = found.slots.findIndex(({ start }) => Date.parse(start) >= at.getTime())
  const first = Math.max(0, Math.min((chosen < 0 ? found.slots.length : chosen) - 4, found.slots.length - maxShown))
  return (
    <Box
      role="group"
      aria-label="Horários livres"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}
    >
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        Livres:
      </Box>
      {found.slots.slice(first, first + maxShown).map(slot => {
        const here = Date.parse(slot.start) === at.getTime()
        return (
          <Chip
            key={slot.start}
            size="small"
            label={timeText(slot.start, zone)}
            color={here ? 'primary' : 'default'}
            variant={here ? 'filled' : 'outlined'}
            aria-pressed={here}
            onClick={() => onTake(slot)}
            sx={{ fontVariantNumeric: 'tabular-nums', '@media (pointer: coarse)': { height: 36 } }}
          />
        )
      })}
      {outside && (
        <Box role="status" sx={{ width: '100%', color: 'warning.main', fontSize: '0.875rem' }}>
          {timeText(at.toISOString(), zone)} está fora dos horários livres: a pessoa não atende nessa hora, ou já tem
          algo marcado.
        </Box>
      )}
    </Box>
  )
}

/** True where free times, one after the other, cover a time that may begin between two of them. */
function isWithin(slots: readonly FreeSlot[], start: number, length: number): boolean {
  let free = start
  for (const slot of slots) if (Date.parse(slot.start) <= free) free = Math.max(free, Date.parse(slot.end))
  return free >= start + length
}
