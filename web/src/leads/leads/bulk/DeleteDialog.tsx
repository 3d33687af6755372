import Typography from '@mui/material/Typography'
import { undoDays } from '../../../../../services/leads/operations/rules.ts'
import { BulkDialog, type BulkDialogProps } from './BulkDialog.tsx'

export const DeleteDialog = ({ count, ...props }: BulkDialogProps) => (
  <BulkDialog {...props} title={`Excluir ${count}?`} action="Excluir" danger bulk={{ kind: 'delete', params: {} }}>
    <Typography>
      Saem da lista, do quadro e das contas. Você pode desfazer por {undoDays} dias. Horários marcados com eles são
      cancelados, com aviso a cada pessoa, e não voltam ao desfazer.
    </Typography>
  </BulkDialog>
)
