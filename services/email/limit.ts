import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import { planKeys } from '../plans/rules.ts'
import { mailsPerDay, mailTexts } from './rules.ts'

/** The mails of a day of the company `c` of a statement. */
export const mailLimit: RawBuilder<number> = sql`case
  when not company_confirmed(c.id) then ${sql.lit(mailsPerDay.unconfirmed)}
  when c.trial_ends_at > now() then ${sql.lit(mailsPerDay.trial)}
  else case c.plan ${sql.join(
    planKeys.map(key => sql`when ${sql.lit(key)} then ${sql.lit(mailsPerDay[key])}`),
    sql` `
  )} end end`

/** Whether a mail of a company may be written: it is not there yet, and its day has room, of which it takes its part. */
export const mayWriteMail = (company: RawBuilder<unknown>, job: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql<boolean>`case
    when exists (select from mails m where m.company_id = ${company} and m.job_id = ${job} and m.to_address = ${to})
    then false else take_mail(${company}, (select ${mailLimit} from companies c where c.id = ${company})) end`

/**
 * Takes room for one mail to somebody who has no account from the company's day; false where it has none left, or where
 * the company's own account is not confirmed. A day that is full of notices is not to silence what people ask about their
 * own data: `times` the limit is theirs.
 */
export async function takeOutsideMail(trx: Trx, companyId: string, times = 1): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select case when company_confirmed(c.id) then take_mail(c.id, ${times}::integer * ${mailLimit}) else false end as taken
    from companies c where c.id = ${companyId}`.execute(trx)
  return rows[0]?.taken ?? false
}

/** Throws where a company may not write to somebody outside yet, or has no mail left today. */
export async function needOutsideMail(trx: Trx, companyId: string): Promise<void> {
  await needConfirmed(trx, companyId)
  if (!(await takeOutsideMail(trx, companyId))) throw new AppError('tooMany', mailTexts.limit, { code: 'MAIL_LIMIT' })
}

/** Throws 403 where the account that a company was signed up with is not confirmed. */
export async function needConfirmed(trx: Trx, companyId: string): Promise<void> {
  const { rows } = await sql<{ confirmed: boolean }>`select company_confirmed(${companyId}) as confirmed`.execute(trx)
  if (!rows[0]?.confirmed) throw new AppError('forbidden', mailTexts.unconfirmed, { code: 'EMAIL_UNCONFIRMED' })
}

/** How many mails the company has sent today, and how many it may. */
export async function findMailUsage(trx: Trx, companyId: string): Promise<{ used: number; limit: number }> {
  const { rows } = await sql<{ used: number; limit: number }>`
    select ${mailLimit} as limit, coalesce((
      select d.sent from mail_days d where d.company_id = c.id and d.day = (now() at time zone c.time_zone)::date), 0) as used
    from companies c where c.id = ${companyId}`.execute(trx)
  return rows[0] ?? { used: 0, limit: 0 }
}
