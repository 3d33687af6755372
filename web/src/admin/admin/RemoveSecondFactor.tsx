import { DoubtAbout } from '../../support/desk/DoubtfulMail.tsx'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { useUnprotection } from './api.ts'

type Props = {
  name: string
  email: string
  /** A person of a company, or of the staff without one. */
  person: { id: string; companyId?: string }
  onClose: () => void
}

/** Takes the second factor from somebody who has lost it. */
export function RemoveSecondFactor({ name, email, person, onClose }: Props) {
  const removal = useUnprotection(person, { onDone: onClose })
  return (
    <ReasonDialog
      title={`Remover a verificação de ${name}?`}
      text="Confirme antes, por outro meio, que é a própria pessoa quem pede. As sessões dela terminam e só a senha protege a conta até que ela ative a verificação de novo."
      action="Remover"
      busy={removal.isPending}
      onClose={onClose}
      onSubmit={reason => removal.mutate(reason)}
    >
      <DoubtAbout email={email} />
    </ReasonDialog>
  )
}
