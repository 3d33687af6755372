import { bookAppointment } from './appointments/book.ts'
import { moveAppointment } from './appointments/changes.ts'
import { saveService } from './appointments/services.ts'
import { changeBookingSettings } from './booking/queries.ts'
import type { Db } from './core/db.ts'
import { dayAt, momentOf } from './core/zones/rules.ts'

const dayLength = 86_400_000
const minute = 60_000

/** Weekdays from Monday of this week on, and times, that do not overlap. */
const times = [
  { day: 0, time: '09:00' },
  { day: 0, time: '14:00' },
  { day: 1, time: '10:30' },
  { day: 2, time: '09:00' },
  { day: 2, time: '15:30' },
  { day: 3, time: '14:00' },
  { day: 4, time: '10:30' },
  { day: 4, time: '16:00' },
  { day: 7, time: '09:30' },
  { day: 8, time: '14:30' }
]

/** A booking page with two services, and appointments of this week and the next with leads who are scheduled or in contact. */
export async function addAppointments(
  db: Db,
  companyId: string,
  zone: string,
  employee: { id: string; name: string },
  now = Date.now()
): Promise<void> {
  const today = dayAt(now, zone)
  const weekday = new Date(today).getUTCDay()
  const monday = Date.parse(today) - ((weekday + 6) % 7) * dayLength
  await db.company(companyId, async trx => {
    await changeBookingSettings(trx, companyId, {
      active: true,
      welcome: 'Escolha o serviço e o melhor horário. A confirmação chega no seu e-mail.'
    })
    const visit = await saveService(trx, companyId, null, {
      name: 'Visita técnica',
      minutes: 60,
      bufferAfter: 15,
      location: 'No endereço do cliente'
    })
    const call = await saveService(trx, companyId, null, { name: 'Conversa por vídeo', minutes: 30, channel: 'video' })
    const leads = await trx
      .selectFrom('leads')
      .select(['id', 'name'])
      .where('status', 'in', ['scheduled', 'contacted'])
      .orderBy('status', 'desc')
      .orderBy('email')
      .limit(times.length)
      .execute()
    for (const [n, lead] of leads.entries()) {
      const { day, time } = times[n] ?? { day: 9, time: '10:00' }
      const service = n % 3 === 1 ? call : visit
      const at = momentOf(Date.parse(`${new Date(monday + day * dayLength).toISOString().slice(0, 10)}T${time}Z`), zone)
      const { id } = await bookAppointment(
        trx,
        companyId,
        {
          title: service?.name ?? 'Visita',
          start: new Date(at).toISOString(),
          end: new Date(at + (service?.minutes ?? 60) * minute).toISOString(),
          employeeId: employee.id,
          leadId: lead.id,
          serviceId: service?.id ?? null,
          channel: service?.channel ?? 'in_person',
          location: service?.location ?? null,
          status: n % 4 === 3 && at > now ? 'requested' : 'confirmed'
        },
        employee
      )
      if (at < now) await moveAppointment(trx, companyId, id, n === 1 ? 'no-show' : 'done', {}, employee)
    }
  })
}
