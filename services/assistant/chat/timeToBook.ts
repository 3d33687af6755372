import { everything, isBusy, readSlots, slotsInstead } from '../../calendar/appointments/availability.ts'
import type { TimeTakenError } from '../../calendar/appointments/queries.ts'
import { appointmentTexts } from '../../calendar/appointments/rules.ts'
import { nextSlots, type Slot } from '../../calendar/appointments/slots.ts'
import type { Db } from '../../core/db.ts'
import { dayAt } from '../../core/zones/rules.ts'
import { meantPerson, meantService } from './meant.ts'
import type { ActionParams } from './schema.ts'
import type { ToolRequest } from './tools.ts'
import type { Viewer } from './viewer.ts'
import { readWhen, whenWords } from './when.ts'

type Wanted = Extract<ToolRequest, { name: 'book_appointment' }>['parameters']

/** Days in which others are looked for where the time is taken. */
const daysAfter = 14

/** Minutes between the times that a person of the team may name. */
const anyStep = 5

/**
 * The appointment that is meant, or why there is none. It is with the person named, else with the viewer if they are
 * free, else with somebody who is. A time at which nobody works may be proposed, as it may be booked on the calendar.
 */
export async function timeToBook(
  db: Db,
  viewer: Viewer,
  { title, when, service: serviceName, minutes, person: personName }: Wanted,
  now = Date.now()
): Promise<ActionParams | string> {
  const { zone } = viewer
  const at = readWhen(when, zone, now, { hour: 'said' })
  if (typeof at === 'string') return at
  const service = serviceName ? await meantService(db, viewer, serviceName) : undefined
  if (typeof service === 'string') return service
  const person = personName ? await meantPerson(db, viewer, personName) : undefined
  if (typeof person === 'string') return person

  // The times of the whole team, also of leads that the person does not see: only the times are given.
  return db.company(everything(viewer.companyId), async trx => {
    const day = dayAt(at.getTime(), zone)
    const query = {
      ...(service && { serviceId: service.id }),
      ...(person && { employeeId: person.id }),
      ...(minutes !== undefined && { minutes: String(minutes) }),
      from: day
    }
    const found = await readSlots(trx, { ...query, to: dayAt(at.getTime(), zone, daysAfter) }, now)
    const possible = await readSlots(trx, { ...query, to: day }, now, anyStep)
    const offered = possible.days.flatMap(({ slots }) => slots).find(({ start }) => start === at.getTime())
    const free = offered?.employeeIds ?? []
    const employeeId =
      person?.id ?? (free.includes(viewer.employeeId) ? viewer.employeeId : (free[0] ?? viewer.employeeId))
    const end = new Date(at.getTime() + found.minutes * 60_000)
    if (!offered && (await isBusy(trx, employeeId, at, end)))
      return `Este horário já está tomado. ${nextFree(nextSlots(found.days, at.getTime()), zone, now)}`
    const { name } = await trx
      .selectFrom('employees')
      .select('name')
      .where('id', '=', employeeId)
      .executeTakeFirstOrThrow()
    const place = service
      ? await trx
          .selectFrom('appointment_services')
          .select(['channel', 'location'])
          .where('id', '=', service.id)
          .executeTakeFirst()
      : undefined
    return {
      title: title ?? service?.name ?? 'Visita',
      start: at.toISOString(),
      end: end.toISOString(),
      ownerId: employeeId,
      ownerName: name ?? 'alguém da equipe',
      ...(service && { serviceId: service.id }),
      ...(place && { channel: place.channel, location: place.location ?? '' }),
      ...(!offered && { note: 'Fora dos horários livres da agenda' })
    }
  })
}

const nextFree = (slots: readonly Slot[], zone: string, now: number): string =>
  slots.length > 0
    ? `Os próximos livres: ${slots.map(({ start }) => whenWords(new Date(start), zone, now)).join('; ')}.`
    : 'Não há outro livre nas duas semanas seguintes.'

/** The sentence of a calendar in which somebody else was faster, with the next three free times. */
export async function takenText(db: Db, companyId: string, { wanted }: TimeTakenError, now = Date.now()) {
  return db.company(everything(companyId), async trx => {
    const { time_zone: zone } = await trx.selectFrom('companies').select('time_zone').executeTakeFirstOrThrow()
    const { slots } = await slotsInstead(trx, wanted, now)
    return `${appointmentTexts.taken}. ${nextFree(slots, zone, now)}`
  })
}
