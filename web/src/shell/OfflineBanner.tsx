import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useOnline } from '../core/online.ts'

/** Says that the connection is gone, for as long as it is. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <Box role="status">
      {!online && (
        <Alert severity="warning" role="presentation" sx={{ borderRadius: 0, justifyContent: 'center' }}>
          Você está sem conexão. O que aparece aqui pode estar desatualizado.
        </Alert>
      )}
    </Box>
  )
}
