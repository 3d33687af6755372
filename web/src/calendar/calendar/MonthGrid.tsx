import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { Tone } from '../../core/tokens.ts'
import { daysBetween, fullDayText, rangeOf, weekdayText } from './range.ts'

const Day = styled('button')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: 2,
  minWidth: 0,
  padding: 0,
  border: 0,
  background: 'none',
  color: theme.tokens.text,
  font: 'inherit',
  cursor: 'pointer',
  '& b': {
    display: 'grid',
    placeItems: 'center',
    width: 'var(--day)',
    height: 'var(--day)',
    borderRadius: '50%',
    fontWeight: 500
  },
  '&[data-other] b': { color: theme.tokens.textFaint },
  '&[data-shown]': { backgroundColor: theme.tokens.tones.brand.soft },
  '&[aria-pressed=true] b': { color: theme.tokens.surface, backgroundColor: theme.tokens.text, fontWeight: 700 },
  '&[aria-current] b': {
    color: theme.tokens.tones.brand.on,
    backgroundColor: theme.tokens.tones.brand.main,
    fontWeight: 700
  },
  '&:hover b': { boxShadow: `inset 0 0 0 1px ${theme.tokens.edge}` },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2, borderRadius: 8 }
}))

const Dot = styled('i', { shouldForwardProp: name => name !== 'tone' })<{ tone: Tone }>(({ theme, tone }) => ({
  width: 5,
  height: 5,
  borderRadius: '50%',
  backgroundColor: theme.tokens.tones[tone].main
}))

/** The entries of a day, and the tones of up to three of them. */
export type DayMarks = { count: number; tones: readonly Tone[] }

type Props = {
  days: readonly string[]
  /** Days of other months are faint. */
  month?: string
  day: string
  today: string
  /** Days that the grid beside shows. */
  shown?: { from: string; to: string }
  /** The entries of the days, as dots. */
  marks?: ReadonlyMap<string, DayMarks>
  /** Pixels of a day. */
  size: number
  onDay: (day: string) => void
}

const countText = (count: number) => (count === 0 ? '' : count === 1 ? ', 1 compromisso' : `, ${count} compromissos`)

/** Weeks of days to choose from. */
export function DayGrid({ days, month, day, today, shown, marks, size, onDay }: Props) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, 1fr)', '--day': `${size}px` }}>
      {days.slice(0, 7).map(each => (
        <Box
          key={each}
          aria-hidden
          sx={{ textAlign: 'center', fontSize: '0.6875rem', lineHeight: '1rem', color: 'text.secondary' }}
        >
          {weekdayText(each)
            .slice(0, marks ? 3 : 1)
            .toUpperCase()}
        </Box>
      ))}
      {days.map(each => {
        const { count = 0, tones = [] } = marks?.get(each) ?? {}
        return (
          <Day
            key={each}
            type="button"
            aria-label={fullDayText(each) + countText(count)}
            aria-pressed={each === day}
            aria-current={each === today ? 'date' : undefined}
            data-other={month && !each.startsWith(month) ? '' : undefined}
            data-shown={shown && shown.from <= each && each <= shown.to ? '' : undefined}
            onClick={() => onDay(each)}
          >
            <b>{Number(each.slice(8))}</b>
            {marks && (
              <Box component="span" aria-hidden sx={{ display: 'flex', gap: '2px', height: 5 }}>
                {tones.map((tone, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike
                  <Dot key={at} tone={tone} />
                ))}
              </Box>
            )}
          </Day>
        )
      })}
    </Box>
  )
}

/** The days of a month in whole weeks. */
export const monthDays = (day: string): string[] => daysBetween(rangeOf('mes', day))
