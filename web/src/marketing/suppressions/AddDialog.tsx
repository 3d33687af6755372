import { suppressionTexts } from '../../../../services/marketing/suppressions/rules.ts'
import { NewSuppression } from '../../../../services/marketing/suppressions/schema.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog, useForm } from '../../ui/form.tsx'
import { useSuppressionAdd } from './api.ts'

/** Blocks an e-mail for campaigns, as for somebody who asked for it by telephone. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const form = useForm(NewSuppression, { email: '', note: '' }, useSuppressionAdd(onClose), {
    toBody: ({ email, note }) => ({ email: email.trim(), note: note.trim() }),
    check: ({ email }) => (email.trim() ? {} : { email: suppressionTexts.email }),
    keep: 'suppression'
  })
  return (
    <FormDialog form={form} title="Bloquear um e-mail" label="Bloquear" maxWidth="xs" onClose={onClose}>
      <Field autoFocus required kind="email" name="email" label="E-mail" help="Nenhuma campanha vai para ele." />
      <Field name="note" label="Observação" placeholder="Pediu por telefone" longest={300} />
    </FormDialog>
  )
}
