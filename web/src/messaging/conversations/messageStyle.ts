import { styled } from '@mui/material/styles'

/** One style sheet for all messages of a conversation. */
export const Messages = styled('div')(({ theme }) => ({
  padding: '12px 0 8px',
  '& .block': {
    display: 'flex',
    flexDirection: 'column',
    gap: 4,
    margin: 0,
    padding: '2px 16px',
    listStyle: 'none',
    // Once it was shown the browser knows how high it is.
    containIntrinsicSize: 'auto 2000px'
  },
  '& .settled': { contentVisibility: 'auto' },
  '& .day': { display: 'flex', justifyContent: 'center', padding: '12px 0 8px' },
  '& .day h2': {
    margin: 0,
    padding: '2px 12px',
    borderRadius: 12,
    fontFamily: theme.typography.fontFamily,
    fontSize: '0.75rem',
    fontWeight: 600,
    letterSpacing: 0,
    lineHeight: '20px',
    color: theme.tokens.textSoft,
    backgroundColor: theme.palette.background.paper,
    border: `1px solid ${theme.palette.divider}`
  },
  '& .day h2::first-letter': { textTransform: 'uppercase' },
  '& .system': {
    alignSelf: 'center',
    maxWidth: '90%',
    padding: '4px 0',
    fontSize: '0.75rem',
    color: theme.tokens.textSoft
  },
  '& .message': { display: 'flex', alignItems: 'center', gap: 4, maxWidth: '100%' },
  '& .message.out': { flexDirection: 'row-reverse' },
  '& .bubble': {
    position: 'relative',
    minWidth: 64,
    maxWidth: 'min(78%, 620px)',
    padding: '7px 12px 6px',
    borderRadius: '4px 14px 14px 14px',
    border: `1px solid ${theme.palette.divider}`,
    backgroundColor: theme.palette.background.paper,
    overflowWrap: 'anywhere'
  },
  '& .out .bubble': {
    borderRadius: '14px 4px 14px 14px',
    borderColor: 'transparent',
    color: theme.tokens.tones.brand.onSoft,
    backgroundColor: theme.tokens.tones.brand.soft
  },
  '& .note .bubble': {
    borderRadius: 10,
    border: `1px dashed ${theme.palette.warning.main}`,
    color: theme.tokens.tones.warning.onSoft,
    backgroundColor: theme.tokens.tones.warning.soft
  },
  '& .failed .bubble': { border: `1px solid ${theme.palette.error.main}` },
  '& .text': { whiteSpace: 'pre-wrap', fontSize: '0.9375rem', lineHeight: 1.45, unicodeBidi: 'plaintext' },
  '& .text a': { color: 'inherit', textDecoration: 'underline', overflowWrap: 'anywhere' },
  '& .text code': { fontFamily: 'ui-monospace, monospace', fontSize: '0.875em' },
  '& .text.large': { fontSize: '2rem', lineHeight: 1.25 },
  '& .gone': { fontStyle: 'italic', opacity: 0.85 },
  '& .label': { display: 'flex', alignItems: 'center', gap: 6, fontSize: '0.75rem', fontWeight: 650, marginBottom: 2 },
  '& .label svg, & .foot svg': { fontSize: 16 },
  '& .foot': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    columnGap: 6,
    marginTop: 2,
    fontSize: '0.75rem',
    lineHeight: '16px',
    fontVariantNumeric: 'tabular-nums',
    color: theme.tokens.textSoft
  },
  '& .out .foot, & .note .foot': { color: 'inherit' },
  '& .foot .seen': { color: theme.palette.info.main },
  '& .state': { display: 'inline-flex', alignItems: 'center', gap: 3 },
  '& .quote': {
    display: 'block',
    width: '100%',
    margin: '2px 0 6px',
    padding: '4px 10px',
    border: 0,
    borderLeft: `3px solid ${theme.palette.primary.main}`,
    borderRadius: 6,
    font: 'inherit',
    fontSize: '0.8125rem',
    textAlign: 'start',
    color: theme.palette.text.secondary,
    backgroundColor: theme.tokens.sunken
  },
  '& button.quote': { cursor: 'pointer' },
  '& .quote > span': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    unicodeBidi: 'plaintext'
  },
  '& .file': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    padding: '4px 0',
    fontSize: '0.875rem'
  },
  '& .file > svg': { flexShrink: 0, fontSize: 28, opacity: 0.8 },
  '& .file small': { display: 'block', fontSize: '0.75rem', opacity: 0.9 },
  '& .picture': { display: 'block', maxWidth: '100%', maxHeight: 320, borderRadius: 8, margin: '2px 0 4px' },
  '& video.picture': { width: 360 },
  // The quoted story, not the message itself.
  '& .story': {
    margin: '2px 0 6px',
    paddingLeft: 10,
    borderLeft: `3px solid ${theme.palette.primary.main}`
  },
  '& .story .picture': { maxHeight: 160 },
  '& .album': {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: 4,
    width: 360,
    maxWidth: '100%',
    margin: '2px 0 4px',
    padding: 0,
    listStyle: 'none'
  },
  '& .album[data-columns="3"]': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  // One that would stand alone in its row has the whole of it.
  '& .album[data-columns="2"] li:last-child:nth-child(odd)': { gridColumn: 'span 2' },
  '& .album[data-columns="2"] li:last-child:nth-child(odd) .picture': { aspectRatio: '2' },
  '& .album li': { position: 'relative', minWidth: 0, borderRadius: 8 },
  '& .album .open': { width: '100%' },
  '& .album .picture': { width: '100%', aspectRatio: '1', maxHeight: 'none', objectFit: 'cover', margin: 0 },
  '& .album .file': { flexWrap: 'wrap' },
  '& .album .reactions': { position: 'absolute', right: 4, bottom: 4, margin: 0 },
  '& .sound': { display: 'block', width: 300, maxWidth: '100%', margin: '4px 0' },
  '& .open': {
    display: 'block',
    maxWidth: '100%',
    padding: 0,
    border: 0,
    borderRadius: 8,
    backgroundColor: 'transparent',
    cursor: 'zoom-in'
  },
  '& .card': {
    display: 'grid',
    gap: 2,
    margin: '2px 0 6px',
    padding: '6px 10px',
    borderRadius: 8,
    fontSize: '0.8125rem',
    backgroundColor: theme.tokens.sunken
  },
  '& .card a': { color: 'inherit' },
  '& .lines, & .answers': {
    display: 'grid',
    gap: 4,
    margin: '6px 0 4px',
    padding: 0,
    listStyle: 'none',
    fontSize: '0.875rem'
  },
  '& .lines li': { display: 'flex', justifyContent: 'space-between', gap: 16 },
  '& .answers dt': { fontSize: '0.75rem', opacity: 0.85 },
  '& .answers dd': { margin: 0, whiteSpace: 'pre-wrap' },
  '& .choices': { display: 'grid', gap: 4, margin: '6px 0 4px', padding: 0, listStyle: 'none', fontSize: '0.875rem' },
  '& .choices li': {
    padding: '4px 10px',
    borderRadius: 8,
    border: '1px solid currentColor',
    fontWeight: 600,
    textAlign: 'center'
  },
  '& .choices .chosen': { borderWidth: 2, fontWeight: 750, backgroundColor: theme.palette.background.paper },
  '& .choices svg': { verticalAlign: '-2px' },
  '& .opens': { marginTop: 8, fontSize: '0.75rem', fontWeight: 650, textAlign: 'center' },
  '& .choices small': { display: 'block', fontSize: '0.75rem', fontWeight: 400 },
  '& .problem': { marginTop: 6, paddingTop: 6, borderTop: `1px solid currentColor`, fontSize: '0.8125rem' },
  '& .failed .problem': { color: theme.palette.error.main },
  '& .reactions': {
    display: 'inline-flex',
    gap: 2,
    marginTop: 4,
    padding: '0 8px',
    borderRadius: 12,
    lineHeight: '22px',
    border: `1px solid ${theme.palette.divider}`,
    backgroundColor: theme.palette.background.paper
  },
  '& .reactions [data-failed]': { opacity: 0.6 },
  '& .act': { opacity: 0, flexShrink: 0 },
  '& .message:hover .act, & .act:focus-visible, & .message:focus-within .act': { opacity: 1 },
  '@media (hover: none)': { '& .act': { opacity: 0.7 } },
  '& .message.found .bubble, & .album .found': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  [theme.breakpoints.down('sm')]: {
    paddingTop: 8,
    '& .block': { paddingLeft: 10, paddingRight: 10 },
    '& .bubble': { maxWidth: '86%' }
  }
}))

/** A row of small parts. */
