import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A line of a card: what is known under a label. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
    <Box component="dt" sx={{ color: 'text.secondary', flex: 'none' }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0, textAlign: 'right', minWidth: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </Box>
)
