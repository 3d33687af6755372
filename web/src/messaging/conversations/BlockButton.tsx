import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { blockedText } from '../../../../services/messaging/conversations/rules.ts'
import type { Conversation } from '../../../../services/messaging/conversations/schema.ts'
import { Undo } from '../../ui/Undo.tsx'
import { useBlock } from './api.ts'

type Props = { conversation: Conversation }

/** Blocks the person, with a way back. */
export function BlockButton({ conversation: { id, name, blockedAt } }: Props) {
  const notify = useNotify()
  const { mutate, mutateAsync, isPending } = useBlock(id)
  const press = () => {
    if (isPending) return
    if (blockedAt) return mutate(false)
    mutateAsync(true).then(
      () =>
        notify(<Undo label={`${name} não recebe mais mensagens daqui`} onUndo={() => mutate(false)} />, {
          type: 'info',
          autoHideDuration: 10_000
        }),
      () => {} // it is reported already
    )
  }
  return (
    <Button size="small" color={blockedAt ? 'primary' : 'error'} aria-busy={isPending} onClick={press}>
      {blockedAt ? 'Desbloquear' : 'Bloquear'}
    </Button>
  )
}

/** Nothing can be written to somebody who is blocked. */
export function Blocked({ conversation: { id } }: Props) {
  const { mutate, isPending } = useBlock(id)
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" aria-busy={isPending} onClick={() => isPending || mutate(false)}>
          Desbloquear
        </Button>
      }
    >
      {blockedText}
    </Alert>
  )
}
