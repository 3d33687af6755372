import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { undoDays } from '../../../../../services/leads/operations/rules.ts'
import { timeAgo } from '../../../ui/ago.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { useOperations } from './api.ts'
import { OperationCard } from './OperationCard.tsx'

/** The bulk actions of the last days, each with its way back. */
export function RecentOperations({ onClose }: { onClose: () => void }) {
  const id = useId()
  const { data, error, refetch } = useOperations()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>Ações em massa recentes</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
          Podem ser desfeitas por {undoDays} dias. O que alguém alterou depois fica como está.
        </Typography>
        {!data && !error && <Skeleton height={64} />}
        {!data && error && <Failure title="Falha ao carregar as ações" error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && <Typography>Nenhuma ação em massa nos últimos {undoDays} dias.</Typography>}
        {data?.map(operation => (
          <Box key={operation.id} sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
            <OperationCard
              operation={operation}
              aside={`${operation.actorName ?? 'Equipe'} · ${timeAgo(operation.createdAt)}`}
            />
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fechar</Button>
      </DialogActions>
    </Dialog>
  )
}
