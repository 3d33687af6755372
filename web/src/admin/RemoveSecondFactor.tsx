import { ReasonDialog } from '../ui/ReasonDialog.tsx'
import { call, useAct } from './api.ts'

type Props = {
  name: string
  /** Of the person, in the staff's part of the API. */
  path: string
  onClose: () => void
}

/** Takes the second factor from somebody who has lost it. */
export function RemoveSecondFactor({ name, path, onClose }: Props) {
  const removal = useAct({
    run: (reason: string) => call('POST', `${path}/remove-second-factor`, { reason }),
    done: 'Verificação em duas etapas removida',
    onDone: onClose
  })
  return (
    <ReasonDialog
      title={`Remover a verificação de ${name}?`}
      text="Confirme antes, por outro meio, que é a própria pessoa quem pede. As sessões dela terminam e só a senha protege a conta até que ela ative a verificação de novo."
      action="Remover"
      busy={removal.isPending}
      onClose={onClose}
      onSubmit={reason => removal.mutate(reason)}
    />
  )
}
