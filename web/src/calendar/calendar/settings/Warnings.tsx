import Box from '@mui/material/Box'
import type { CalendarPreview } from '../../../../../services/calendar/appointments/schema.ts'
import { formatDateTime } from '../../../core/format.ts'

type Props = { warnings: CalendarPreview['warnings']; zone: string }

/** The parts of a calendar that were not understood, each with its entry. */
export const Warnings = ({ warnings, zone }: Props) =>
  warnings.length > 0 && (
    <Box component="details" sx={{ mt: 0.5 }}>
      <Box component="summary" sx={{ cursor: 'pointer', py: 0.5 }}>
        {warnings.length === 1 ? '1 aviso' : `${warnings.length} avisos`}
      </Box>
      <Box
        component="ul"
        tabIndex={0}
        sx={{ m: 0, pl: 2.5, maxHeight: 220, overflowY: 'auto', overflowWrap: 'anywhere' }}
      >
        {warnings.map(({ message, title, start }) => (
          <li key={[message, title, start].join(' ')}>
            {[title, start && formatDateTime(start, zone)].filter(Boolean).join(', ') || 'Sem título'}: {message}
          </li>
        ))}
      </Box>
    </Box>
  )
