import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import type { Figures } from '../../../services/dashboard/schema.ts'
import { formatNumber } from '../core/format.ts'
import { fonts } from '../core/tokens.ts'
import type { LeadFilter } from '../leads/filter.ts'
import { filteredList } from '../shell/addresses.ts'
import { formatMinutes, formatShare } from './labels.ts'
import { comparedWith } from './period.ts'

const Tile = styled(Link)(({ theme }) => ({
  display: 'grid',
  gap: 4,
  alignContent: 'start',
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

const Amount = styled('span')({
  fontFamily: fonts.display,
  fontSize: '1.75rem',
  lineHeight: 1.2,
  fontWeight: 700,
  letterSpacing: '-0.02em',
  fontVariantNumeric: 'tabular-nums'
})

const Delta = styled('span', { shouldForwardProp: name => name !== 'good' })<{ good: boolean | null }>(
  ({ theme, good }) => ({
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    color: good === null ? theme.palette.text.secondary : good ? theme.palette.success.main : theme.palette.error.main
  })
)

type Kind = 'count' | 'share' | 'minutes'
type Entry = { label: string; figure: { now: number | null; before: number | null }; kind: Kind; filter: LeadFilter }

const written = (value: number | null, kind: Kind): string => {
  if (value === null) return '–'
  return kind === 'share' ? formatShare(value) : kind === 'minutes' ? formatMinutes(value) : formatNumber(value)
}

/** How a figure stands against the period before: in words, since an arrow alone does not say what it compares. */
function change({ now, before }: Entry['figure'], kind: Kind): { text: string; good: boolean | null } {
  if (now === null || before === null) return { text: 'Sem comparação', good: null }
  if (kind === 'share') {
    const points = Math.round((now - before) * 1000) / 10
    if (points === 0) return { text: 'Igual', good: null }
    return { text: `${points > 0 ? '+' : '−'}${formatNumber(Math.abs(points))} p.p.`, good: points > 0 }
  }
  if (before === 0)
    return now === 0 ? { text: 'Igual', good: null } : { text: `Antes: ${written(0, kind)}`, good: null }
  const share = now / before - 1
  if (Math.abs(share) < 0.005) return { text: 'Igual', good: null }
  const better = kind === 'minutes' ? share < 0 : share > 0
  return { text: `${share > 0 ? '+' : '−'}${formatShare(Math.abs(share))}`, good: better }
}

type Props = { figures: Figures | undefined; owner: string | undefined }

/** The numbers of the period, each with its change and the leads behind it. */
export function FiguresPanel({ figures, owner }: Props) {
  if (!figures)
    return (
      <Grid aria-busy>
        {['received', 'contacted', 'scheduled', 'converted', 'conversion', 'wait'].map(key => (
          <Skeleton key={key} variant="rounded" height={92} aria-hidden />
        ))}
      </Grid>
    )
  const received = { receivedFrom: figures.from, receivedTo: figures.to, ...(owner && { owner }) }
  const entries: Entry[] = [
    { label: 'Leads recebidos', figure: figures.received, kind: 'count', filter: {} },
    { label: 'Em contato', figure: figures.contacted, kind: 'count', filter: { status: 'contacted' } },
    { label: 'Agendados', figure: figures.scheduled, kind: 'count', filter: { status: 'scheduled' } },
    { label: 'Convertidos', figure: figures.converted, kind: 'count', filter: { status: 'converted' } },
    { label: 'Taxa de conversão', figure: figures.conversion, kind: 'share', filter: { status: 'converted' } },
    { label: 'Tempo até o 1º contato', figure: figures.firstContactMinutes, kind: 'minutes', filter: {} }
  ]
  return (
    <Grid component="section" aria-label="Números do período">
      {entries.map(({ label, figure, kind, filter }) => {
        const { text, good } = change(figure, kind)
        return (
          <Tile key={label} to={filteredList({ ...received, ...filter })}>
            <Label>{label}</Label>
            <Amount>{written(figure.now, kind)}</Amount>
            <Delta good={good} title={`${written(figure.before, kind)} ${comparedWith(figures)}`}>
              {text}
            </Delta>
          </Tile>
        )
      })}
    </Grid>
  )
}

/** In the width of the page itself, beside which the assistant may stand. */
const Grid = styled(Box)({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@container (min-width: 520px)': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  '@container (min-width: 880px)': { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' }
}) as typeof Box
