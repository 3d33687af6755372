import Alert from '@mui/material/Alert'
import { leftOutColumns } from '../../../services/imports/rules.ts'
import { formatNumber } from '../core/format.ts'
import type { Import } from './api.ts'

/** More would be a list of its own. */
const maxNamed = 12

/** Says which columns of the file no lead gets anything of. */
export function LeftOutColumns({ found }: { found: Import }) {
  const columns = leftOutColumns(found, found.settings?.mapping ?? [])
  if (columns.length === 0) return null
  const more = columns.length > maxNamed ? ` e mais ${formatNumber(columns.length - maxNamed)}` : ''
  const how = columns.length === 1 ? '1 coluna fica de fora' : `${formatNumber(columns.length)} colunas ficam de fora`
  return (
    <Alert severity="info" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      {how}: {columns.slice(0, maxNamed).join(', ')}
      {more}.
    </Alert>
  )
}
