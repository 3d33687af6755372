import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { isStale } from './api.ts'

type Props = {
  error: Error | null
  /** The current value, in words. */
  now: string
  onTheirs: () => void
  onMine: () => void
}

/** Why something was not saved; where a colleague was faster, what it is now, and the choice of which one stays. */
export function StaleAlert({ error, now, onTheirs, onMine }: Props) {
  if (!error) return null
  if (!isStale(error)) return <Alert severity="error">{error.message}</Alert>
  return (
    <Alert severity="warning">
      {error.message}
      <Box sx={{ fontWeight: 600, mt: 0.5, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>Agora: {now}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, mt: 1, ml: -1 }}>
        <Button color="inherit" onClick={onTheirs}>
          Manter como está
        </Button>
        <Button color="inherit" onClick={onMine}>
          Usar o meu
        </Button>
      </Box>
    </Alert>
  )
}
