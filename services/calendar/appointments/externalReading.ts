import { type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import type {} from '../../account/companies/tables.ts'
import { throwAll } from '../../core/alone.ts'
import { BusyError } from '../../core/apart.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { AnswerTooLongError, ForbiddenAddressError, safeFetch } from '../../core/outside.ts'
import { productName } from '../../core/rules.ts'
import type { Tables } from '../../core/tables.ts'
import { readApart } from './busyReading.ts'
import type { BusyTimes } from './busyTimes.ts'
import { addressOf } from './external.ts'

/** A calendar elsewhere that is to be read. */
export type DueCalendar = Selectable<Tables['external_calendars']> & { time_zone: string }
type Row = DueCalendar

const day = 86_400_000

export const largest = 10 * 1024 * 1024
/** Milliseconds in which a server must have answered all. */
const patience = 30_000
/** Calendars of one run, and how many at once. */
const portion = 60
const concurrency = 3
/** Minutes between two looks, and after so many failures twice that each time, up to a day. */
const pause = { usual: 15, failures: 4, longest: 1440 } as const

const pauseAfter = (failures: number): number =>
  Math.min(pause.longest, pause.usual * 2 ** Math.max(0, failures - pause.failures + 1))

/** Marks calendars that are due as looked at, so that each is read once, and again later where its reader is killed. */
const takeDue = async (trx: Trx, ofAccounts: boolean): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    update external_calendars x set due_at = now() + ${pause.usual} * interval '1 minute', checked_at = now()
    from companies c
    where c.id = x.company_id and (x.company_id, x.id) in (
      select d.company_id, d.id from external_calendars d
      join companies o on o.id = d.company_id and o.active
      join employees e on e.company_id = d.company_id and e.id = d.employee_id and e.active
      where d.due_at <= now() and (d.account_id is not null) = ${ofAccounts} order by d.due_at limit ${portion} for update of d skip locked)
    returning x.*, c.time_zone`.execute(trx)
  return rows
}

/** The answer of a server about a calendar; `text` is null where it is as it was. */
export type Answer = { text: string | null; etag: string | null; lastModified: string | null }

type Seen = Pick<Row, 'read_at' | 'etag' | 'last_modified'>

/** Asks for a calendar by its address. `sentenceOf` says of an error what a person reads. */
export async function askCalendar(address: string, row: Seen, fetchCalendar: typeof fetch): Promise<Answer> {
  // The times are of a year from when they were taken: once a day they are taken again, changed or not.
  const fresh = row.read_at !== null && Date.parse(row.read_at) > Date.now() - day
  const answer = await fetchCalendar(address, {
    headers: {
      accept: 'text/calendar',
      'user-agent': productName,
      ...(fresh && row.etag !== null && { 'if-none-match': row.etag }),
      ...(fresh && row.last_modified !== null && { 'if-modified-since': row.last_modified })
    },
    signal: AbortSignal.timeout(patience)
  })
  const { status } = answer
  const tag = (name: string) => answer.headers.get(name)?.slice(0, 200) ?? null
  if (status === 304) return { text: null, etag: row.etag, lastModified: row.last_modified }
  if (status !== 200) {
    await answer.body?.cancel()
    throw new AppError('unavailable', refusalOf(status))
  }
  return { text: await answer.text(), etag: tag('etag'), lastModified: tag('last-modified') }
}

function refusalOf(status: number): string {
  if (status >= 300 && status < 400) return 'O endereço leva a outro. Assine com o endereço final da agenda.'
  if ([401, 403, 404, 410].includes(status)) return 'O endereço não existe mais ou não é público.'
  return `O servidor da agenda respondeu com o erro ${status}.`
}

export function sentenceOf(failure: unknown): string {
  if (failure instanceof AppError) return failure.message
  if (failure instanceof ForbiddenAddressError) return 'Este endereço fica em uma rede interna e não pode ser lido.'
  if (failure instanceof AnswerTooLongError) return 'A agenda tem mais de 10 MB.'
  if (failure instanceof Error && ['TimeoutError', 'AbortError'].includes(failure.name))
    return 'O servidor da agenda demorou demais para responder.'
  return 'Não foi possível falar com o servidor da agenda.'
}

/**
 * Stores the times where they are others than before. Nothing is stored of a calendar that was taken away meanwhile.
 */
async function store(trx: Trx, row: Row, { etag, lastModified }: Answer, read: BusyTimes | null): Promise<void> {
  const there = await trx
    .selectFrom('external_calendars')
    .select('id')
    .where('id', '=', row.id)
    .forUpdate()
    .executeTakeFirst()
  if (!there) return
  const good = { good_at: new Date(), error: null, failures: 0 }
  await trx
    .updateTable('external_calendars')
    .set({
      ...good,
      etag,
      last_modified: lastModified,
      ...(read && { read_at: new Date(), warnings: JSON.stringify(read.warnings), skipped: read.warnings.length })
    })
    .where('id', '=', row.id)
    .execute()
  if (!read) return
  const before = await trx
    .selectFrom('external_times')
    .select(['starts_at', 'ends_at'])
    .where('calendar_id', '=', row.id)
    .orderBy('starts_at')
    .execute()
  const spans = before.map(each => [Date.parse(each.starts_at), Date.parse(each.ends_at)])
  if (JSON.stringify(spans) === JSON.stringify(read.times)) return
  await trx.deleteFrom('external_times').where('calendar_id', '=', row.id).execute()
  const iso = (at: number) => new Date(at).toISOString()
  await sql`
    insert into external_times (company_id, calendar_id, employee_id, starts_at, ends_at)
    select ${row.company_id}, ${row.id}, ${row.employee_id}, t.begins, t.ends
    from unnest(${read.times.map(([from]) => iso(from))}::timestamptz[], ${read.times.map(([, to]) => iso(to))}::timestamptz[])
      as t (begins, ends)`.execute(trx)
  await announce(trx, { companyId: row.company_id, kind: 'calendar-changed', data: {} })
}

/** Notes why a calendar could not be read; its times stay as they were. */
const noteFailure = (trx: Trx, row: Row, error: string) =>
  trx
    .updateTable('external_calendars')
    .set({
      error,
      failures: row.failures + 1,
      due_at: new Date(Date.now() + pauseAfter(row.failures + 1) * 60_000)
    })
    .where('id', '=', row.id)
    .execute()

const putOff = async (trx: Trx, row: Row): Promise<void> => {
  await trx
    .updateTable('external_calendars')
    .set({ due_at: sql<Date>`now() + interval '1 minute'` })
    .where('id', '=', row.id)
    .execute()
}

type Services = { db: Db; config: Config; log: Logger }

/** The window of busy times: from the beginning of a day, so that the times of a running entry stay the same. */
export function busyWindow(): { from: number; to: number } {
  const from = Math.floor(Date.now() / day) * day - day
  return { from, to: from + 367 * day }
}

/** How calendars of one kind are asked for, and how a failure is said to their people. */
type Kind = {
  /** Those of accounts, or those that were subscribed by an address. */
  ofAccounts: boolean
  ask: (row: DueCalendar, address: string) => Promise<Answer>
  sentence: (failure: unknown) => string
}

async function readOne({ db, config, log }: Services, row: Row, { ask, sentence }: Kind): Promise<void> {
  try {
    const answer = await ask(row, addressOf(config, row))
    const read = answer.text === null ? null : await readApart(answer.text, { ...busyWindow(), zone: row.time_zone })
    await db.company(row.company_id, trx => store(trx, row, answer, read))
  } catch (failure) {
    // Nothing is said against the calendar, which is soon read again.
    if (failure instanceof BusyError) return await db.company(row.company_id, trx => putOff(trx, row))
    log.info({ companyId: row.company_id, calendarId: row.id, failures: row.failures + 1 }, 'calendar not read')
    await db.company(row.company_id, trx => noteFailure(trx, row, sentence(failure)))
  }
}

/** Reads the calendars of a kind that are due, one portion of them. */
export async function readCalendars(services: Services, kind: Kind): Promise<void> {
  const due = await services.db.everyCompany(trx => takeDue(trx, kind.ofAccounts))
  const failures: Error[] = []
  const all = due.length
  const work = async () => {
    for (let row = due.shift(); row; row = due.shift()) {
      const { id, company_id } = row
      await readOne(services, row, kind).catch(cause =>
        failures.push(new Error(`calendar ${id} of company ${company_id}: ${cause.message}`, { cause }))
      )
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  throwAll(failures, all)
}

/** Reads the subscribed calendars that are due. */
export const readExternalCalendars = (
  services: Services,
  fetchCalendar: typeof fetch = safeFetch({ trusted: false, maxBytes: largest })
): Promise<void> =>
  readCalendars(services, {
    ofAccounts: false,
    ask: (row, address) => askCalendar(address, row, fetchCalendar),
    sentence: sentenceOf
  })
