import { sql } from 'kysely'
import { inBatches } from '../../core/batches.ts'
import { type CompanyScope, type Db, signalAfterCommit, type Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { Author } from '../../core/viewer.ts'
import { checkTexts } from './checks.ts'
import { notifyOfBooking } from './notices.ts'
import { takeSessions } from './packages.ts'
import {
  type AppointmentRow,
  checkTimes,
  findAppointment,
  moveLeadAlong,
  TimeTakenError,
  titleOf,
  toAppointment
} from './queries.ts'
import { type AppointmentOrigin, appointmentTexts } from './rules.ts'
import type { Appointment, Guest, NewAppointment } from './schema.ts'

/** A wanted time, checked as far as is possible without the database. */
type Wanted = { time: ReturnType<typeof checked>; author: Author }

/** The outcome of one: its own expected failure does not touch the others that were booked with it. */
type Outcome = { booked: Appointment } | { failure: AppError }

/** The guest as a row has it; blanks around the name and empty addresses are left out. */
export const guestColumns = (guest: Guest | null) => ({
  guestName: guest?.name.trim() || null,
  guestEmail: guest?.email?.trim() || null,
  guestPhone: guest?.phone?.trim() || null
})

type BookingInput = NewAppointment & { requestKey?: string; requestHash?: string; seriesId?: string }

function checked(input: BookingInput, origin: AppointmentOrigin) {
  const time = {
    leadId: null,
    serviceId: null,
    channel: 'in_person',
    location: null,
    notes: null,
    message: null,
    status: 'confirmed',
    ...input,
    ...guestColumns(input.guest ?? null),
    answers: input.answers ?? [],
    title: titleOf(input.title),
    origin
  }
  checkTexts(time)
  checkTimes(time)
  return time
}

/**
 * Books a time of a person, which the database alone decides (book.sql). A lead behind a confirmed one becomes
 * 'Agendado' where it was new or contacted. Throws `TimeTakenError` where somebody else has the time.
 */
export async function bookAppointment(
  trx: Trx,
  companyId: string,
  input: BookingInput,
  author: Author,
  origin: AppointmentOrigin = 'internal'
): Promise<Appointment> {
  return resultOf(await bookAlone(trx, companyId, { time: checked(input, origin), author }))
}

/**
 * Books the times of one series, in one statement. Returns those that somebody else has now, beside those that
 * are booked. The person hears of the first alone.
 */
export async function bookTimes(
  trx: Trx,
  companyId: string,
  input: NewAppointment,
  { times, seriesId }: { times: readonly { start: string; end: string }[]; seriesId: string },
  author: Author
): Promise<{ booked: Appointment[]; taken: { start: string; end: string }[] }> {
  const wanted = times.map(time => ({ time: checked({ ...input, ...time, seriesId }, 'internal'), author }))
  const outcomes = await bookBatch(trx, companyId, wanted, { quiet: true })
  const booked: Appointment[] = []
  const taken: { start: string; end: string }[] = []
  for (const [n, outcome] of outcomes.entries()) {
    const time = times[n]
    if ('booked' in outcome) booked.push(outcome.booked)
    else if (outcome.failure instanceof TimeTakenError && time) taken.push(time)
    else throw outcome.failure
  }
  if (booked[0]) await notifyOfBooking(trx, companyId, asNews(booked[0]), author)
  return { booked, taken }
}

async function bookAlone(trx: Trx, companyId: string, wanted: Wanted): Promise<Outcome> {
  const [outcome] = await bookBatch(trx, companyId, [wanted])
  if (!outcome) throw new Error('The database returned no outcome of a booking')
  return outcome
}

function resultOf(outcome: Outcome): Appointment {
  if ('failure' in outcome) throw outcome.failure
  return outcome.booked
}

export type Book = (scope: CompanyScope, given: NewAppointment, author: Author) => Promise<Appointment>

/**
 * Milliseconds that a batch waits for its locks; then its bookings wait one by one, so that one lead that is being
 * changed, say, does not delay the others.
 */
const patience = 500

/**
 * `bookAppointment` in a transaction of its own. Call it once for an application: what people of one company book at
 * the same time is stored in one transaction, since most of the cost is per statement.
 */
export function groupedBooking(db: Db): Book {
  type Pending = Wanted & { scope: CompanyScope }
  const book = inBatches<Pending, Outcome>({
    limit: 32,
    runBatch: async pending => {
      const [first] = pending
      return first ? db.company(first.scope, trx => bookBatch(trx, first.scope.id, pending, { patience })) : []
    },
    runOne: ({ scope, ...wanted }) => db.company(scope, trx => bookAlone(trx, scope.id, wanted))
  })
  return async (scope, input, author) =>
    resultOf(await book(JSON.stringify(scope), { scope, time: checked(input, 'internal'), author }))
}

type Answer = { place: number; outcome: string; booked: AppointmentRow | null }

/** Books several times in their order, each for itself; outcomes are in the same order. */
async function bookBatch(
  trx: Trx,
  companyId: string,
  wanted: readonly Wanted[],
  { patience, quiet = false }: { patience?: number; quiet?: boolean } = {}
): Promise<Outcome[]> {
  const sessions = await takeSessions(
    trx,
    companyId,
    wanted.map(({ time }) => time)
  )
  const times = wanted.map(({ time, author: { id, name } }, place) => ({
    ...time,
    ...sessions[place],
    place,
    actorId: id,
    actorName: name
  }))
  const { rows } = await sql<Answer>`
    select * from book_appointments(${companyId}, ${JSON.stringify(times)}::jsonb, ${patience ?? null})`.execute(trx)
  signalAfterCommit(trx, 'events')
  const answers = new Map(rows.map(row => [row.place, row]))
  const outcomes: Outcome[] = []
  for (const [place, { time, author }] of wanted.entries()) {
    const { outcome, booked: row } = answers.get(place) ?? {}
    if (!row) {
      outcomes.push({ failure: outcome === 'taken' ? new TimeTakenError(time) : refusalOf(outcome) })
      continue
    }
    const booked = sessions[place]?.packageId
      ? ((await findAppointment(trx, row.id)) ?? toAppointment(inUtc(row)))
      : toAppointment(inUtc(row))
    if (booked.leadId !== null) signalAfterCommit(trx, 'outbox')
    await moveLeadAlong(trx, companyId, booked, author)
    if (!quiet) await notifyOfBooking(trx, companyId, asNews(booked), author)
    outcomes.push({ booked })
  }
  return outcomes
}

function refusalOf(outcome: string | undefined): AppError {
  switch (outcome) {
    case 'no_person':
      return invalid({ employeeId: appointmentTexts.notActive })
    case 'no_service':
      return invalid({ serviceId: appointmentTexts.noService })
    case 'not_given':
      return invalid({ employeeId: appointmentTexts.notGiven })
    case 'no_lead':
      return new AppError('notFound', 'Lead não encontrado')
    default:
      throw new Error(`Nothing was booked: ${outcome}`)
  }
}

/** PostgreSQL writes moments in JSON otherwise than the driver reads them elsewhere. */
function inUtc(row: AppointmentRow): AppointmentRow {
  const { starts_at, ends_at, created_at } = row
  const [start = '', end = '', created = ''] = [starts_at, ends_at, created_at].map(at => at.replace('+00:00', 'Z'))
  return { ...row, starts_at: start, ends_at: end, created_at: created }
}

const asNews = ({ id, leadId, employeeId, title, start, status, guest }: Appointment) => ({
  id,
  lead_id: leadId,
  employee_id: employeeId,
  title,
  starts_at: start,
  status,
  guest_name: guest?.name ?? null
})
