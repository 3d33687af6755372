import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useOnline } from '../core/online.ts'
import { useMissingReads } from './missingReads.ts'

/**
 * Above a page of which a part is left out because it could not be read. Failures that a screen shows in their own
 * place are not counted; without a connection a banner of its own says so, and all is read again when it is back.
 */
export function MissingReads() {
  const { missing, retry } = useMissingReads()
  const online = useOnline()
  if (!missing || !online) return null
  return (
    <Alert
      severity="warning"
      role="alert"
      // Where the words would stand in a narrow column, the button goes below them.
      sx={{ mb: 2, flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 12rem' } }}
      action={
        <Button color="inherit" size="small" onClick={retry}>
          Tentar novamente
        </Button>
      }
    >
      Parte desta página não foi carregada.
    </Alert>
  )
}
