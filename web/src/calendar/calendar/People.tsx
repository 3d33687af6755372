import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { Tone } from '../../core/tokens.ts'

const Person = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  flexShrink: 0,
  minHeight: 32,
  padding: '2px 12px',
  borderRadius: 999,
  border: `1px solid ${theme.tokens.border}`,
  background: 'none',
  color: theme.palette.text.secondary,
  font: 'inherit',
  fontSize: '0.8125rem',
  fontWeight: 600,
  cursor: 'pointer',
  '&[aria-pressed=true]': {
    color: theme.palette.text.primary,
    borderColor: theme.tokens.edge,
    backgroundColor: theme.tokens.sunken
  },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  '@media (pointer: coarse)': { minHeight: 44 }
}))

type Props = {
  people: readonly { id: string; name: string; tone: Tone }[]
  value: string
  onChange: (id: string) => void
}

/** The people of the team in their colours; one of them alone, or all. */
export function People({ people, value, onChange }: Props) {
  return (
    <Box
      role="group"
      aria-label="De quem"
      sx={{ display: 'flex', gap: 0.75, overflowX: 'auto', py: 0.5, px: 0.25, scrollbarWidth: 'thin' }}
    >
      <Person type="button" aria-pressed={value === ''} onClick={() => onChange('')}>
        Toda a equipe
      </Person>
      {people.map(({ id, name, tone }) => (
        <Person key={id} type="button" aria-pressed={value === id} onClick={() => onChange(value === id ? '' : id)}>
          <Box
            component="span"
            aria-hidden
            sx={{ width: 10, height: 10, borderRadius: '50%', bgcolor: theme => theme.tokens.tones[tone].main }}
          />
          {name}
        </Person>
      ))}
    </Box>
  )
}
