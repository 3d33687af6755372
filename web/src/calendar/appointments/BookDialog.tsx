import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId, useState } from 'react'
import { type AppointmentDraft, AppointmentForm } from './AppointmentForm.tsx'
import { type FreeSlot, slotsOf, useBooking } from './api.ts'

type Props = {
  draft?: AppointmentDraft
  /** The lead that it is with. */
  lead?: { id: string; name: string } | null
  /** Where that may be chosen. */
  leadField?: ReactNode
  onClose: () => void
}

/** A new appointment. */
export function BookDialog({ draft = {}, lead = null, leadField, onClose }: Props) {
  const id = useId()
  const phone = useMediaQuery('(max-width: 599px)')
  const [fault, setFault] = useState('')
  const [taken, setTaken] = useState<FreeSlot[]>()
  const book = useBooking({
    onDone: onClose,
    onFailure: error => {
      setFault(error.message)
      setTaken(slotsOf(error))
      return true
    }
  })
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={phone} aria-labelledby={id}>
      <DialogTitle id={id}>{lead && !leadField ? `Agendar com ${lead.name}` : 'Novo compromisso'}</DialogTitle>
      <DialogContent sx={{ '&&': { pt: 1 } }}>
        <AppointmentForm
          draft={draft}
          leadField={leadField}
          leadName={lead?.name}
          action="Marcar"
          busy={book.isPending}
          taken={taken}
          fault={fault}
          onSave={values => book.mutate({ ...values, leadId: lead?.id ?? null })}
          onCancel={onClose}
        />
      </DialogContent>
    </Dialog>
  )
}
