import type { Employee } from '../../../../services/account/employees/schema.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { useUnprotection } from './api.ts'

type Props = { employee: Employee; onClose: () => void }

/** Takes the second factor from somebody who has lost it. */
export function UnprotectDialog({ employee: { id, name }, onClose }: Props) {
  const change = useUnprotection(id, onClose)
  return (
    <ReasonDialog
      title={`Remover a verificação de ${name}?`}
      text="Só a senha passa a proteger a conta até que a pessoa ative a verificação de novo. As sessões dela terminam agora."
      action="Remover"
      busy={change.isPending}
      onClose={onClose}
      onSubmit={reason => change.mutate(reason)}
    />
  )
}
