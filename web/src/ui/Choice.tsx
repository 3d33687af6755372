import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'

const Card = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 10,
  padding: 12,
  borderRadius: 10,
  border: `1px solid ${theme.tokens.edge}`,
  cursor: 'pointer',
  '& input': { width: 18, height: 18, margin: '2px 0 0', flexShrink: 0, accentColor: theme.palette.primary.main },
  '&:hover': { backgroundColor: theme.tokens.sunken },
  '&:has(:checked)': { borderColor: theme.palette.primary.main, boxShadow: `0 0 0 1px ${theme.palette.primary.main}` },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  '&:has(:disabled)': { cursor: 'default', opacity: 0.75 }
}))

type Props = {
  name: string
  value: string
  checked: boolean
  onChange: () => void
  disabled?: boolean
  title: string
  /** Beside the title. */
  aside?: ReactNode
  /** The meaning of the choice. */
  children: ReactNode
}

/** One of several choices, with room to say what it means. */
export function Choice({ name, value, checked, onChange, disabled = false, title, aside, children }: Props) {
  const id = useId()
  return (
    <Card>
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        onChange={onChange}
        disabled={disabled}
        aria-label={title}
        aria-describedby={id}
      />
      <Box component="span" sx={{ minWidth: 0, flexGrow: 1 }}>
        <Box component="span" sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontWeight: 600 }}>
          {title}
          {aside}
        </Box>
        <Box component="span" id={id} sx={{ display: 'block', fontSize: '0.8125rem' }}>
          {children}
        </Box>
      </Box>
    </Card>
  )
}
