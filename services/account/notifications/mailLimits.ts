import { sql } from 'kysely'
import { forEachCompany } from '../../core/alone.ts'
import type { Db } from '../../core/db.ts'
import { mailLimit } from '../../platform/email/limit.ts'
import { nearLimit } from '../../platform/email/rules.ts'
import { notify } from './queries.ts'

/**
 * Notifies a company's admins, once a day each, when the daily mail limit is near and when it is reached. Returns how
 * many companies.
 */
export async function notifyOfMailLimits(db: Db): Promise<number> {
  const { rows: companies } = await db.everyCompany(trx =>
    sql<{ id: string }>`
      select distinct d.company_id as id from mail_days d join (${today}) as t using (company_id, day)
      where t.level > d.told`.execute(trx)
  )
  let notified = 0
  await forEachCompany(
    companies.map(({ id }) => id),
    async id => {
      notified += await notifyCompany(db, id)
    }
  )
  return notified
}

/** How far each company is with its mails of a day. */
const today = sql`
  select d.company_id, d.day, l.daily,
    (case when d.sent >= l.daily then 2 when d.sent >= l.daily * ${nearLimit}::float then 1 else 0 end)::smallint as level
  from mail_days d join companies c on c.id = d.company_id, lateral (select ${mailLimit} as daily) as l
  where d.day >= current_date - 1`

const notifyCompany = (db: Db, companyId: string): Promise<number> =>
  db.everyCompany(async trx => {
    const { rows } = await sql<{ company_id: string; level: number; daily: number; admins: string[] }>`
      with today as (${today} and d.company_id = ${companyId})
      update mail_days d set told = t.level from today t
      where d.company_id = t.company_id and d.day = t.day and t.level > d.told
      returning d.company_id, d.told as level, t.daily, array(
        select e.id from employees e where e.company_id = d.company_id and e.active and e.role = 'admin') as admins`.execute(
      trx
    )
    for (const { company_id, level, daily, admins } of rows) {
      const [title, body] =
        level === 2
          ? [
              'Limite de e-mails de hoje atingido',
              `Já saíram ${daily}. Os avisos por e-mail voltam amanhã; no sino, continuam.`
            ]
          : ['Limite de e-mails de hoje quase atingido', `Podem sair até ${daily} por dia.`]
      await notify(
        trx,
        { companyId: company_id, kind: 'mail_limit', leadId: null, title, body, link: '/company' },
        { employees: admins }
      )
    }
    return rows.length
  })
