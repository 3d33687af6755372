import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Numbers that are seldom asked for. */
export const Details = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <Box component="details" sx={{ mt: 1.5 }}>
    <Box
      component="summary"
      sx={{
        width: 'fit-content',
        py: 1,
        color: 'text.secondary',
        fontSize: '0.8125rem',
        fontWeight: 600,
        cursor: 'pointer'
      }}
    >
      {summary}
    </Box>
    <Box sx={{ mt: 1 }}>{children}</Box>
  </Box>
)
