import { styled } from '@mui/material/styles'

export const Device = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  maxWidth: 380,
  height: 'min(720px, calc(100dvh - 220px))',
  minHeight: 420,
  overflow: 'hidden',
  border: `8px solid ${theme.tokens.edge}`,
  borderRadius: 36,
  backgroundColor: theme.palette.background.paper,
  [theme.breakpoints.down('sm')]: { borderWidth: 4, borderRadius: 24, maxWidth: 'none' }
}))

export const DeviceHead = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '14px 16px 10px',
  borderBottom: `1px solid ${theme.palette.divider}`
}))

export const Lines = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  margin: 0,
  padding: 12,
  display: 'flex',
  flexDirection: 'column',
  gap: 6,
  overflowY: 'auto',
  backgroundColor: theme.tokens.sunken
}))

/** A message on the customer's phone: their own on the right. */
export const Line = styled('div')(({ theme }) => ({
  position: 'relative',
  maxWidth: '82%',
  padding: '6px 10px',
  borderRadius: 12,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  fontSize: '0.9375rem',
  alignSelf: 'flex-start',
  backgroundColor: theme.palette.background.paper,
  '&[data-own]': {
    alignSelf: 'flex-end',
    color: theme.tokens.tones.brand.onSoft,
    backgroundColor: theme.tokens.tones.brand.soft
  },
  // A fixed size reserves the space before loading, so that the last message stays in sight.
  '& img, & video': {
    display: 'block',
    width: 200,
    maxWidth: '100%',
    height: 150,
    objectFit: 'cover',
    borderRadius: 8
  },
  '& img[data-kind=sticker]': { width: 96, height: 96 },
  '& audio': { display: 'block', width: 230, maxWidth: '100%', height: 40 },
  '& small': { display: 'block', textAlign: 'right', fontSize: '0.75rem', color: theme.palette.text.secondary },
  '&[data-own] small': { color: 'inherit' }
}))

export const Customers = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  alignContent: 'start',
  '& button': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: 10,
    alignItems: 'center',
    minHeight: 52,
    padding: '6px 12px',
    border: 0,
    borderRadius: 10,
    font: 'inherit',
    textAlign: 'left',
    color: 'inherit',
    backgroundColor: 'transparent',
    cursor: 'pointer'
  },
  '& button:hover': { backgroundColor: theme.tokens.sunken },
  '& button[aria-pressed=true]': {
    color: theme.tokens.tones.brand.onSoft,
    backgroundColor: theme.tokens.tones.brand.soft
  },
  '& button:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
  '& small': { display: 'block', color: theme.palette.text.secondary },
  '& button[aria-pressed=true] small': { color: 'inherit' },
  [theme.breakpoints.down('md')]: {
    gridAutoFlow: 'column',
    gridAutoColumns: 'max-content',
    overflowX: 'auto',
    paddingBottom: 4
  }
}))
