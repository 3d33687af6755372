import { styled } from '@mui/material/styles'
import type { Tone } from '../../core/tokens.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'

const tones: readonly Tone[] = ['brand', 'info', 'violet', 'warning', 'success', 'error']

/** The calendar in the product's colours: the theme of FullCalendar asks for these properties. */
export const CalendarFrame = styled('div')(({ theme }) => {
  const { tokens } = theme
  const { brand, error } = tokens.tones
  return {
    '--fc-classic-primary': brand.main,
    '--fc-classic-primary-foreground': brand.on,
    '--fc-classic-event': brand.soft,
    '--fc-classic-event-contrast': brand.onSoft,
    '--fc-classic-background-event': tokens.sunken,
    '--fc-classic-background-event-opacity': '100%',
    '--fc-classic-background-event-foreground-opacity': '100%',
    '--fc-classic-highlight': brand.soft,
    '--fc-classic-today': `color-mix(in srgb, ${brand.soft} 40%, transparent)`,
    '--fc-classic-now': error.main,
    '--fc-classic-small-dot-width': '8px',
    '--fc-classic-large-dot-width': '10px',
    '--fc-classic-background': tokens.surface,
    '--fc-classic-faint': tokens.sunken,
    '--fc-classic-muted': tokens.sunken,
    '--fc-classic-strong': tokens.border,
    '--fc-classic-foreground': tokens.text,
    '--fc-classic-faint-foreground': tokens.textFaint,
    '--fc-classic-muted-foreground': tokens.textSoft,
    '--fc-classic-border': tokens.border,
    '--fc-classic-strong-border': tokens.edge,
    overflow: 'hidden',
    borderRadius: 12,
    fontSize: '0.8125rem',
    color: tokens.text,
    backgroundColor: tokens.surface,
    ...Object.fromEntries(
      tones.map(tone => [`& .tone-${tone}`, { borderInlineStart: `4px solid ${tokens.tones[tone].main}` }])
    ),
    '& .is-requested, & .request': { outline: `1px dashed ${tokens.edge}`, outlineOffset: -1 },
    '& .is-cancelled, & .is-refused': { textDecoration: 'line-through' },
    '& .appointment, & .request, & .task': { cursor: 'pointer' },
    // Spares hit tests in the other days while an entry is dragged, which were half of the work.
    '& .day': { overflow: 'clip' },
    // One column, in whole lines: the line that has no room goes to a second column, which is out of sight.
    '& .wraps': {
      whiteSpace: 'normal',
      overflow: 'hidden',
      paddingBlock: 0,
      columnCount: 1,
      columnFill: 'auto',
      orphans: 1,
      widows: 1
    },
    [theme.breakpoints.down('sm')]: {
      // The times take no more room than they need.
      '& .at': { width: 'auto', minWidth: '6.25rem', flexShrink: 0 },
      // Seven columns of a screen's width hold a few letters each: those of a week are drawn wider, and pushed aside.
      '&[data-view=semana]': { overflowX: 'auto' },
      '&[data-view=semana] > *': { minWidth: 720 },
      // Their hours stay in sight.
      '&[data-view=semana] div:has(> .hour)': {
        position: 'sticky',
        insetInlineStart: 0,
        zIndex: 4,
        backgroundColor: tokens.surface
      },
      // In the cells of a month its name would lie on the number of the day.
      '&[data-view=mes] .day-off': visuallyHidden
    },
    '& .whole': { whiteSpace: 'normal', overflow: 'visible', overflowWrap: 'anywhere' },
    '@media print': { overflow: 'visible' }
  }
})

/** The head of a day's column, which opens the day. */
export const DayButton = styled('button')(({ theme }) => ({
  border: 0,
  borderRadius: 6,
  padding: '2px 6px',
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.tokens.sunken },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}` }
}))
