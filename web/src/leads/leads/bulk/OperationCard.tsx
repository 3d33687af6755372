import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import type { ReactNode } from 'react'
import type { Permission } from '../../../../../services/account/auth/rules.ts'
import type { BulkKind } from '../../../../../services/leads/operations/rules.ts'
import type { Operation } from '../../../../../services/leads/operations/schema.ts'
import { useMay } from '../../../shell/access.ts'
import { isUnderWay, useBulk } from './api.ts'
import { operationProgress, operationResult, operationTitle } from './words.ts'

const needed: Partial<Record<BulkKind, Permission>> = {
  owner: 'assign_leads',
  distribute: 'assign_leads',
  delete: 'delete_leads'
}

type Props = { operation: Operation; aside?: ReactNode; onClose?: () => void }

/** An action on many leads, its progress or outcome, and the way back. */
export function OperationCard({ operation, aside, onClose }: Props) {
  const { undo } = useBulk()
  const may = useMay(needed[operation.kind as BulkKind] ?? 'edit_leads')
  const busy = isUnderWay(operation)
  const whole = operation.state === 'undoing' ? operation.changed : operation.total
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, fontSize: '0.8125rem' }}>
          <Box component="strong" sx={{ fontWeight: 600 }}>
            {operationTitle(operation)}
          </Box>
          {aside && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {aside}
            </Box>
          )}
        </Box>
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {busy ? operationProgress(operation) : operationResult(operation)}
        </Box>
        {busy && (
          <LinearProgress
            aria-label={operationTitle(operation)}
            variant={operation.state === 'queued' ? 'indeterminate' : 'determinate'}
            value={whole > 0 ? Math.min(100, (100 * operation.done) / whole) : 0}
            sx={{ mt: 0.75, height: 4, borderRadius: 2 }}
          />
        )}
      </Box>
      {may && operation.undoable && (
        <Button size="small" disabled={undo.isPending} onClick={() => undo.mutate(operation.id)}>
          Desfazer
        </Button>
      )}
      {onClose && !busy && (
        <IconButton size="small" aria-label={`Fechar aviso: ${operationTitle(operation)}`} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  )
}
