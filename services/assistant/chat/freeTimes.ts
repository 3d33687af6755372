import { everything, readSlots } from '../../calendar/appointments/availability.ts'
import { durationText } from '../../calendar/appointments/rules.ts'
import { nextSlots, type Slot } from '../../calendar/appointments/slots.ts'
import type { Db } from '../../core/db.ts'
import { dayAt } from '../../core/zones/rules.ts'
import { meantPerson, meantService } from './meant.ts'
import { data } from './prompt.ts'
import type { ToolRequest } from './tools.ts'
import type { Viewer } from './viewer.ts'
import { dayWords, hourWords, readDayIn, whenWords } from './when.ts'

type Wanted = Extract<ToolRequest, { name: 'find_free_times' }>['parameters']

/** Days in which others are looked for where the day has no free time. */
const daysAfter = 14

/** People whose times are given. */
const maxPeople = 10

/**
 * The free times of a day as data for the provider, by person; where there are none, why, and the next ones. `problem`:
 * why they cannot be given.
 */
export async function describeFreeTimes(
  db: Db,
  viewer: Viewer,
  { day: said, service: serviceName, minutes, person: personName }: Wanted,
  now = Date.now()
): Promise<{ text: string } | { problem: string }> {
  const { zone } = viewer
  const day = readDayIn(said, zone, now)
  if (typeof day === 'string') return { problem: day }
  const service = serviceName ? await meantService(db, viewer, serviceName) : undefined
  if (typeof service === 'string') return { problem: service }
  const person = personName ? await meantPerson(db, viewer, personName) : undefined
  if (typeof person === 'string') return { problem: person }

  const [from, to] = [day.getTime(), day.getTime() + daysAfter * 86_400_000].map(at => dayAt(at, 'UTC')) as [
    string,
    string
  ]
  // The times of the whole team, also of leads that the person does not see: only the times are given.
  const { found, names } = await db.company(everything(viewer.companyId), async trx => {
    const query = {
      ...(service && { serviceId: service.id }),
      ...(person && { employeeId: person.id }),
      ...(minutes !== undefined && { minutes: String(minutes) })
    }
    const found = await readSlots(trx, { ...query, from, to }, now)
    const team = await trx.selectFrom('employees').select(['id', 'name']).where('active', '=', true).execute()
    return { found, names: new Map(team.map(({ id, name }) => [id, name])) }
  })
  const { slots = [], reason = null } = found.days[0] ?? {}
  const next = nextSlots(found.days, now).map(({ start }) => whenWords(new Date(start), zone, now))
  const lines = [
    `Dia: ${dayWords(day, zone, now)}`,
    `Duração: ${durationText(found.minutes)}${service ? ` (${service.name})` : ''}`,
    ...byPerson(slots, names, zone),
    reason && `Nenhum horário livre: ${reason}`,
    reason && (next.length > 0 ? `Os próximos livres: ${next.join('; ')}` : 'Nem nas duas semanas seguintes.')
  ]
  return { text: data('horários livres', lines.filter(Boolean).join('\n')) }
}

/** The times of each person, those with the most first. */
function byPerson(slots: readonly Slot[], names: ReadonlyMap<string, string>, zone: string): string[] {
  const times = new Map<string, string[]>()
  for (const { start, employeeIds } of slots)
    for (const id of employeeIds) times.set(id, [...(times.get(id) ?? []), hourWords(new Date(start), zone)])
  const people = [...times].sort(([, a], [, b]) => b.length - a.length)
  const more = people.length - maxPeople
  return [
    ...people
      .slice(0, maxPeople)
      .map(([id, hours]) => `Com ${names.get(id) ?? 'alguém da equipe'}: ${hours.join(', ')}`),
    ...(more > 0 ? [`E mais ${more} pessoas têm horários livres.`] : [])
  ]
}
