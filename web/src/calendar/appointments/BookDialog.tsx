import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId, useState } from 'react'
import type { SeriesConflict } from '../../../../services/calendar/appointments/schema.ts'
import { HttpError } from '../../core/http.ts'
import { type AppointmentDraft, AppointmentForm, type AppointmentValues } from './AppointmentForm.tsx'
import { conflictsOf, type FreeSlot, slotsOf, useBooking, useSeries } from './api.ts'
import { Conflicts } from './RepeatFields.tsx'

type Props = {
  draft?: AppointmentDraft
  /** The lead that it is with. */
  lead?: { id: string; name: string } | null
  /** Where that may be chosen. */
  leadField?: ReactNode
  onClose: () => void
}

type Wanted = { values: AppointmentValues; rule: string | null }
type Refused = {
  wanted: Wanted
  fault: string
  code?: unknown
  taken?: FreeSlot[] | undefined
  conflicts: SeriesConflict[]
}

/** A new appointment, or a series of them. */
export function BookDialog({ draft = {}, lead = null, leadField, onClose }: Props) {
  const id = useId()
  const phone = useMediaQuery('(max-width: 599px)')
  const [refused, setRefused] = useState<Refused>()
  const [last, setLast] = useState<Wanted>()
  const onFailure = (error: Error) => {
    if (last)
      setRefused({
        wanted: last,
        fault: error.message,
        code: error instanceof HttpError ? error.body.code : undefined,
        taken: slotsOf(error),
        conflicts: conflictsOf(error)
      })
    return true
  }
  const book = useBooking({ onDone: onClose, onFailure })
  const repeat = useSeries({ onDone: onClose, onFailure })
  const busy = book.isPending || repeat.isPending

  function save(wanted: Wanted, more: { skip?: boolean; outsidePackage?: true } = {}): void {
    if (busy) return
    const { skip = false, ...outside } = more
    const values = { ...wanted.values, ...outside, leadId: lead?.id ?? null }
    setLast({ ...wanted, values })
    if (wanted.rule === null) book.mutate(values)
    else repeat.mutate({ ...values, rule: wanted.rule, onConflict: skip ? 'skip' : 'refuse' })
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={phone} aria-labelledby={id}>
      <DialogTitle id={id}>{lead && !leadField ? `Agendar com ${lead.name}` : 'Novo compromisso'}</DialogTitle>
      <DialogContent sx={{ '&&': { pt: 1 } }}>
        <AppointmentForm
          draft={draft}
          leadField={leadField}
          leadName={lead?.name}
          action="Marcar"
          repeats
          busy={busy}
          taken={refused?.taken}
          fault={refused && refused.conflicts.length === 0 ? refused.fault : ''}
          onSave={(values, rule) => save({ values, rule })}
          onCancel={onClose}
        >
          {refused && refused.conflicts.length > 0 && (
            <Conflicts
              conflicts={refused.conflicts}
              busy={busy}
              onSkip={
                refused.wanted.rule?.endsWith(`COUNT=${refused.conflicts.length}`)
                  ? undefined
                  : () => save(refused.wanted, { skip: true })
              }
            />
          )}
          {refused?.code === 'PACKAGE_USED' && (
            <Button
              variant="outlined"
              aria-busy={busy}
              sx={{ justifySelf: 'start' }}
              onClick={() => save(refused.wanted, { outsidePackage: true })}
            >
              Marcar fora do pacote
            </Button>
          )}
        </AppointmentForm>
      </DialogContent>
    </Dialog>
  )
}
