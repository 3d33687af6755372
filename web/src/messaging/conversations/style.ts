import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { bottomMenuHeight, topBarHeight } from '../../ui/frame.ts'

/** Pixels of a row of the list, at the usual size of text. */
export const rowHeight = 76

/** The inbox fills the window between the bars; its panes scroll, not the page. */
export const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(280px, 356px) minmax(0, 1fr)',
  gridTemplateRows: 'minmax(0, 1fr)',
  height: `calc(100dvh - ${topBarHeight}px)`,
  minHeight: 320,
  margin: '-24px -24px -88px',
  borderInline: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.palette.background.paper,
  '&[data-beside]': { gridTemplateColumns: 'minmax(280px, 356px) minmax(0, 1fr) 300px' },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '&[data-beside]': { gridTemplateColumns: 'minmax(0, 1fr)' },
    height: `calc(100dvh - ${topBarHeight + bottomMenuHeight}px - env(safe-area-inset-bottom))`,
    margin: `-16px -16px calc(-88px)`,
    borderInline: 0,
    '&[data-open] > .list, &:not([data-open]) > .thread': { display: 'none' }
  },
  [theme.breakpoints.down('sm')]: { margin: '-16px -16px -88px' },
  [theme.breakpoints.between('sm', 'md')]: { margin: '-24px -24px -88px' }
}))

export const Pane = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  '& + &': { borderLeft: `1px solid ${theme.palette.divider}` },
  [theme.breakpoints.down('md')]: { '& + &': { borderLeft: 0 } }
}))

export const Rows = styled('ul')(({ theme }) => ({
  position: 'relative',
  // The button of the assistant hides no row.
  boxSizing: 'content-box',
  margin: 0,
  padding: '0 0 88px',
  listStyle: 'none',
  '& > li': { position: 'absolute', insetInline: 0, height: rowHeight },
  '& a': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '40px minmax(0, 1fr)',
    columnGap: 12,
    alignItems: 'center',
    height: rowHeight,
    padding: '0 16px',
    color: 'inherit',
    textDecoration: 'none',
    borderBottom: `1px solid ${theme.palette.divider}`
  },
  '& a:hover': { backgroundColor: theme.tokens.sunken },
  '& a:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2, borderRadius: 0 },
  '& a[aria-current]': {
    backgroundColor: theme.tokens.tones.brand.soft,
    boxShadow: `inset 3px 0 0 ${theme.palette.primary.main}`
  },
  '& .face svg': {
    position: 'absolute',
    right: -4,
    bottom: -4,
    width: 18,
    height: 18,
    padding: 2,
    borderRadius: '50%',
    color: theme.tokens.textSoft,
    backgroundColor: theme.palette.background.paper
  },
  '& .line': { display: 'flex', alignItems: 'baseline', gap: 8, minWidth: 0 },
  '& .fills': {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textAlign: 'left',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap'
  },
  '& .name': { fontWeight: 550 },
  '& [data-unread] .name': { fontWeight: 720 },
  '& [data-unread] .words': { color: theme.palette.text.primary, fontWeight: 550 },
  '& time': {
    flexShrink: 0,
    color: theme.tokens.textSoft,
    fontSize: '0.75rem',
    fontVariantNumeric: 'tabular-nums'
  },
  '& .words': { color: theme.palette.text.secondary, fontSize: '0.8125rem' },
  '& mark': { color: 'inherit', fontWeight: 650, backgroundColor: theme.tokens.tones.warning.soft, borderRadius: 3 },
  '& .who': { color: theme.tokens.textSoft, fontSize: '0.75rem' },
  '& .tags': {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    gap: 4,
    maxWidth: 110
  },
  '& .waits': { color: theme.palette.warning.main, fontWeight: 600 },
  '& .number': {
    flexShrink: 0,
    minWidth: 20,
    padding: '0 6px',
    borderRadius: 10,
    fontSize: '0.75rem',
    fontWeight: 700,
    lineHeight: '20px',
    textAlign: 'center',
    color: theme.palette.primary.contrastText,
    backgroundColor: theme.palette.primary.main
  },
  '& .skeleton': {
    height: 40,
    margin: '18px 16px',
    borderRadius: 8,
    backgroundColor: theme.tokens.sunken
  }
}))

export const Line = styled(Box)({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 })
