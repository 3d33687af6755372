import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'

/** Stands where a list of what happened will be; `label` says what is loading. */
export const LoadingRows = ({ label }: { label: string }) => (
  <Box role="status" aria-label={label} sx={{ display: 'grid', gap: 2 }}>
    {[0, 1, 2].map(row => (
      <Box key={row} sx={{ display: 'flex', gap: 1.5 }}>
        <Skeleton variant="circular" width={32} height={32} />
        <Box sx={{ flexGrow: 1 }}>
          <Skeleton width="40%" />
          <Skeleton width="75%" />
        </Box>
      </Box>
    ))}
  </Box>
)
