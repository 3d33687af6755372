import { styled } from '@mui/material/styles'
import type { Tone } from '../../core/tokens.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'

const tones: readonly Tone[] = ['brand', 'info', 'violet', 'warning', 'success', 'error']

/** The calendar in the product's colours: the theme of FullCalendar asks for these properties. */
export const CalendarFrame = styled('div')(({ theme }) => {
  const { tokens } = theme
  const { brand, error, neutral } = tokens.tones
  return {
    '--fc-classic-primary': brand.main,
    '--fc-classic-primary-foreground': brand.on,
    '--fc-classic-event': brand.soft,
    '--fc-classic-event-contrast': brand.onSoft,
    '--fc-classic-background-event': tokens.sunken,
    '--fc-classic-background-event-opacity': '100%',
    '--fc-classic-background-event-foreground-opacity': '100%',
    '--fc-classic-highlight': brand.soft,
    '--fc-classic-today': 'transparent',
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
    borderRadius: 16,
    fontSize: '0.8125rem',
    color: tokens.text,
    backgroundColor: tokens.surface,
    '&:focus-visible': { outline: `2px solid ${brand.main}`, outlineOffset: -2 },
    ...Object.fromEntries(tones.map(tone => [`& .tone-${tone}`, { '--tone': tokens.tones[tone].main }])),
    '& .appointment, & .request, & .task, & .mirror': { borderRadius: 6, cursor: 'pointer' },
    '& .appointment:focus-visible, & .request:focus-visible, & .task:focus-visible': {
      outline: `2px solid ${tokens.text}`,
      outlineOffset: 1,
      zIndex: 9
    },
    '& .mirror': { backgroundColor: brand.soft, color: brand.onSoft, boxShadow: `inset 0 0 0 2px ${brand.main}` },
    // Drawn within the entry, so that it is as large as any other.
    '& .is-requested, & .request': { outline: `1.5px dashed var(--tone, ${tokens.edge})`, outlineOffset: -1.5 },
    '& .is-no_show .who, & .is-cancelled .who, & .is-refused .who': { textDecoration: 'line-through' },
    '& .is-no_show .who::before': { content: '"✕ "', fontWeight: 800 },
    '& .is-no_show, & .is-cancelled, & .is-refused': { borderInlineStart: '3px solid var(--tone)' },
    '& .task': { borderInlineStart: `3px solid ${neutral.main}` },
    '& .task .who::before': { content: '"☐ "' },
    // Spares hit tests in the other days while an entry is dragged, which were half of the work.
    '& .day': { overflow: 'clip' },
    '& .unseen': visuallyHidden,
    '& .who': {
      overflow: 'hidden',
      flexShrink: 0,
      minWidth: 0,
      maxWidth: '100%',
      fontSize: '0.8125rem',
      fontWeight: 650,
      lineHeight: '1rem',
      whiteSpace: 'nowrap',
      textOverflow: 'ellipsis'
    },
    '& .in-line': { display: 'flex', minWidth: 0, gap: 4, alignItems: 'baseline' },
    '& .rest': { overflow: 'hidden', minWidth: 0, whiteSpace: 'nowrap', fontSize: '0.6875rem' },
    // One column, in whole lines: the line that has no room goes to a second column, which is out of sight.
    '& .wraps': {
      whiteSpace: 'normal',
      overflow: 'hidden',
      minHeight: 0,
      paddingBlock: 0,
      fontSize: '0.75rem',
      lineHeight: '0.9375rem',
      columnCount: 1,
      columnFill: 'auto',
      orphans: 1,
      widows: 1
    },
    '& .confirm': {
      position: 'absolute',
      insetInlineEnd: 3,
      bottom: 3,
      padding: '2px 8px',
      borderRadius: 999,
      fontSize: '0.6875rem',
      fontWeight: 650,
      lineHeight: '1rem',
      color: brand.on,
      backgroundColor: brand.main,
      '&:hover': { backgroundColor: tokens.brandHover }
    },
    '& .in-line + .confirm': { bottom: 1, padding: '1px 8px' },
    // An entry too narrow for it is opened instead.
    '& .inner': { containerType: 'inline-size' },
    '@container (max-width: 84px)': { '& .confirm': { display: 'none' } },
    '& .now': { borderBlockStartWidth: 2, zIndex: 3 },
    '& .now::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: 0,
      insetBlockStart: -6,
      width: 10,
      height: 10,
      borderRadius: '50%',
      backgroundColor: error.main
    },
    '& .now-at': { display: 'none' },
    '& .more': { border: 0, fontWeight: 650, color: tokens.textSoft, backgroundColor: 'transparent' },
    '& .today': {
      display: 'inline-grid',
      placeItems: 'center',
      minWidth: 22,
      height: 22,
      margin: 1,
      padding: '0 4px',
      borderRadius: 11,
      lineHeight: '22px',
      fontWeight: 700,
      color: brand.on,
      backgroundColor: brand.main
    },
    // Beside the number of the day.
    '&[data-view=mes] .day-off': { maxWidth: 'calc(100% - 30px)', overflowWrap: 'anywhere' },
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
    '@media print': { overflow: 'visible', '& .confirm, & .now': { display: 'none' } }
  }
})

/** The head of a day's column, which opens the day. */
export const DayButton = styled('button')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  border: 0,
  borderRadius: 12,
  padding: '4px 10px',
  background: 'none',
  color: theme.tokens.textSoft,
  font: 'inherit',
  fontSize: '0.75rem',
  lineHeight: '1rem',
  cursor: 'pointer',
  '& b': {
    display: 'grid',
    placeItems: 'center',
    width: 34,
    height: 34,
    borderRadius: '50%',
    fontSize: '1.25rem',
    fontWeight: 500,
    color: theme.tokens.text
  },
  '&[data-today]': { color: theme.tokens.tones.brand.main, fontWeight: 700 },
  '&[data-today] b': {
    fontWeight: 700,
    color: theme.tokens.tones.brand.on,
    backgroundColor: theme.tokens.tones.brand.main
  },
  '&:hover b': { boxShadow: `inset 0 0 0 1px ${theme.tokens.edge}` },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}` }
}))
