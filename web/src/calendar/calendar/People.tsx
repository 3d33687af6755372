import TeamIcon from '@mui/icons-material/GroupsOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Tone } from '../../core/tokens.ts'
import { initialsOf } from '../../ui/Initials.tsx'

export type Person = { id: string; name: string; tone: Tone }

const Circle = styled('span', { shouldForwardProp: name => name !== 'tone' })<{ tone: Tone | undefined }>(
  ({ theme, tone = 'neutral' }) => ({
    display: 'inline-grid',
    placeItems: 'center',
    flexShrink: 0,
    width: 30,
    height: 30,
    borderRadius: '50%',
    fontSize: '0.75rem',
    lineHeight: 1,
    fontWeight: 700,
    color: theme.tokens.tones[tone].on,
    backgroundColor: theme.tokens.tones[tone].main,
    // Drawn, so that they are no words of the button that is named after the person.
    '&[data-initials]::before': { content: 'attr(data-initials)' }
  })
)

const Button = styled('button')(({ theme }) => ({
  display: 'inline-grid',
  placeItems: 'center',
  width: 38,
  height: 38,
  padding: 0,
  border: '2px solid transparent',
  borderRadius: '50%',
  background: 'none',
  color: theme.tokens.textSoft,
  cursor: 'pointer',
  '&[aria-pressed=true]': { borderColor: theme.tokens.text },
  '&:hover': { backgroundColor: theme.tokens.tones.neutral.soft },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 }
}))

/** As many as stand side by side. */
const maxFaces = 5

type Props = {
  people: readonly Person[]
  value: string
  onChange: (id: string) => void
  /** One face that opens the list, where there is little room. */
  brief: boolean
}

/** The people of the team as faces in their colours; one of them alone, or all. */
export function People({ people, value, onChange, brief }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const chosen = people.find(({ id }) => id === value)
  const first = brief ? [] : people.slice(0, people.length > maxFaces + 1 ? maxFaces : people.length)
  const faces = chosen && !brief && !first.includes(chosen) ? [...first.slice(0, -1), chosen] : first
  const hidden = people.length - faces.length
  const choose = (id: string) => {
    setAnchor(null)
    onChange(id)
  }
  return (
    <Box role="group" aria-label="De quem" sx={{ display: 'flex', alignItems: 'center' }}>
      {!brief && (
        <Button
          type="button"
          aria-pressed={value === ''}
          aria-label="Toda a equipe"
          title="Toda a equipe"
          onClick={() => choose('')}
        >
          <TeamIcon />
        </Button>
      )}
      {faces.map(({ id, name, tone }) => (
        <Button
          key={id}
          type="button"
          aria-pressed={value === id}
          aria-label={name}
          title={name}
          onClick={() => choose(value === id ? '' : id)}
        >
          <Circle tone={tone} data-initials={initialsOf(name)} />
        </Button>
      ))}
      {hidden > 0 && (
        <IconButton
          aria-label={brief ? `De quem: ${chosen?.name ?? 'toda a equipe'}` : `Mais ${hidden} pessoas`}
          aria-haspopup="menu"
          onClick={event => setAnchor(event.currentTarget)}
          sx={{ width: brief ? 44 : 38, height: brief ? 44 : 38, p: 0, fontSize: '0.8125rem', fontWeight: 700 }}
        >
          {brief ? (
            chosen ? (
              <Circle tone={chosen.tone} data-initials={initialsOf(chosen.name)} />
            ) : (
              <TeamIcon />
            )
          ) : (
            `+${hidden}`
          )}
        </IconButton>
      )}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem role="menuitemradio" aria-checked={value === ''} selected={value === ''} onClick={() => choose('')}>
          <Circle tone="neutral" sx={{ mr: 1.5 }} aria-hidden>
            <TeamIcon fontSize="small" />
          </Circle>
          Toda a equipe
        </MenuItem>
        {people.map(({ id, name, tone }) => (
          <MenuItem
            key={id}
            role="menuitemradio"
            aria-checked={value === id}
            selected={value === id}
            onClick={() => choose(id)}
          >
            <Circle tone={tone} sx={{ mr: 1.5 }} aria-hidden data-initials={initialsOf(name)} />
            {name}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  )
}

/** Names beside the colours, on paper. */
export const PeopleOnPaper = ({ people }: { people: readonly Person[] }) => (
  <Box className="paper-only" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 1, fontSize: '0.75rem' }}>
    {people.map(({ id, name, tone }) => (
      <span key={id}>
        <Box
          component="span"
          sx={{
            display: 'inline-block',
            width: 10,
            height: 10,
            mr: 0.5,
            borderRadius: '50%',
            bgcolor: theme => theme.tokens.tones[tone].main
          }}
        />
        {name}
      </span>
    ))}
  </Box>
)
