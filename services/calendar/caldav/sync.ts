import { type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import { ownersOf } from '../../account/notifications/mails.ts'
import { throwAll } from '../../core/alone.ts'
import { BusyError } from '../../core/apart.ts'
import type { Config } from '../../core/config.ts'
import type { CompanyScope, Db, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { safeFetch } from '../../core/outside.ts'
import type { Tables } from '../../core/tables.ts'
import { readApart } from '../appointments/busyReading.ts'
import { stored } from '../appointments/calendarText.ts'
import { changeAppointment } from '../appointments/changes.ts'
import { busyWindow, readCalendars } from '../appointments/externalReading.ts'
import { titleWith } from '../appointments/feeds.ts'
import { notifyOfOutside, saidAt } from '../appointments/notices.ts'
import type {} from '../appointments/tables.ts'
import { type Account, loginOf } from './accounts.ts'
import { type Caldav, CaldavError, caldavSentence, largestAnswer, openCaldav, type RemoteEntry } from './client.ts'
import type {} from './tables.ts'

/** Accounts of one run, and how many at once. */
const portion = 60
const concurrency = 3
/** Minutes between two visits, and after failures twice that each time, up to a day. */
const pause = { usual: 2, longest: 1440 } as const
/** Minutes for which an account belongs to a run: longer than a visit may last. */
const lease = 10
/** Days of appointments before and after now that are written, and the limit of them. */
const written = { before: 1, after: 366, limit: 2000 } as const
/** Objects that one visit writes and deletes; the rest follows at once. */
const writesOfVisit = 40
/** Objects of one question. */
const page = 50

type Services = { db: Db; config: Config; log: Logger }
type Due = Account & { receives: string; person: string; owners: string[] | null; time_zone: string }
type Entry = Selectable<Tables['caldav_entries']>
type Row = Selectable<Tables['appointments']> & { lead_name: string | null }

/** Takes accounts that are due, each for `lease` minutes, so that it is visited once. */
const takeDue = async (trx: Trx): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    update caldav_accounts x set due_at = now() + ${lease} * interval '1 minute'
    from companies c, employees e
    where c.id = x.company_id and e.company_id = x.company_id and e.id = x.employee_id
      and (x.company_id, x.id) in (
        select d.company_id, d.id from caldav_accounts d
        join companies o on o.id = d.company_id and o.active
        join employees w on w.company_id = d.company_id and w.id = d.employee_id and w.active
        where d.receives is not null and d.due_at <= now() order by d.due_at limit ${portion}
        for update of d skip locked)
    returning x.*, c.time_zone, e.name as person, ${ownersOf} as owners`.execute(trx)
  return rows
}

/** A visit to one account. */
type Visit = {
  services: Services
  account: Due
  /** The rows that its person sees: appointments with others' leads are not written. */
  scope: CompanyScope
  dav: Caldav
}

/** The account was forgotten, or another calendar was chosen, since the visit began. */
class OutdatedError extends Error {}

/** Runs a transaction that holds the account, which still is as it was when the visit began. */
const during = <T>({ services, account, scope }: Visit, work: (trx: Trx) => Promise<T>): Promise<T> =>
  services.db.company(scope, async trx => {
    const now = await trx
      .selectFrom('caldav_accounts')
      .select('receives')
      .where('id', '=', account.id)
      .forShare()
      .executeTakeFirst()
    if (now?.receives !== account.receives) throw new OutdatedError()
    return work(trx)
  })

const keyOf = (visit: Visit, appointmentId: string) => ({
  company_id: visit.account.company_id,
  account_id: visit.account.id,
  appointment_id: appointmentId
})

const updateEntry = (
  trx: Trx,
  visit: Visit,
  appointmentId: string,
  values: Partial<Pick<Entry, 'etag' | 'version' | 'gone_at'>>
) =>
  trx
    .updateTable('caldav_entries')
    .set(values)
    .where('account_id', '=', visit.account.id)
    .where('appointment_id', '=', appointmentId)
    .execute()

const instants = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }): readonly [number, number] => [
  Date.parse(starts_at),
  Date.parse(ends_at)
]

/** The entries that stand in the calendar elsewhere, where they are not over yet. */
const readEntries = (visit: Visit): Promise<Entry[]> =>
  during(visit, trx =>
    trx
      .selectFrom('caldav_entries')
      .selectAll()
      .where('account_id', '=', visit.account.id)
      .where('gone_at', 'is', null)
      .where('ends_at', '>', sql<string>`now()`)
      .orderBy('starts_at')
      .limit(written.limit)
      .execute()
  )

/** The appointment of an entry, locked; undefined where it does not take a time of this person any more. */
const lockOpen = (trx: Trx, visit: Visit, appointmentId: string): Promise<Row | undefined> =>
  trx
    .selectFrom('appointments')
    .selectAll()
    .select(sql<string | null>`null`.as('lead_name'))
    .where('id', '=', appointmentId)
    .where('employee_id', '=', visit.account.employee_id)
    .where('status', 'in', ['requested', 'confirmed'])
    .forUpdate()
    .executeTakeFirst()

/** Takes over what was changed elsewhere: a moved entry moves its appointment, a deleted one is asked about. */
async function pull(visit: Visit): Promise<void> {
  const entries = await readEntries(visit)
  for (let at = 0; at < entries.length; at += page) {
    const some = entries.slice(at, at + page)
    const remote = await visit.dav.entries(
      visit.account.receives,
      some.map(({ href }) => href)
    )
    for (const [n, entry] of some.entries()) {
      const there = remote[n]
      if (there) await pullOne(visit, entry, there)
    }
  }
}

async function pullOne(visit: Visit, entry: Entry, remote: RemoteEntry): Promise<void> {
  const { appointment_id } = entry
  if (remote.data === null) return await during(visit, trx => noteGone(trx, visit, entry))
  if (entry.etag !== null && remote.etag === entry.etag) return
  const { times } = await readApart(remote.data, { ...busyWindow(), zone: visit.account.time_zone })
  const [only] = times
  const [from, to] = instants(entry)
  // Words that somebody added there, or a repetition, change nothing here.
  const moved = times.length === 1 && only !== undefined && (only[0] !== from || only[1] !== to)
  if (!moved) return void (await during(visit, trx => updateEntry(trx, visit, appointment_id, { etag: remote.etag })))
  const refusal = await takeOver(visit, entry, remote, only)
  if (refusal === null) return
  await during(visit, async trx => {
    // The next version is written over it.
    await updateEntry(trx, visit, appointment_id, { etag: remote.etag, version: 0 })
    const row = await lockOpen(trx, visit, appointment_id)
    if (!row) return
    const wanted = saidAt(new Date(only[0]).toISOString(), visit.account.time_zone)
    const body = `Na agenda "${visit.account.name}" passou para ${wanted}. ${refusal} Voltou ao horário daqui.`
    await notifyOfOutside(trx, visit.account.company_id, 'Compromisso não pôde ser remarcado', row, body)
  })
}

/** Moves an appointment as its entry was moved. Returns why that cannot be; null where it is done. */
async function takeOver(
  visit: Visit,
  entry: Entry,
  remote: RemoteEntry,
  [from, to]: readonly [number, number]
): Promise<string | null> {
  const { appointment_id } = entry
  const { company_id, person } = visit.account
  try {
    return await during(visit, async trx => {
      const row = await lockOpen(trx, visit, appointment_id)
      const before = instants(entry)
      const here = row && instants(row)
      // An appointment that was moved here, too, wins; one that is not open any more is taken away by `push`.
      if (!row || !here || here[0] !== before[0] || here[1] !== before[1]) {
        await updateEntry(trx, visit, appointment_id, { etag: remote.etag, version: 0 })
        return null
      }
      const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()]
      await changeAppointment(
        trx,
        company_id,
        appointment_id,
        { version: row.version, start, end },
        { id: null, name: person }
      )
      // Its texts may have changed here as well: the present version is written.
      await trx
        .updateTable('caldav_entries')
        .set({ etag: remote.etag, version: 0, starts_at: start, ends_at: end })
        .where('account_id', '=', visit.account.id)
        .where('appointment_id', '=', appointment_id)
        .execute()
      return null
    })
  } catch (failure) {
    if (failure instanceof AppError) return failure.message
    throw failure
  }
}

/** Notes that an entry was deleted elsewhere. The appointment stays, and its person is asked. */
async function noteGone(trx: Trx, visit: Visit, { appointment_id }: Entry): Promise<void> {
  await updateEntry(trx, visit, appointment_id, { gone_at: new Date().toISOString() })
  const row = await lockOpen(trx, visit, appointment_id)
  if (!row) return
  const { name, company_id, time_zone } = visit.account
  const body = `${row.title}, ${saidAt(row.starts_at, time_zone)}: foi apagado na agenda "${name}" e continua marcado aqui. Se não vai acontecer, cancele-o.`
  await notifyOfOutside(trx, company_id, 'Compromisso apagado em outra agenda', row, body)
}

type Work = { writes: { row: Row; entry: Entry | undefined }[]; removals: Entry[] }

/** The appointments to be written and the entries to be deleted elsewhere. */
const readWork = (visit: Visit): Promise<Work> =>
  during(visit, async trx => {
    const { account } = visit
    const rows = await trx
      .selectFrom('appointments as a')
      .leftJoin('leads as l', join => join.onRef('l.company_id', '=', 'a.company_id').onRef('l.id', '=', 'a.lead_id'))
      .leftJoin('caldav_entries as x', join =>
        join
          .onRef('x.company_id', '=', 'a.company_id')
          .onRef('x.appointment_id', '=', 'a.id')
          .on('x.account_id', '=', account.id)
      )
      .selectAll('a')
      .select('l.name as lead_name')
      .where('a.employee_id', '=', account.employee_id)
      .where('a.status', 'in', ['requested', 'confirmed'])
      .where('a.ends_at', '>', sql<string>`now() - ${written.before} * interval '1 day'`)
      .where('a.starts_at', '<', sql<string>`now() + ${written.after} * interval '1 day'`)
      // One that was deleted elsewhere is written again when it changes here.
      .where(({ or, eb }) => or([eb('x.version', 'is', null), eb('x.version', '<>', eb.ref('a.version'))]))
      .orderBy('a.starts_at')
      .orderBy('a.id')
      .limit(writesOfVisit + 1)
      .execute()
    const ids = rows.map(({ id }) => id)
    const entries = await trx
      .selectFrom('caldav_entries')
      .selectAll()
      .where('account_id', '=', account.id)
      .where('appointment_id', 'in', [...ids, ''])
      .execute()
    const removals = await trx
      .selectFrom('caldav_entries as x')
      .leftJoin('appointments as a', join =>
        join.onRef('a.company_id', '=', 'x.company_id').onRef('a.id', '=', 'x.appointment_id')
      )
      .selectAll('x')
      .where('x.account_id', '=', account.id)
      .where(({ or, eb }) =>
        or([
          eb('a.id', 'is', null),
          eb('a.status', 'in', ['cancelled', 'refused']),
          eb('a.employee_id', '<>', account.employee_id)
        ])
      )
      .orderBy('x.appointment_id')
      .limit(writesOfVisit + 1)
      .execute()
    return { writes: rows.map(row => ({ row, entry: entries.find(each => each.appointment_id === row.id) })), removals }
  })

/** Writes what is new or changed here, and deletes what is cancelled. True where more remains than one visit does. */
async function push(visit: Visit): Promise<boolean> {
  const { writes, removals } = await readWork(visit)
  for (const entry of removals.slice(0, writesOfVisit)) {
    // As it is there: whatever was added to it elsewhere, it does not take place.
    if (entry.gone_at === null) await visit.dav.remove(entry.href, null)
    await during(visit, trx =>
      trx
        .deleteFrom('caldav_entries')
        .where('account_id', '=', visit.account.id)
        .where('appointment_id', '=', entry.appointment_id)
        .execute()
    )
  }
  for (const { row, entry } of writes.slice(0, writesOfVisit)) await write(visit, row, entry)
  return writes.length > writesOfVisit || removals.length > writesOfVisit
}

async function write(visit: Visit, row: Row, entry: Entry | undefined): Promise<void> {
  const { account, services, dav } = visit
  const folder = account.receives.endsWith('/') ? account.receives : `${account.receives}/`
  const href = entry?.href ?? new URL(`${row.id}-prosa.ics`, folder).href
  const text = stored({
    id: row.id,
    sequence: row.sequence,
    changedAt: row.updated_at,
    start: row.starts_at,
    end: row.ends_at,
    details: null,
    title: titleWith(row),
    location: row.location,
    link:
      row.lead_id === null
        ? `${services.config.publicUrl}/calendar`
        : `${services.config.publicUrl}/leads/${row.lead_id}`,
    tentative: row.status === 'requested'
  })
  const lastEtag = entry && entry.gone_at === null ? entry.etag : null
  let etag: string | null
  try {
    etag = await dav.put(href, text, lastEtag)
  } catch (failure) {
    if (!(failure instanceof CaldavError) || failure.status !== 412) throw failure
    // Changed there meanwhile: the next visit looks first.
    if (lastEtag !== null) return
    // Written before, by a visit that could not say so, or by a server that names no etag.
    const [there] = await dav.entries(account.receives, [href])
    if (!there || there.data === null || there.etag === null) throw failure
    etag = await dav.put(href, text, there.etag)
  }
  await during(visit, trx =>
    trx
      .insertInto('caldav_entries')
      .values({
        ...keyOf(visit, row.id),
        href,
        etag,
        version: row.version,
        starts_at: row.starts_at,
        ends_at: row.ends_at
      })
      .onConflict(conflict =>
        conflict.columns(['company_id', 'account_id', 'appointment_id']).doUpdateSet({
          etag,
          version: row.version,
          starts_at: row.starts_at,
          ends_at: row.ends_at,
          gone_at: null
        })
      )
      .execute()
  )
}

const pauseAfter = (failures: number): number => Math.min(pause.longest, pause.usual * 2 ** Math.min(failures, 12))

async function visit(services: Services, account: Due, fetchCalendar: typeof fetch): Promise<void> {
  const scope = { id: account.company_id, owners: account.owners }
  const note = (values: { due: number; good?: boolean; error: string | null; failures: number }) =>
    services.db.company(account.company_id, trx =>
      trx
        .updateTable('caldav_accounts')
        .set({
          due_at: sql<string>`now() + ${values.due} * interval '1 minute'`,
          error: values.error,
          failures: values.failures,
          ...(values.good && { good_at: sql<string>`now()` })
        })
        .where('id', '=', account.id)
        .where('receives', '=', account.receives)
        .execute()
    )
  try {
    const dav = openCaldav(loginOf(services.config, account), fetchCalendar)
    const visited: Visit = { services, account, scope, dav }
    await pull(visited)
    const more = await push(visited)
    await note({ due: more ? 0 : pause.usual, good: true, error: null, failures: 0 })
  } catch (failure) {
    if (failure instanceof OutdatedError) return
    // Nothing is said against the account, which is soon visited again.
    if (failure instanceof BusyError)
      return void (await note({ due: 1, error: account.error, failures: account.failures }))
    const failures = account.failures + 1
    services.log.info(
      { companyId: account.company_id, accountId: account.id, failures, err: failure },
      'account not read'
    )
    await note({ due: pauseAfter(failures), error: caldavSentence(failure), failures })
  }
}

/** Reads the calendars of accounts that block times. */
async function readBlocking(services: Services, fetchCalendar: typeof fetch): Promise<void> {
  await readCalendars(services, {
    ofAccounts: true,
    ask: async (row, address) => {
      const account = await services.db.company(row.company_id, trx =>
        trx
          .selectFrom('caldav_accounts')
          .selectAll()
          .where('id', '=', row.account_id ?? '')
          .executeTakeFirst()
      )
      // Forgotten since it became due; its calendars went with it.
      if (!account) throw new AppError('notFound', 'A conta foi excluída.')
      const { from, to } = busyWindow()
      const text = await openCaldav(loginOf(services.config, account), fetchCalendar).text(address, from, to)
      return { text, etag: null, lastModified: null }
    },
    sentence: caldavSentence
  })
}

/** Visits the accounts that are due, and reads the calendars of accounts whose times block. */
export async function syncCaldav(
  services: Services,
  fetchCalendar: typeof fetch = safeFetch({ trusted: false, maxBytes: largestAnswer })
): Promise<void> {
  const due = await services.db.everyCompany(takeDue)
  const failures: Error[] = []
  const all = due.length
  const work = async () => {
    for (let account = due.shift(); account; account = due.shift()) {
      const { id, company_id } = account
      await visit(services, account, fetchCalendar).catch(cause =>
        failures.push(new Error(`account ${id} of company ${company_id}: ${cause.message}`, { cause }))
      )
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  await readBlocking(services, fetchCalendar)
  throwAll(failures, all)
}
