import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { LeadStatus } from '../../../services/leads/rules.ts'
import { formatNumber } from '../core/format.ts'
import { statusTones } from './status.ts'

const Chip = styled(ButtonBase)(({ theme }) => ({
  flexShrink: 0,
  gap: 7,
  minHeight: 34,
  padding: '0 12px',
  borderRadius: 999,
  border: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.palette.background.paper,
  color: theme.palette.text.primary,
  font: 'inherit',
  fontSize: '0.8125rem',
  fontWeight: 600,
  '&:hover': { borderColor: theme.tokens.edge },
  '&[aria-pressed=true]': {
    borderColor: theme.tokens.tones.brand.main,
    backgroundColor: theme.tokens.tones.brand.soft,
    color: theme.tokens.tones.brand.onSoft
  },
  [theme.breakpoints.down('sm')]: { minHeight: 40 }
}))

const Dot = styled('span')({ width: 8, height: 8, borderRadius: '50%' })

const Count = styled('span')(({ theme }) => ({
  color: theme.palette.text.secondary,
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  '[aria-pressed=true] &': { color: 'inherit' }
}))

type Props = {
  pressed: boolean
  onClick: () => void
  status?: LeadStatus
  count?: number | undefined
  children: ReactNode
}

/** A filter that is either on or off. */
export const FilterChip = ({ pressed, onClick, status, count, children }: Props) => (
  <Chip aria-pressed={pressed} onClick={onClick}>
    {status && <Dot sx={{ bgcolor: theme => theme.tokens.tones[statusTones[status]].main }} />}
    {children}
    {count !== undefined && <Count>{formatNumber(count)}</Count>}
  </Chip>
)
