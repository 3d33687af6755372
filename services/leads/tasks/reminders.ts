import { sql } from 'kysely'
import { notify } from '../../account/notifications/queries.ts'
import { forEachCompany } from '../../core/alone.ts'
import type { Db } from '../../core/db.ts'

/** Rows of one round. */
const portion = 500

const isDue = sql<boolean>`t.remind_at <= now() and t.done_at is null and t.reminded_at is null and t.deleted_at is null`

/** Reminds owners of due tasks, once each. Returns how many. */
export async function remindTasks(db: Db): Promise<number> {
  const { rows: companies } = await db.everyCompany(trx =>
    sql<{ id: string }>`select distinct t.company_id as id from tasks t where ${isDue}`.execute(trx)
  )
  let reminded = 0
  await forEachCompany(
    companies.map(({ id }) => id),
    async id => {
      reminded += await remindCompany(db, id)
    }
  )
  return reminded
}

const remindCompany = (db: Db, companyId: string): Promise<number> =>
  db.everyCompany(async trx => {
    const { rows } = await sql<{
      company_id: string
      lead_id: string
      owner_id: string | null
      title: string
      name: string
    }>`
      with due as (
        select t.company_id, t.id from tasks t
        join leads l on l.company_id = t.company_id and l.id = t.lead_id and l.deleted_at is null
        where t.company_id = ${companyId} and ${isDue}
        order by t.remind_at limit ${portion} for update of t skip locked
      )
      update tasks t set reminded_at = now() from due, leads l
      where t.company_id = due.company_id and t.id = due.id and l.company_id = t.company_id and l.id = t.lead_id
      returning t.company_id, t.lead_id, t.owner_id, t.title, l.name`.execute(trx)
    for (const { company_id, lead_id, owner_id, title, name } of rows)
      if (owner_id)
        await notify(
          trx,
          { companyId: company_id, kind: 'task_due', leadId: lead_id, title, body: name, link: `/leads/${lead_id}` },
          { employees: [owner_id] }
        )
    return rows.length
  })
