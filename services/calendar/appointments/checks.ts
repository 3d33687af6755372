import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { findUnstorable } from '../../core/text.ts'
import { appointmentTexts } from './rules.ts'
import type {} from './tables.ts'

/** The limit of each kind, so that no list grows without end. */
export const maxRows = { services: 100, specialDays: 500, blockedTimes: 2000 } as const

const tooMany = () => new AppError('conflict', 'Não cabe mais nenhum. Exclua um que não é mais usado.')

/** Throws 409 where the table holds as many of the company as it may. */
export async function needRoom(
  trx: Trx,
  table: 'special_days' | 'blocked_times' | 'appointment_services',
  limit: number
) {
  const some = trx.selectFrom(table).select('id').limit(limit)
  const { n } = await trx
    .selectFrom(some.as('some'))
    .select(row => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= limit) throw tooMany()
}

export const announceCalendar = (trx: Trx, companyId: string): Promise<void> =>
  announce(trx, { companyId, kind: 'calendar-changed', data: {} })

/** Throws 400 for characters that cannot be stored. */
export function checkTexts(texts: object): void {
  const field = findUnstorable(texts)
  if (field !== null) throw invalid({ [field]: 'O texto contém caracteres inválidos.' })
}

type Span = { day?: number; from: string; to: string }

/** Throws 400 for an opening that ends before it begins, or two of a day that overlap. */
export function checkHours(hours: readonly Span[]): void {
  const inOrder = hours.toSorted((a, b) => (a.day ?? 0) - (b.day ?? 0) || (a.from < b.from ? -1 : 1))
  for (const [n, each] of inOrder.entries()) {
    if (each.from >= each.to)
      throw invalid({ hours: `O horário das ${each.from} às ${each.to} termina antes de começar.` })
    const before = inOrder[n - 1]
    if (before && before.day === each.day && before.to > each.from)
      throw invalid({ hours: `Os horários das ${before.from} e das ${each.from} se sobrepõem.` })
  }
}

export const isOfTeam = async (trx: Trx, id: string): Promise<boolean> =>
  (await trx
    .selectFrom('employees')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()) !== undefined

/** Throws 400 for a person who is not in the team, or no longer. */
export async function needPerson(trx: Trx, id: string): Promise<void> {
  if (!(await isOfTeam(trx, id))) throw invalid({ employeeId: appointmentTexts.notActive })
}
