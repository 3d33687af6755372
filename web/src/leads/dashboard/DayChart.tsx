import Box from '@mui/material/Box'
import { styled, useTheme } from '@mui/material/styles'
import type { Figures } from '../../../../services/leads/dashboard/schema.ts'
import { formatDate, formatNumber } from '../../core/format.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { ticksOf } from './axis.ts'

type Day = Figures['days'][number]
type Column = Day & { to: string }

/** Days in parts, where there are too many for columns that can be distinguished. */
export function inParts<T>(days: readonly T[]): T[][] {
  const size = Math.max(1, Math.ceil(days.length / 46))
  return Array.from({ length: Math.ceil(days.length / size) }, (_, n) => days.slice(n * size, (n + 1) * size))
}

export function grouped(days: readonly Day[]): Column[] {
  return inParts(days).map(part => {
    const sum = (of: (day: Day) => number) => part.reduce((so, day) => so + of(day), 0)
    return {
      day: part[0]?.day ?? '',
      to: part.at(-1)?.day ?? '',
      received: sum(day => day.received),
      converted: sum(day => day.converted),
      before: sum(day => day.before)
    }
  })
}

/** '23/11', or '23/11 a 29/11'. */
const named = ({ day, to }: Column) => {
  const short = (value: string) => formatDate(value).slice(0, 5)
  return day === to ? short(day) : `${short(day)} a ${short(to)}`
}

const label = (column: Column, compared: boolean) =>
  `${named(column)}: ${formatNumber(column.received)} ${column.received === 1 ? 'lead' : 'leads'}, ${formatNumber(
    column.converted
  )} ${column.converted === 1 ? 'convertido' : 'convertidos'}${compared ? `; antes ${formatNumber(column.before)}` : ''}`

const Key = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  color: theme.palette.text.secondary,
  fontSize: '0.8125rem'
}))

const [width, height] = [560, 160]
const area = { left: 30, right: 8, top: 8, bottom: 22 }

/** Leads received a day; the darker part has become customers, the line is the period before. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const { tokens } = useTheme()
  const columns = grouped(days)
  const ticks = ticksOf(Math.max(...columns.flatMap(({ received, before }) => [received, before])))
  const max = ticks.at(-1) ?? 1
  const step = (width - area.left - area.right) / columns.length
  const bar = Math.min(22, step * 0.72)
  const middle = (n: number) => area.left + step * (n + 0.5)
  const level = (value: number) => height - area.bottom - (value / max) * (height - area.top - area.bottom)
  const compared = columns.some(({ before }) => before > 0)
  const [light, full, line] = [
    `color-mix(in srgb, ${tokens.tones.brand.main} 35%, transparent)`,
    tokens.tones.brand.main,
    tokens.tones.warning.main
  ]
  // About six, the first and the last among them.
  const every = Math.max(1, Math.ceil((columns.length - 1) / 5))
  return (
    <figure style={{ margin: 0 }}>
      <Box
        component="svg"
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden
        sx={{ display: 'block', width: '100%', height: 'auto', fontSize: 11, fill: tokens.textSoft }}
      >
        {ticks.map(tick => (
          <g key={tick}>
            <line
              x1={area.left}
              x2={width - area.right}
              y1={level(tick)}
              y2={level(tick)}
              stroke={tick === 0 ? tokens.edge : tokens.border}
            />
            <text x={area.left - 6} y={level(tick) + 4} textAnchor="end">
              {formatNumber(tick)}
            </text>
          </g>
        ))}
        {columns.map((column, n) => (
          <g key={column.day}>
            <title>{label(column, compared)}</title>
            <rect x={area.left + step * n} y={area.top} width={step} height={height - area.top} fill="transparent" />
            <rect
              x={middle(n) - bar / 2}
              y={level(column.received)}
              width={bar}
              height={level(0) - level(column.received)}
              rx={2}
              fill={light}
            />
            <rect
              x={middle(n) - bar / 2}
              y={level(column.converted)}
              width={bar}
              height={level(0) - level(column.converted)}
              rx={2}
              fill={full}
            />
            {(columns.length - 1 - n) % every === 0 && (
              <text x={middle(n)} y={height - 6} textAnchor="middle">
                {named(column).slice(0, 5)}
              </text>
            )}
          </g>
        ))}
        {compared && (
          <polyline
            points={columns.map(({ before }, n) => `${middle(n)},${level(before)}`).join(' ')}
            fill="none"
            stroke={line}
            strokeWidth={2}
            strokeLinejoin="round"
            strokeDasharray="4 3"
            pointerEvents="none"
          />
        )}
      </Box>
      <Box
        component="ul"
        aria-label="Legenda"
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, m: 0, mt: 1, p: 0, listStyle: 'none' }}
      >
        <Key>
          <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: light }} /> Recebidos
        </Key>
        <Key>
          <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: full }} /> Destes, convertidos
        </Key>
        {compared && (
          <Key>
            <Box aria-hidden sx={{ width: 16, borderTop: `2px dashed ${line}` }} /> Período anterior
          </Key>
        )}
      </Box>
      <ul style={visuallyHidden}>
        {columns
          .filter(({ received, before }) => received > 0 || before > 0)
          .map(column => (
            <li key={column.day}>{label(column, compared)}</li>
          ))}
      </ul>
    </figure>
  )
}
