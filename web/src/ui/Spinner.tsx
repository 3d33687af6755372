import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'

/** For what has no shape yet; lists and records show their own skeletons. */
export const Spinner = () => (
  <Box role="status" aria-label="Carregando" sx={{ display: 'grid', placeItems: 'center', minHeight: '50vh' }}>
    <CircularProgress size={32} aria-hidden />
  </Box>
)
