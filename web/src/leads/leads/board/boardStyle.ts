import { styled } from '@mui/material/styles'

/** One style sheet for the whole board, as for the table. */
export const BoardFrame = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 10,
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  paddingBottom: 8,
  // Inherited: set on each part, all parts would be restyled when a card is picked up, and when it is dropped.
  '&[data-dragging]': { cursor: 'grabbing', userSelect: 'none' },
  '& [data-column]': {
    flex: '1 0 158px',
    maxWidth: 380,
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    height: 'calc(100dvh - var(--above, 260px) + 24px)',
    minHeight: 400,
    borderRadius: 12,
    border: `1px solid ${theme.palette.divider}`,
    backgroundColor: theme.tokens.sunken
  },
  '& [data-column][data-over]': {
    borderColor: theme.palette.primary.main,
    backgroundColor: theme.tokens.tones.brand.soft
  },
  '& .head': { padding: '10px 12px 8px' },
  '& .title': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    margin: 0,
    fontSize: '0.875rem',
    lineHeight: 1.4,
    fontWeight: 650
  },
  '& .count': {
    marginLeft: 'auto',
    color: theme.palette.text.secondary,
    fontSize: '0.8125rem',
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums'
  },
  '& .title:has(.sum)': { flexWrap: 'wrap', columnGap: 8, rowGap: 0 },
  '& .sum': { flexBasis: '100%', margin: 0 },
  '& .oldest': { color: theme.palette.text.secondary, fontSize: '0.75rem', lineHeight: '17px', minHeight: 17 },
  '& [data-cards]': {
    flex: 1,
    // Changes in a column must not lay out the others, or the page around them.
    contain: 'strict',
    overflowY: 'auto',
    overscrollBehaviorY: 'contain',
    margin: 0,
    padding: '2px 8px 8px',
    listStyle: 'none',
    scrollbarWidth: 'thin'
  },
  '& .card': {
    position: 'relative',
    display: 'grid',
    gap: 5,
    marginBottom: 8,
    padding: '9px 10px 7px',
    borderRadius: 10,
    border: `1px solid ${theme.palette.divider}`,
    backgroundColor: theme.palette.background.paper,
    color: theme.palette.text.primary,
    fontSize: '0.8125rem',
    lineHeight: 1.35,
    // With each frame of a drag the browser goes through all that is drawn: cards out of sight are not.
    contentVisibility: 'auto',
    containIntrinsicHeight: 'auto 122px',
    WebkitTouchCallout: 'none'
  },
  // Nor does it look which card is under the pointer, and draw it as such.
  '&[data-dragging] .card': { pointerEvents: 'none' },
  '& .card:hover': { borderColor: theme.tokens.edge },
  '& .card[data-movable]': { cursor: 'grab', userSelect: 'none' },
  '& .card[data-dnd-placeholder]': { opacity: 0.35 },
  '& .card[data-dnd-dragging]': {
    contentVisibility: 'visible',
    margin: 0,
    rotate: '1.5deg',
    listStyle: 'none',
    borderColor: theme.palette.primary.main,
    boxShadow: '0 4px 10px rgb(15 28 43 / 0.14), 0 18px 36px -10px rgb(15 28 43 / 0.4)'
  },
  '& [data-line]': {
    position: 'fixed',
    top: -1,
    left: 0,
    zIndex: theme.zIndex.tooltip - 1,
    height: 3,
    borderRadius: 2,
    backgroundColor: theme.palette.primary.main,
    pointerEvents: 'none',
    willChange: 'transform'
  },
  '& .top, & .foot': { display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 },
  '& .top': { alignItems: 'flex-start' },
  '& [data-open]': {
    flexGrow: 1,
    minWidth: 0,
    // A name is seen whole: only one of more than two lines is cut.
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    fontWeight: 600,
    color: theme.palette.text.primary,
    textDecoration: 'none',
    '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 10 },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 }
  },
  '& .above': { position: 'relative', zIndex: 1, display: 'inline-flex' },
  '& .soft': { color: theme.palette.text.secondary, fontSize: '0.75rem', whiteSpace: 'nowrap', minWidth: 0 },
  '& .value': { fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '& .facts': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 8, minWidth: 0 },
  // Only texts that may be too long get an ellipsis: each one costs a layer of its own.
  '& .facts .soft, & .foot .soft, & .words': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .idle': { color: theme.tokens.tones.warning.onSoft, fontWeight: 600 },
  '& .when': { display: 'flex', flexWrap: 'wrap', columnGap: 8 },
  '& .task': { fontSize: '0.75rem' },
  '& .foot': { justifyContent: 'space-between', minHeight: 28, margin: '-1px -4px -2px 0' },
  '& .move': {
    display: 'grid',
    placeItems: 'center',
    width: 28,
    height: 28,
    margin: '-4px -5px -4px 0',
    border: 0,
    borderRadius: 8,
    background: 'none',
    color: theme.palette.text.secondary,
    cursor: 'pointer',
    '& svg': { fontSize: 18 },
    '&:hover': { backgroundColor: theme.tokens.sunken, color: theme.palette.text.primary },
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}` }
  },
  '& .empty': { padding: '20px 8px', textAlign: 'center', color: theme.palette.text.secondary, fontSize: '0.8125rem' },
  [theme.breakpoints.down('sm')]: {
    margin: '0 -16px',
    padding: '0 16px 8px',
    scrollPaddingInline: 16,
    scrollSnapType: 'x mandatory',
    '&[data-dragging]': { scrollSnapType: 'none' },
    '& [data-column]': { flexBasis: 'min(82vw, 340px)', scrollSnapAlign: 'start', height: 'calc(100dvh - 268px)' },
    '& .card': { containIntrinsicHeight: 'auto 128px' },
    '& .move': { width: 44, height: 44, margin: '-12px -10px -12px 0' }
  }
}))
