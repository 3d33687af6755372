import { createHash, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { addActivity } from '../../account/activities/queries.ts'
import type {} from '../../account/auth/plugin.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { takeLocks } from '../../core/locks.ts'
import { cut } from '../../core/rules.ts'
import { findUnstorable } from '../../core/text.ts'
import { dayAt } from '../../core/zones/rules.ts'
import { everything, readSlots } from '../appointments/availability.ts'
import { bookAppointment } from '../appointments/book.ts'
import { guestMailTime } from '../appointments/guests.ts'
import { appointmentToken } from '../appointments/links.ts'
import { saidAt } from '../appointments/notices.ts'
import { TimeTakenError } from '../appointments/queries.ts'
import { appointmentTexts } from '../appointments/rules.ts'
import type { BookingAnswer, Guest } from '../appointments/schema.ts'
import { listServices } from '../appointments/services.ts'
import { readAnswers } from './answers.ts'
import { readGuestAppointment } from './guest.ts'
import { cappedService, type FoundPage, findBookingPage, needPersonOf } from './queries.ts'
import { bookingSource, bookingTexts, maxComing, visitorName } from './rules.ts'
import type { Booked, Booking } from './schema.ts'

const visitor = { id: null, name: visitorName }

/** The page of an address or a company's id. Throws 404 where there is none, or it is closed. */
export async function openBookingPage(app: App, named: string): Promise<FoundPage> {
  const page = await findBookingPage(app.db, named)
  if (!page) throw new AppError('notFound', bookingTexts.missing)
  if (!page.active) throw new AppError('notFound', bookingTexts.closed)
  return page
}

/**
 * Books a free time of a service for a visitor, whose lead is created or found first: who loses the time is a lead all
 * the same. The same key and body get the same answer, another body 422. Throws `TimeTakenError` where somebody else
 * was faster.
 */
export async function bookAsVisitor(
  app: App,
  request: FastifyRequest,
  page: FoundPage,
  { serviceId, start, employeeId = null, guest: other, answers: sent, ...submission }: Booking,
  givenKey: string | null
): Promise<Booked> {
  const { companyId } = page
  const key = givenKey ?? randomUUID()
  const hash = createHash('sha256')
    .update(
      [
        serviceId,
        Date.parse(start),
        ...(employeeId ? [employeeId] : []),
        ...(other || sent ? [JSON.stringify([other, sent])] : [])
      ].join(' ')
    )
    .digest('base64url')
  const scope = { id: companyId, held: true }
  const find = () => app.db.company(scope, trx => findByKey(trx, key))
  const repeated = await find()
  const own = await ownWords(app, companyId, serviceId, { guest: other, answers: sent })
  if (employeeId !== null && !repeated) await app.db.company(companyId, trx => needPersonOf(trx, serviceId, employeeId))
  const leadId = await app.receiveLead(
    request,
    { ...submission, companyId, source: submission.source ?? bookingSource },
    `booking ${key}`
  )
  if (submission.website) return { success: true, data: null }
  if (repeated && repeated.hash !== hash) throw new AppError('mismatch', bookingTexts.mismatch)
  const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : null)
  const guest = {
    name: own.guest ?? cut(text(submission.name) ?? '', 200),
    email: text(submission.email),
    phone: text(submission.phone)
  }
  const booking = {
    leadId,
    serviceId,
    employeeId,
    start,
    key,
    hash,
    guest,
    message: text(submission.message),
    answers: own.answers
  }
  const id =
    repeated?.id ??
    (await app.db
      .company(everything(companyId), trx => bookFor(trx, page, booking))
      .catch(async error => {
        // Sent twice at once: the other one has the time, and it is the same visitor's.
        const twin = await find()
        if (twin?.hash === hash) return twin.id
        if (error instanceof TimeTakenError)
          await app.db.company(scope, trx => noteLoss(trx, companyId, { leadId, serviceId, start }))
        throw error
      }))
  const appointment = await app.db.company(scope, trx => readGuestAppointment(trx, id))
  const mail = await guestMailTime(app, companyId, submission.email as string | null | undefined)
  return { success: true, data: { token: appointmentToken(app.config.secret, companyId, id), appointment, mail } }
}

/** The parts of a booking that are no lead's. Throws 400 for answers that are missing or impossible. */
async function ownWords(
  app: App,
  companyId: string,
  serviceId: string,
  { guest, answers }: Pick<Booking, 'guest' | 'answers'>
): Promise<{ guest: string | null; answers: BookingAnswer[] }> {
  const unstorable = findUnstorable({ guest, answers })
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
  if (guest && !guest.name.trim()) throw invalid({ 'guest.name': bookingTexts.noGuest })
  const services = await app.db.company(companyId, listServices)
  const questions = services.find(({ id }) => id === serviceId)?.questions ?? []
  return { guest: guest?.name.trim() ?? null, answers: readAnswers(questions, answers) }
}

type Wanted = {
  leadId: string
  serviceId: string
  /** The chosen person; null where any of them will do. */
  employeeId: string | null
  start: string
  key: string
  hash: string
  guest: Guest
  message: string | null
  answers: BookingAnswer[]
}

async function bookFor(
  trx: Trx,
  page: FoundPage,
  { leadId, serviceId, employeeId: chosen, start, key, hash, guest, message, answers }: Wanted
): Promise<string> {
  const service = await trx
    .selectFrom('appointment_services')
    .select(['name', 'channel', 'location', 'daily_cap'])
    .where('id', '=', serviceId)
    .executeTakeFirst()
  if (!service) throw new AppError('notFound', appointmentTexts.noService)
  // The lock keeps the count until this is stored.
  const counted = service.daily_cap === null ? [] : [cappedService(serviceId)]
  await takeLocks(trx, page.companyId, `bookings of ${leadId}`, ...counted)
  await refuseTooMany(trx, leadId, guest.name)
  const { employeeIds, end } = await peopleFree(trx, serviceId, start, chosen)
  for (const employeeId of employeeIds)
    try {
      const { id } = await bookAppointment(
        trx,
        page.companyId,
        {
          title: service.name,
          start,
          end,
          employeeId,
          leadId,
          serviceId,
          channel: service.channel,
          location: service.location,
          status: page.confirms ? 'confirmed' : 'requested',
          guest: guest.name ? guest : null,
          message,
          answers,
          requestKey: key,
          requestHash: hash
        },
        visitor,
        'page'
      )
      return id
    } catch (error) {
      // Taken in this moment: somebody else of the team may be free.
      if (!(error instanceof TimeTakenError)) throw error
    }
  throw new TimeTakenError({ start, end, serviceId, ...(chosen !== null && { employeeId: chosen }) })
}

/** Notes the wish of a lead who got no appointment, for the person who calls them. */
async function noteLoss(
  trx: Trx,
  companyId: string,
  { leadId, serviceId, start }: Pick<Wanted, 'leadId' | 'serviceId' | 'start'>
): Promise<void> {
  const lead = await trx.selectFrom('leads').select('name').where('id', '=', leadId).executeTakeFirst()
  const service = await trx
    .selectFrom('appointment_services')
    .select('name')
    .where('id', '=', serviceId)
    .executeTakeFirst()
  if (!lead || !service) return
  const { time_zone: zone } = await trx.selectFrom('companies').select('time_zone').executeTakeFirstOrThrow()
  await addActivity(trx, {
    companyId,
    type: 'appointment',
    description: `Quis marcar "${service.name}" para ${saidAt(start, zone)}, mas o horário não estava livre`,
    leadId,
    leadName: lead.name,
    data: { actorId: visitor.id, actorName: visitor.name, start }
  })
}

/** Counts the coming bookings of one guest, whatever accents, case and blanks they were typed with, and of a contact. */
async function refuseTooMany(trx: Trx, leadId: string, guest: string): Promise<void> {
  const folded = (name: RawBuilder<unknown>) => sql`regexp_replace(fold(btrim(${name})), '\\s+', ' ', 'g')`
  const { rows } = await sql<{ contact: number; guest: number }>`
    select count(*)::integer as contact,
      (count(*) filter (where ${folded(sql`a.guest_name`)} = ${folded(sql`${guest}::text`)}))::integer as guest
    from (select coalesce(a.guest_name, l.name) as guest_name from appointments a
      join leads l on l.company_id = a.company_id and l.id = a.lead_id
      where a.lead_id = ${leadId} and a.origin = 'page' and a.status in ('requested', 'confirmed')
        and a.starts_at > now() limit 1000) as a`.execute(trx)
  const coming = rows[0] ?? { contact: 0, guest: 0 }
  if (coming.guest >= maxComing.guest) throw new AppError('conflict', bookingTexts.tooMany)
  if (coming.contact >= maxComing.contact) throw new AppError('conflict', bookingTexts.tooManyOfContact)
}

async function findByKey(trx: Trx, key: string): Promise<{ id: string; hash: string | null } | undefined> {
  const row = await trx
    .selectFrom('appointments')
    .select(['id', 'request_hash'])
    .where('request_key', '=', key)
    .executeTakeFirst()
  return row && { id: row.id, hash: row.request_hash }
}

/**
 * The people who are free for the service at that time, those with the least to do around it first; nobody where it is
 * no free time.
 */
async function peopleFree(
  trx: Trx,
  serviceId: string,
  start: string,
  chosen: string | null
): Promise<{ employeeIds: string[]; end: string }> {
  const at = Date.parse(start)
  const { time_zone: zone } = await trx.selectFrom('companies').select('time_zone').executeTakeFirstOrThrow()
  const day = dayAt(at, zone)
  const { minutes, days } = await readSlots(trx, {
    serviceId,
    ...(chosen !== null && { employeeId: chosen }),
    from: day,
    to: day
  })
  const employeeIds = days.flatMap(({ slots }) => slots).find(slot => slot.start === at)?.employeeIds ?? []
  const end = new Date(at + minutes * 60_000).toISOString()
  const load = await trx
    .selectFrom('appointments')
    .select(['employee_id', row => row.fn.countAll<number>().as('n')])
    .where('employee_id', 'in', employeeIds.length > 0 ? employeeIds : [''])
    .where('status', 'in', ['requested', 'confirmed'])
    .where('starts_at', '>', new Date(at - 43_200_000).toISOString())
    .where('starts_at', '<', new Date(at + 43_200_000).toISOString())
    .groupBy('employee_id')
    .execute()
  const loads = new Map(load.map(({ employee_id, n }) => [employee_id, Number(n)]))
  const least = employeeIds.toSorted((a, b) => (loads.get(a) ?? 0) - (loads.get(b) ?? 0))
  return { employeeIds: least, end }
}
