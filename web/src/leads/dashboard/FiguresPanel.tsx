import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { styled, useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { fewLeads } from '../../../../services/leads/dashboard/rules.ts'
import type { Figures } from '../../../../services/leads/dashboard/schema.ts'
import { formatNumber, formatShare } from '../../core/format.ts'
import { fonts, type Tone } from '../../core/tokens.ts'
import { filteredList } from '../../shell/addresses.ts'
import type { LeadFilter } from '../leads/filter.ts'
import { grouped } from './DayChart.tsx'
import { comparedWith } from './period.ts'

const Tile = styled(Link)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: '4px 16px',
  padding: '16px 18px',
  borderRadius: 16,
  backgroundColor: theme.palette.background.paper,
  color: theme.palette.text.primary,
  textDecoration: 'none',
  transition: `background-color ${theme.transitions.duration.shortest}ms`,
  '&:hover': { backgroundColor: theme.tokens.tones.neutral.soft }
}))

const Label = styled('span')(({ theme }) => ({
  color: theme.palette.text.secondary,
  fontSize: '0.8125rem',
  fontWeight: 600
}))

const Amount = styled('strong')({
  fontFamily: fonts.display,
  fontSize: '2rem',
  lineHeight: 1.2,
  fontWeight: 700,
  letterSpacing: '-0.02em',
  fontVariantNumeric: 'tabular-nums'
})

const Trend = styled('span', { shouldForwardProp: name => name !== 'good' })<{ good: boolean | null }>(
  ({ theme, good }) => ({
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    color: good === null ? theme.palette.text.secondary : good ? theme.palette.success.main : theme.palette.error.main
  })
)

/**
 * How a count stands against the period before, in words, since an arrow alone does not say what it compares; nothing
 * where there was nothing before.
 */
export function trend(
  { now, before }: Figures['received'],
  than: string,
  written = formatNumber
): { text: string; good: boolean | null } | null {
  if (now === null || !before) return null
  if (now === before) return { text: `Igual ao que foi ${than}`, good: null }
  const more = now > before
  const size = before < fewLeads ? written(Math.abs(now - before)) : formatShare(Math.abs(now / before - 1))
  return { text: `${size} a ${more ? 'mais' : 'menos'} que ${than}`, good: more }
}

type Props = { figures: Figures | undefined; owner: string | undefined }

/** The two numbers that matter, each with its course over the period and the leads behind it. */
export function FiguresPanel({ figures, owner }: Props) {
  if (!figures)
    return (
      <Grid aria-busy>
        {['received', 'converted'].map(key => (
          <Skeleton key={key} variant="rounded" height={112} aria-hidden />
        ))}
      </Grid>
    )
  const received = { receivedFrom: figures.from, receivedTo: figures.to, ...(owner && { owner }) }
  const entries: { label: string; of: 'received' | 'converted'; tone: Tone; filter: LeadFilter }[] = [
    { label: 'Leads recebidos', of: 'received', tone: 'brand', filter: {} },
    { label: 'Viraram clientes', of: 'converted', tone: 'success', filter: { status: 'converted' } }
  ]
  return (
    <FigureGroup title="Recebidos" label="Números do período" about="Leads que chegaram no período, como estão hoje.">
      {entries.map(({ label, of, tone, filter }) => (
        <FigureTile
          key={of}
          to={filteredList({ ...received, ...filter })}
          label={label}
          amount={formatNumber(figures[of].now ?? 0)}
          against={trend(figures[of], comparedWith(figures))}
          values={grouped(figures.days).map(day => day[of])}
          tone={tone}
        />
      ))}
    </FigureGroup>
  )
}

type GroupProps = { title: string; label?: string; about: string; children: ReactNode }

/** Figures that count the same things, with what these are. */
export function FigureGroup({ title, label = title, about, children }: GroupProps) {
  const id = useId()
  return (
    <Box component="section" aria-label={label} aria-describedby={id}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, mb: 1 }}>
        <Typography variant="h2" sx={{ m: 0 }}>
          {title}
        </Typography>
        <Typography id={id} sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {about}
        </Typography>
      </Box>
      <Grid>{children}</Grid>
    </Box>
  )
}

type TileProps = {
  to: string
  label: string
  amount: string
  against: { text: string; good: boolean | null } | null
  /** The figure over the days of the period. */
  values: readonly number[]
  tone: Tone
}

/** A figure with its course, which opens what it counts. */
export const FigureTile = ({ to, label, amount, against, values, tone }: TileProps) => (
  <Tile to={to}>
    <Box component="span" sx={{ display: 'grid', gap: 0.5 }}>
      <Label>{label}</Label>
      <Amount>{amount}</Amount>
      {against && <Trend good={against.good}>{against.text}</Trend>}
    </Box>
    <Course values={values} tone={tone} />
  </Tile>
)

const [width, height] = [160, 48]

/** How a figure went over the days of the period; what it says in numbers stands in the chart of the days. */
function Course({ values, tone }: { values: readonly number[]; tone: Tone }) {
  const { tokens } = useTheme()
  const max = Math.max(1, ...values)
  if (values.length < 2 || values.every(value => value <= 0)) return null
  const at = (value: number, n: number) =>
    `${((n / (values.length - 1)) * width).toFixed(1)},${(height - 2 - (Math.max(0, value) / max) * (height - 4)).toFixed(1)}`
  const line = values.map(at)
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      sx={{ flex: '1 1 100px', maxWidth: 260, minWidth: 0, height, color: tokens.tones[tone].main }}
    >
      <polygon points={`0,${height} ${line.join(' ')} ${width},${height}`} fill="currentColor" opacity={0.15} />
      <polyline
        points={line.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </Box>
  )
}

/** In the width of the page itself, beside which the assistant may stand. */
const Grid = styled(Box)({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 520px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }
}) as typeof Box
