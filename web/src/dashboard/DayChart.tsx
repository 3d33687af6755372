import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { Figures } from '../../../services/dashboard/schema.ts'
import { formatDate, formatNumber } from '../core/format.ts'
import { visuallyHidden } from '../ui/visuallyHidden.ts'

type Day = Figures['days'][number]

/** Days are put together where there are too many for columns that can be told apart. */
function grouped(days: readonly Day[]): (Day & { to: string })[] {
  const size = Math.ceil(days.length / 46)
  return Array.from({ length: Math.ceil(days.length / size) }, (_, n) => {
    const part = days.slice(n * size, (n + 1) * size)
    const sum = (of: (day: Day) => number) => part.reduce((so, day) => so + of(day), 0)
    return {
      day: part[0]?.day ?? '',
      to: part.at(-1)?.day ?? '',
      received: sum(day => day.received),
      converted: sum(day => day.converted)
    }
  })
}

const height = 140

/** Leads received a day; the darker part has become customers. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const { tokens } = useTheme()
  const columns = grouped(days)
  const most = Math.max(1, ...columns.map(column => column.received))
  const label = ({ day, to, received, converted }: (typeof columns)[number]) =>
    `${day === to ? formatDate(day) : `${formatDate(day)} a ${formatDate(to)}`}: ${formatNumber(received)} ${
      received === 1 ? 'lead' : 'leads'
    }, ${formatNumber(converted)} ${converted === 1 ? 'convertido' : 'convertidos'}`
  return (
    <figure style={{ margin: 0 }}>
      <Box
        aria-hidden
        sx={{ display: 'flex', alignItems: 'flex-end', gap: '2px', height, borderBottom: 1, borderColor: 'divider' }}
      >
        {columns.map(column => (
          <Box
            key={column.day}
            title={label(column)}
            sx={{
              flex: 1,
              minWidth: 0,
              height: '100%',
              display: 'flex',
              flexDirection: 'column',
              justifyContent: 'flex-end',
              '&:hover': { bgcolor: tokens.sunken }
            }}
          >
            <Box
              sx={{
                height: `${(column.received / most) * 100}%`,
                minHeight: column.received > 0 ? 3 : 0,
                maxWidth: 28,
                width: '100%',
                mx: 'auto',
                borderRadius: '3px 3px 0 0',
                overflow: 'hidden',
                display: 'flex',
                flexDirection: 'column',
                justifyContent: 'flex-end',
                bgcolor: `color-mix(in srgb, ${tokens.tones.brand.main} 38%, transparent)`
              }}
            >
              <Box
                sx={{
                  height: column.received ? `${(column.converted / column.received) * 100}%` : 0,
                  bgcolor: tokens.tones.brand.main
                }}
              />
            </Box>
          </Box>
        ))}
      </Box>
      <Box aria-hidden sx={{ display: 'flex', justifyContent: 'space-between', mt: 0.5 }}>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {formatDate(days[0]?.day)}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          máximo {formatNumber(most)}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {formatDate(days.at(-1)?.day)}
        </Typography>
      </Box>
      <ul style={visuallyHidden}>
        {columns
          .filter(column => column.received > 0)
          .map(column => (
            <li key={column.day}>{label(column)}</li>
          ))}
      </ul>
    </figure>
  )
}
