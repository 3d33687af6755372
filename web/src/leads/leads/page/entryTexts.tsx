import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** The first line of an entry of the timeline. */
export const Title = ({ children }: { children: ReactNode }) => <Box sx={{ fontWeight: 600 }}>{children}</Box>

/** Further words of an entry. */
export const Detail = ({ children }: { children: ReactNode }) => (
  <Box sx={{ my: 0.25, fontSize: '0.875rem', whiteSpace: 'pre-wrap' }}>{children}</Box>
)
