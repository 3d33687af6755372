import Typography from '@mui/material/Typography'
import { type Funnel, FunnelRemoval } from '../../../../services/leads/funnels/schema.ts'
import { FormDialog, useForm } from '../../ui/form.tsx'
import { useFunnelChange } from './api.ts'
import { chosenMoves } from './draft.ts'
import { MoveFields } from './MoveFields.tsx'

type Values = { moves: Record<string, string> }
type Props = { funnel: Funnel; funnels: readonly Funnel[]; onClose: () => void }

/** Asks where the leads of a funnel go before it is deleted. */
export function DeleteFunnel({ funnel, funnels, onClose }: Props) {
  const save = useFunnelChange(onClose)
  const form = useForm<Values, FunnelRemoval>(
    FunnelRemoval,
    { moves: Object.fromEntries(funnel.steps.map(({ key }) => [key, ''])) },
    { ...save, mutateAsync: ({ moves = {} }) => save.mutateAsync({ id: funnel.id, remove: true, moves }) },
    { toBody: ({ moves }) => ({ moves: chosenMoves(moves, funnel.steps) }) }
  )
  return (
    <FormDialog form={form} title={`Excluir o funil ${funnel.name}?`} label="Excluir funil" danger onClose={onClose}>
      <Typography variant="body2">
        As etapas são excluídas. Os leads vão para as etapas que você escolher, com o seu histórico.
      </Typography>
      <MoveFields gone={funnel.steps} funnels={funnels} />
    </FormDialog>
  )
}
