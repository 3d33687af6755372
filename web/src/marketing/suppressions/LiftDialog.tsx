import Typography from '@mui/material/Typography'
import { type SuppressionReason, suppressionTexts } from '../../../../services/marketing/suppressions/rules.ts'
import { LiftReason } from '../../../../services/marketing/suppressions/schema.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog, useForm } from '../../ui/form.tsx'
import { useSuppressionLift } from './api.ts'

type Props = { id: string; email: string; reason: SuppressionReason; onClose: () => void }

/** Asks why an e-mail may get campaigns again, which the audit log keeps. */
export function LiftDialog({ id, email, reason: suppressed, onClose }: Props) {
  const form = useForm(LiftReason, { reason: '' }, useSuppressionLift(id, onClose), {
    toBody: ({ reason }) => ({ reason: reason.trim() }),
    check: ({ reason }): Record<string, string> =>
      reason.trim().length < 3 ? { reason: suppressionTexts.reason } : {},
    keep: `lift ${id}`
  })
  return (
    <FormDialog form={form} danger title="Retirar o bloqueio?" label="Retirar" maxWidth="xs" onClose={onClose}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {suppressed === 'unsubscribed' || suppressed === 'complained'
          ? `${email} pediu para sair. Retire só se a pessoa pediu para voltar: ela só recebe depois que o aceite dela for registrado de novo no lead.`
          : suppressed === 'promotions'
            ? `${email} pediu para não receber promoções. Retire só se a pessoa pediu para voltar.`
            : `${email} volta a receber campanhas, se aceitou receber.`}
      </Typography>
      <Field
        autoFocus
        required
        multiline
        minRows={2}
        name="reason"
        label="Motivo"
        help="Fica registrado na auditoria."
        longest={300}
      />
    </FormDialog>
  )
}
