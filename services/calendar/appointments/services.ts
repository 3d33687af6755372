import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import type { Tables } from '../../core/tables.ts'
import { announceCalendar, checkTexts, maxRows, needPerson, needRoom } from './checks.ts'
import { serviceDefaults } from './rules.ts'
import type { BookableService, ClassSession, Question, QuestionChange, ServiceChange } from './schema.ts'
import type {} from './tables.ts'

const services = (trx: Trx) =>
  trx
    .selectFrom('appointment_services as s')
    .selectAll('s')
    .select(
      sql<string[]>`array(select p.employee_id from service_people p where p.company_id = s.company_id
        and p.service_id = s.id order by p.employee_id)`.as('people')
    )

const toService = (row: Selectable<Tables['appointment_services']> & { people: string[] }): BookableService => ({
  id: row.id,
  name: row.name,
  description: row.description,
  minutes: row.minutes,
  stepMinutes: row.step_minutes,
  priceCents: row.price_cents,
  bufferBefore: row.buffer_before,
  bufferAfter: row.buffer_after,
  capacity: row.capacity,
  noticeMinutes: row.notice_minutes,
  windowDays: row.window_days,
  dailyCap: row.daily_cap,
  channel: row.channel,
  location: row.location,
  employeeIds: row.people,
  choosesPerson: row.chooses_person,
  cancelNoticeMinutes: row.cancel_notice_minutes,
  moveNoticeMinutes: row.move_notice_minutes,
  policy: row.policy,
  questions: row.questions,
  sessions: row.sessions
})

export async function listServices(trx: Trx): Promise<BookableService[]> {
  const rows = await services(trx)
    .where('s.active', '=', true)
    .orderBy('s.position')
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(maxRows.services)
    .execute()
  return rows.map(toService)
}

/** The questions with an id each: those that were there keep theirs. Throws 400 for a choice of nothing. */
function questionsOf(before: BookableService | undefined, questions: readonly QuestionChange[]): Question[] {
  const ids = new Set(before?.questions.map(({ id }) => id))
  return questions.map(({ id, label, type, required, options }) => {
    if (!label.trim()) throw invalid({ questions: 'Escreva a pergunta.' })
    const choices = [...new Set(options.map(option => option.trim()).filter(Boolean))]
    if (type === 'select' && choices.length === 0)
      throw invalid({ questions: `Dê opções para a pergunta “${label.trim()}”.` })
    const kept = id !== undefined && ids.delete(id) ? id : randomBytes(12).toString('hex')
    return { id: kept, label: label.trim(), type, required, options: type === 'select' ? choices : [] }
  })
}

/** The times of a class, each once. Throws 400 for one that ends before it begins. */
function sessionsOf(sessions: readonly ClassSession[]): ClassSession[] {
  const all = sessions.map(({ day, at, employeeId = null, firstDay = null, lastDay = null }) => {
    if (firstDay !== null && lastDay !== null && lastDay < firstDay)
      throw invalid({ sessions: 'O último dia de uma turma vem antes do primeiro.' })
    return { day, at, employeeId, firstDay, lastDay }
  })
  return [...new Map(all.map(session => [JSON.stringify(session), session])).values()]
}

/**
 * Adds a service, or changes the one with this id; what is not named keeps what it was. Undefined where it is not
 * there.
 */
export async function saveService(
  trx: Trx,
  companyId: string,
  id: string | null,
  change: ServiceChange,
  newId?: string
): Promise<BookableService | undefined> {
  checkTexts(change)
  if (!change.name.trim()) throw invalid({ name: 'Dê um nome ao serviço.' })
  if (change.stepMinutes && change.stepMinutes % 5 !== 0)
    throw invalid({ stepMinutes: 'Use um intervalo que seja múltiplo de 5 minutos.' })
  const before = id === null ? undefined : (await listServices(trx)).find(each => each.id === id)
  if (id !== null && !before) return undefined
  if (id === null) await needRoom(trx, 'appointment_services', maxRows.services)
  const it = {
    description: null,
    priceCents: null,
    employeeIds: [],
    choosesPerson: true,
    policy: null,
    questions: [] as QuestionChange[],
    sessions: [] as ClassSession[],
    ...serviceDefaults,
    ...before,
    ...change
  }
  const values = {
    name: it.name.trim(),
    description: it.description,
    minutes: it.minutes,
    step_minutes: it.stepMinutes,
    price_cents: it.priceCents,
    buffer_before: it.bufferBefore,
    buffer_after: it.bufferAfter,
    capacity: it.capacity,
    notice_minutes: it.noticeMinutes,
    window_days: it.windowDays,
    daily_cap: it.dailyCap,
    channel: it.channel,
    location: it.location,
    chooses_person: it.choosesPerson,
    cancel_notice_minutes: it.cancelNoticeMinutes,
    move_notice_minutes: it.moveNoticeMinutes,
    policy: it.policy?.trim() || null,
    questions: JSON.stringify(questionsOf(before, it.questions)),
    sessions: JSON.stringify(sessionsOf(it.sessions))
  }
  const saved =
    id ??
    (
      await trx
        .insertInto('appointment_services')
        .values({ company_id: companyId, ...values, ...(newId && { id: newId }) })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  if (id !== null) {
    await trx.updateTable('appointment_services').set(values).where('id', '=', id).execute()
    if (it.capacity > 1) await openSessions(trx, companyId, id)
  }
  for (const employeeId of it.employeeIds) await needPerson(trx, employeeId)
  for (const { employeeId } of it.sessions) if (employeeId) await needPerson(trx, employeeId)
  await trx.deleteFrom('service_people').where('service_id', '=', saved).execute()
  if (it.employeeIds.length > 0)
    await trx
      .insertInto('service_people')
      .values(
        [...new Set(it.employeeIds)].map(employee_id => ({ company_id: companyId, service_id: saved, employee_id }))
      )
      .execute()
  await announceCalendar(trx, companyId)
  const row = await services(trx).where('s.id', '=', saved).executeTakeFirstOrThrow()
  return toService(row)
}

/** People who were booked alone share the time with newcomers, by the sessions of book.sql. */
const openSessions = (trx: Trx, companyId: string, serviceId: string) =>
  sql`
    update appointments set session = service_id || ' ' || extract(epoch from starts_at)
    where company_id = ${companyId} and service_id = ${serviceId} and session = id
      and status in ('requested', 'confirmed')`.execute(trx)

/** Takes a service from the lists; its appointments keep it. False where it is not there. */
export async function removeService(trx: Trx, companyId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('appointment_services')
    .set({ active: false })
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await announceCalendar(trx, companyId)
  return numUpdatedRows > 0n
}
