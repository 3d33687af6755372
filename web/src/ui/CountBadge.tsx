import { styled } from '@mui/material/styles'
import { visuallyHidden } from './visuallyHidden.ts'

const Pill = styled('span')(({ theme }) => ({
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: 0,
  minWidth: 20,
  height: 20,
  padding: '0 6px',
  borderRadius: 10,
  fontSize: '0.75rem',
  lineHeight: 1,
  fontWeight: 700,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  color: theme.palette.primary.contrastText,
  backgroundColor: theme.palette.primary.main
}))

type Props = { count: number; words: string }

/** A number beside the words of a menu, which `words` say to who does not see it; nothing where it is zero. */
export const CountBadge = ({ count, words }: Props) =>
  count > 0 && (
    <span className="count">
      <Pill aria-hidden>{count > 99 ? '99+' : count}</Pill>
      <span style={visuallyHidden}> {words}</span>
    </span>
  )
