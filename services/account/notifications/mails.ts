import { type RawBuilder, sql } from 'kysely'
import { forEachCompany } from '../../core/alone.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { publish } from '../../core/jobs.ts'
import { cut } from '../../core/rules.ts'
import { mailQueued } from '../../platform/email/jobs.ts'
import { mayWriteMail } from '../../platform/email/limit.ts'
import { settingsPath } from './rules.ts'

/** Rows of one round. */
export const portion = 500

/** Owners whose leads an employee sees; null for all. */
export const ownersOf = sql`case when e.role = 'admin' or e.lead_access = 'all' then null else array(
  select m.id from employees m where m.company_id = e.company_id
    and (m.id = e.id or e.lead_access = 'team' and m.team = e.team)) end`

export type Item = { title: string; body: string; link: string }

/** Items listed in a mail. */
export const maxItems = 20

export const itemText = ({ title, body, link }: Item, config: Config) =>
  `${[title, body].filter(Boolean).join(': ')}\n${config.publicUrl}${link}`

/** The company's local hour. Quiet hours may span midnight. */
export const hour = sql`extract(hour from now() at time zone c.time_zone)`

export const settingsNote = (config: Config) => `Escolha o que receber: ${config.publicUrl}${settingsPath}\n`

export const greeting = (hour: number) => (hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite')

/** Writes the mails of each company that the query names, one by one; returns the sum of the results of `write`. */
export async function sumOfCompanies(
  db: Db,
  companies: RawBuilder<unknown>,
  write: (companyId: string) => Promise<number>
): Promise<number> {
  const { rows } = await db.everyCompany(trx => sql<{ id: string }>`${companies}`.execute(trx))
  let written = 0
  await forEachCompany(
    rows.map(({ id }) => id),
    async id => {
      written += await write(id)
    }
  )
  return written
}

type Mail = { company_id: string; email: string; jobId: string; subject: string; text: string }

export async function writeMail(
  trx: Trx,
  config: Config,
  { company_id, email, jobId, subject, text }: Mail
): Promise<void> {
  const status = config.smtpUrl ? 'queued' : 'kept'
  const line = cut(subject.replace(/\s+/g, ' '), 200)
  const row = await trx
    .insertInto('mails')
    .columns(['company_id', 'job_id', 'to_address', 'subject', 'text', 'status'])
    .expression(
      sql`select ${company_id}, ${jobId}, ${email}, ${line}, ${text}, ${status}
        where ${mayWriteMail(sql`${company_id}::text`, sql`${jobId}::text`, sql`${email}::text`)}`
    )
    .onConflict(conflict => conflict.columns(['company_id', 'job_id', 'to_address']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row && config.smtpUrl) await publish(trx, mailQueued, { companyId: company_id, mailId: row.id })
}
