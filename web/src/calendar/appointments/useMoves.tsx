import { useNotify } from 'react-admin'
import { type AppointmentMove, moves } from '../../../../services/calendar/appointments/rules.ts'
import type { Appointment, SeriesScope } from '../../../../services/calendar/appointments/schema.ts'
import { Undo } from '../../ui/Undo.tsx'
import { useAppointmentMove } from './api.ts'

/** The actions on an appointment, each with undo where it can be undone. */
export function useMoves({ id }: Pick<Appointment, 'id'>) {
  const notify = useNotify()
  const write = useAppointmentMove()
  const restore = () => write.mutateAsync({ id, move: 'restore' })
  return {
    busy: write.isPending,
    /** `scope`: of a series that is cancelled, which of them. Several are not taken back by one press. */
    async move(move: AppointmentMove, reason = '', scope: SeriesScope = 'one'): Promise<void> {
      if (write.isPending) return
      await write.mutateAsync({ id, move, reason: reason.trim(), ...(scope !== 'one' && { scope }) })
      const { done } = moves[move]
      if (scope !== 'one') notify('Compromissos cancelados', { type: 'success' })
      else if (move === 'confirm') notify(done, { type: 'success' })
      // A refusal of the way back is reported already.
      else notify(<Undo label={done} onUndo={() => void restore().catch(() => {})} />, { autoHideDuration: 8000 })
    },
    /** Cancels it, as somebody refused its invitation from another address. */
    async applyRefusal(): Promise<void> {
      if (write.isPending) return
      await write.mutateAsync({ id, move: 'apply-refusal' })
      notify(<Undo label={moves.cancel.done} onUndo={() => void restore().catch(() => {})} />, {
        autoHideDuration: 8000
      })
    },
    async restore(): Promise<void> {
      if (write.isPending) return
      await restore()
      notify('Compromisso restaurado', { type: 'success' })
    }
  }
}
