import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { planKeys } from '../../core/planKeys/rules.ts'
import { mailsPerDay, mailTexts } from './rules.ts'

/** The daily limit of the company `c` of the query. */
export const mailLimit: RawBuilder<number> = sql`case
  when not company_confirmed(c.id) then ${sql.lit(mailsPerDay.unconfirmed)}
  when c.trial_ends_at > now() then ${sql.lit(mailsPerDay.trial)}
  else case c.plan ${sql.join(
    planKeys.map(key => sql`when ${sql.lit(key)} then ${sql.lit(mailsPerDay[key])}`),
    sql` `
  )} end end`

/**
 * True where a company's mail may be written: it does not exist yet, and the daily limit has room, which this takes.
 */
export const mayWriteMail = (company: RawBuilder<unknown>, job: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql<boolean>`case
    when exists (select from mails m where m.company_id = ${company} and m.job_id = ${job} and m.to_address = ${to})
    then false else take_mail(${company}, (select ${mailLimit} from companies c where c.id = ${company})) end`

/**
 * Takes one mail to somebody without an account from the daily limit; false where it is used up, or the company's
 * account is not confirmed. Mails to people about their own data may use `times` the limit, so that notices cannot
 * suppress them.
 */
export async function takeOutsideMail(trx: Trx, companyId: string, times = 1): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select case when company_confirmed(c.id) then take_mail(c.id, ${times}::integer * ${mailLimit}) else false end as taken
    from companies c where c.id = ${companyId}`.execute(trx)
  return rows[0]?.taken ?? false
}

/** Throws where a company may not write to outsiders yet, or no more today. */
export async function needOutsideMail(trx: Trx, companyId: string): Promise<void> {
  await needConfirmed(trx, companyId)
  if (!(await takeOutsideMail(trx, companyId))) throw new AppError('tooMany', mailTexts.limit, { code: 'MAIL_LIMIT' })
}

/** Whether the account that signed the company up is confirmed. */
export async function isConfirmed(trx: Trx, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ confirmed: boolean }>`select company_confirmed(${companyId}) as confirmed`.execute(trx)
  return rows[0]?.confirmed === true
}

/** Throws 403 where it is not. */
export async function needConfirmed(trx: Trx, companyId: string): Promise<void> {
  if (!(await isConfirmed(trx, companyId)))
    throw new AppError('forbidden', mailTexts.unconfirmed, { code: 'EMAIL_UNCONFIRMED' })
}

/** Mails that the company has sent today, and its limit. */
export async function findMailUsage(trx: Trx, companyId: string): Promise<{ used: number; limit: number }> {
  const { rows } = await sql<{ used: number; limit: number }>`
    select ${mailLimit} as limit, coalesce((
      select d.sent from mail_days d where d.company_id = c.id and d.day = (now() at time zone c.time_zone)::date), 0) as used
    from companies c where c.id = ${companyId}`.execute(trx)
  return rows[0] ?? { used: 0, limit: 0 }
}

/** True where a company may write to somebody without an account now, without taking anything from its limit. */
export async function hasRoomForMail(trx: Trx, companyId: string): Promise<boolean> {
  const { used, limit } = await findMailUsage(trx, companyId)
  return used < limit && (await isConfirmed(trx, companyId))
}
