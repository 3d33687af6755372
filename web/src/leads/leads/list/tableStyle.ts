import { styled } from '@mui/material/styles'

/** One style sheet for the whole table: a class for each cell would be most of the work of drawing it. */
export const TableFrame = styled('div')(({ theme }) => ({
  overflow: 'auto',
  maxHeight: 'max(260px, calc(100dvh - var(--above, 260px)))',
  outlineOffset: -2,
  '& table': {
    width: '100%',
    borderCollapse: 'separate',
    borderSpacing: 0,
    fontSize: '0.8125rem',
    lineHeight: 1.4,
    fontVariantNumeric: 'tabular-nums'
  },
  '& th, & td': {
    padding: '0 7px',
    height: 40,
    textAlign: 'left',
    fontWeight: 400,
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${theme.palette.divider}`
  },
  '&[data-density=medium] td': { height: 52 },
  '& tbody tr:last-of-type td, & tbody tr:last-of-type th': { borderBottom: 0 },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: 36,
    backgroundColor: theme.tokens.sunken,
    color: theme.palette.text.secondary,
    fontSize: '0.75rem',
    fontWeight: 600
  },
  '& .number': { textAlign: 'right' },
  '& .tick': { width: 40, padding: '0 0 0 4px' },
  '& .tick label': { display: 'grid', placeItems: 'center', width: 36, height: 36, cursor: 'pointer' },
  '& input[type=checkbox]': { width: 16, height: 16, margin: 0, accentColor: theme.palette.primary.main },
  '& .name': { left: 0, position: 'sticky', zIndex: 1, minWidth: 130, maxWidth: 230, paddingLeft: 4 },
  // The column that the list is sorted by waits at the edge, as far as it has no room of its own.
  '& .sorted': { right: 0, position: 'sticky', zIndex: 1 },
  '& thead :is(.name, .sorted)': { zIndex: 3 },
  '& tbody tr': { cursor: 'pointer' },
  '& tbody th, & tbody td': { backgroundColor: theme.palette.background.paper },
  '& tbody tr:hover > *': { backgroundColor: theme.tokens.sunken },
  '& tbody tr[aria-selected=true] > *': { backgroundColor: theme.tokens.tones.brand.soft },
  '& tbody tr:is([data-returned], :has([data-open]:focus-visible)) > :first-of-type': {
    boxShadow: `inset 3px 0 0 ${theme.palette.primary.main}`
  },
  '& .cut': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', maxWidth: 190 },
  '& .tags': { display: 'block', maxWidth: 118 },
  '& .who': { display: 'flex', alignItems: 'center', gap: 6 },
  '& .who .cut': { maxWidth: 'none' },
  '& [data-open]': {
    color: theme.palette.text.primary,
    fontWeight: 600,
    textDecoration: 'none',
    '&:hover': { textDecoration: 'underline' }
  },
  '& .mail': {
    color: theme.palette.text.secondary,
    textDecoration: 'none',
    '&:hover': { textDecoration: 'underline' }
  },
  '& .faint': { color: theme.tokens.textFaint },
  // A lead's actions lie over the end of its name while the row is hovered or has the focus.
  '& .acts': { position: 'absolute', right: 0, top: '50%', transform: 'translateY(-50%)', opacity: 0 },
  '& .acts > *': { display: 'inline-flex', backgroundColor: theme.tokens.sunken, borderRadius: 8 },
  '& tr:is(:hover, :focus-within) .acts': { opacity: 1 },
  '& .sort, & .status, & .cell': {
    font: 'inherit',
    color: 'inherit',
    border: 0,
    padding: 0,
    background: 'none',
    cursor: 'pointer'
  },
  '& .sort': { display: 'inline-flex', alignItems: 'center', gap: 2, minHeight: 24 },
  '& .sort svg': { fontSize: 14, opacity: 0 },
  '& .sort:hover svg, & .sort:focus-visible svg': { opacity: 0.5 },
  '& [aria-sort] .sort': { color: theme.palette.text.primary },
  '& [aria-sort] .sort svg': { opacity: 1 },
  '& [aria-sort=ascending] .sort svg': { transform: 'rotate(180deg)' },
  '& .status': { minHeight: 24, borderRadius: 999 },
  '& .cell': { minHeight: 28, minWidth: 28, maxWidth: '100%', padding: '0 4px', margin: '0 -4px', borderRadius: 6 },
  '& .number .cell': { textAlign: 'right' },
  // A value that is missing shows its sign where somebody looks for it.
  '& .add': { color: theme.palette.text.secondary, opacity: 0 },
  '& tr:is(:hover, :focus-within) .add': { opacity: 1 },
  '& .cell:hover': { boxShadow: `0 0 0 1px ${theme.tokens.edge}` },
  '& .status:hover': { boxShadow: `0 0 0 1px ${theme.tokens.edge}` },
  '& button:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  // A finger does not point: they stand beside the name, whose room they take.
  '@media (hover: none)': {
    '& .name': { maxWidth: 290 },
    '& .name:has(.acts)': { paddingRight: 64 },
    '& .acts, & .add': { opacity: 1 },
    '& .acts > *': { backgroundColor: 'transparent' }
  }
}))
