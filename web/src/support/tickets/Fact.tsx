import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Facts below one another, each under its label. */
export const FactList = ({ children }: { children: ReactNode }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      gap: 1.5,
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
      '& > :not([data-third])': { gridColumn: '1 / -1' },
      '& a': { color: 'primary.main' }
    }}
  >
    {children}
  </Box>
)

type Props = { label: string; children: ReactNode; third?: boolean }

/** `third`: it is short, and leaves room for two more beside it. */
export const Fact = ({ label, children, third = false }: Props) => (
  <div data-third={third ? '' : undefined}>
    <Box component="dt" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </div>
)
