import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

type PartProps = { title: string; wide?: boolean; children: ReactNode }

/** One question of a panel. */
export function Part({ title, wide = false, children }: PartProps) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0, ...(wide && { gridColumn: '1 / -1' }) }}>
      <Typography variant="h3" id={id} sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

/** The parts of a panel, side by side where there is room. */
export const Parts = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: { xs: 3, sm: 4 },
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', '@880': 'repeat(2, minmax(0, 1fr))' }
    }}
  >
    {children}
  </Box>
)
