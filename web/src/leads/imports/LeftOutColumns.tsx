import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { leftOutColumns } from '../../../../services/leads/imports/rules.ts'
import { formatNumber } from '../../core/format.ts'
import type { Import } from './api.ts'

/** More would be a list of its own. */
const maxNamed = 12

type Props = {
  found: Import
  busy: boolean
  /** Makes fields of the company's own of columns, by their places; undefined where the file is gone. */
  onKeep: ((columns: number[]) => void) | undefined
}

/** Says which columns of the file no lead gets anything of, and offers each as a field of one's own. */
export function LeftOutColumns({ found, busy, onKeep }: Props) {
  const columns = leftOutColumns(found, found.settings?.mapping ?? [])
  if (columns.length === 0) return null
  const named = columns.slice(0, maxNamed)
  const more = columns.length > maxNamed ? ` e mais ${formatNumber(columns.length - maxNamed)}` : ''
  const how = columns.length === 1 ? '1 coluna fica de fora' : `${formatNumber(columns.length)} colunas ficam de fora`
  return (
    <Alert severity="info" sx={{ mt: 2, overflowWrap: 'anywhere', '& .MuiAlert-message': { minWidth: 0 } }}>
      {how}: {named.map(({ heading }) => heading).join(', ')}
      {more}.
      {onKeep && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
          {named.map(({ at, heading }) => (
            <Button
              key={at}
              size="small"
              variant="outlined"
              color="inherit"
              disabled={busy}
              onClick={() => onKeep([at])}
              sx={{ height: 'auto', whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'left' }}
            >
              Guardar {heading} como campo
            </Button>
          ))}
          {columns.length > 1 && (
            <Button size="small" color="inherit" disabled={busy} onClick={() => onKeep(columns.map(({ at }) => at))}>
              Guardar todas
            </Button>
          )}
        </Box>
      )}
    </Alert>
  )
}
