import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { dayAt } from '../../../services/core/zones/rules.ts'
import { type FreeSlot, useSlots } from './api.ts'
import { timeText } from './words.ts'

/** Free times that are shown at once. */
const most = 12

type FreeTimesProps = {
  at: Date
  employeeId: string
  serviceId: string
  minutes: number
  zone: string
  onTake: (slot: FreeSlot) => void
}

/** The free times of the day and person, to be taken with one click; or why there are none. */
export function FreeTimes({ at, employeeId, serviceId, minutes, zone, onTake }: FreeTimesProps) {
  const day = dayAt(at.getTime(), zone)
  const { data } = useSlots(
    employeeId
      ? { employeeId, from: day, to: day, ...(serviceId ? { serviceId } : { minutes: String(minutes) }) }
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
  // Those around the time that is chosen.
  const chosen = found.slots.findIndex(({ start }) => Date.parse(start) >= at.getTime())
  const first = Math.max(0, Math.min((chosen < 0 ? found.slots.length : chosen) - 4, found.slots.length - most))
  return (
    <Box
      role="group"
      aria-label="Horários livres"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}
    >
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        Livres:
      </Box>
      {found.slots.slice(first, first + most).map(slot => {
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
    </Box>
  )
}
