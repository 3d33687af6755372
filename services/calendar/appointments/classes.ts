import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Author } from '../../core/viewer.ts'
import { moveAppointment } from './changes.ts'
import { appointmentTexts } from './rules.ts'
import type { ClassCancelled } from './schema.ts'
import type {} from './tables.ts'

/**
 * Cancels the appointments of everybody in one session of a class, each with its notice and reason, and returns their
 * number. It needs the scope `everything`, so that nobody is left waiting. Throws 404 where nobody is booked.
 */
export async function cancelClass(
  trx: Trx,
  companyId: string,
  { serviceId, employeeId, start, reason }: ClassCancelled,
  author: Author
): Promise<number> {
  const booked = await trx
    .selectFrom('appointments')
    .select('id')
    .where('service_id', '=', serviceId)
    .where('employee_id', '=', employeeId)
    .where('starts_at', '=', start)
    .where('status', 'in', ['requested', 'confirmed'])
    .orderBy('id')
    .execute()
  if (booked.length === 0) throw new AppError('notFound', appointmentTexts.nobodyInClass)
  for (const { id } of booked) await moveAppointment(trx, companyId, id, 'cancel', { reason }, author)
  return booked.length
}
