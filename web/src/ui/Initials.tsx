import { styled } from '@mui/material/styles'

/** The first letters of the first and the last word of a name: `AS` of Ana Maria Souza. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1) : ''
  // By characters, as a name may begin with one that takes two units.
  return [words[0], last]
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

const Circle = styled('span')(({ theme }) => ({
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: 0,
  width: 26,
  height: 26,
  borderRadius: '50%',
  fontSize: '0.6875rem',
  lineHeight: 1,
  fontWeight: 700,
  color: theme.tokens.tones.neutral.onSoft,
  backgroundColor: theme.tokens.tones.neutral.soft,
  '&::before': { content: 'attr(data-initials)' }
}))

/** A person as initials in a circle, read out as the whole name, which pointing at it shows too. */
export const Initials = ({ name, label = name }: { name: string; label?: string }) => (
  <Circle role="img" aria-label={label} title={label} data-initials={initialsOf(name)} />
)
