import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { productName } from '../../core/rules.ts'
import { hour, type Item, itemText, maxItems, portion, settingsNote, sumOfCompanies, writeMail } from './mails.ts'
import type {} from './tables.ts'

type Waiting = {
  company_id: string
  employee_id: string
  email: string
  company: string
  items: (Item & { id: string })[]
}

/**
 * Mails notifications: one mail for all that a person has accumulated, one minute after the last or five after the
 * first, outside their quiet hours, and only about leads that they see. Returns how many mails it wrote.
 */
export const mailNotifications = (db: Db, config: Config): Promise<number> =>
  sumOfCompanies(db, sql`select distinct n.company_id as id from notifications n where ${isWaiting}`, id =>
    mailCompany(db, config, id)
  )

const isWaiting = sql<boolean>`n.mail and n.mailed_at is null and n.created_at > now() - interval '2 days'`

/** Writes none while another worker is at this company, so that nothing is mailed twice. */
const mailCompany = (db: Db, config: Config, companyId: string): Promise<number> =>
  db.everyCompany(async trx => {
    const { rows: turns } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(lock_key('notifications', ${companyId})) as mine`.execute(trx)
    if (!turns[0]?.mine) return 0
    const { rows } = await sql<Waiting>`
      select n.company_id, n.employee_id, e.email, c.name as company,
        json_agg(json_build_object('id', n.id, 'title', n.title, 'body', n.body, 'link', n.link) order by n.created_at) as items
      from notifications n
      join employees e on e.company_id = n.company_id and e.id = n.employee_id and e.active
      join companies c on c.id = n.company_id and c.active
      left join notification_settings s on s.company_id = n.company_id and s.employee_id = n.employee_id
      where n.company_id = ${companyId} and ${isWaiting} and may_be_mailed(e)
        and (n.lead_id is null or exists (
          select from leads l left join employees o on o.company_id = l.company_id and o.id = l.owner_id
          where l.company_id = n.company_id and l.id = n.lead_id and l.deleted_at is null and l.held_at is null
            and (e.role = 'admin' or e.lead_access = 'all' or l.owner_id = e.id
              or e.lead_access = 'team' and o.team = e.team)))
        and not coalesce(case
          when s.quiet_from < s.quiet_to then ${hour} >= s.quiet_from and ${hour} < s.quiet_to
          when s.quiet_from > s.quiet_to then ${hour} >= s.quiet_from or ${hour} < s.quiet_to end, false)
      group by n.company_id, n.employee_id, e.email, c.name
      having max(n.created_at) < now() - interval '1 minute' or min(n.created_at) < now() - interval '5 minutes'
      limit ${portion}`.execute(trx)
    let written = 0
    for (const { items, ...person } of rows) {
      const [first] = items
      if (!first) continue
      const subject =
        items.length === 1 ? `${first.title}${first.body ? `: ${first.body}` : ''}` : `${items.length} novidades`
      const more = items.length > maxItems ? [`E mais ${items.length - maxItems} no ${productName}.`] : []
      const lines = items.slice(0, maxItems).map(item => itemText(item, config))
      const text = [person.company, ...lines, ...more, settingsNote(config)].join('\n\n')
      await writeMail(trx, config, { ...person, jobId: `notification ${first.id}`, subject, text })
      await sql`
        update notifications set mailed_at = now()
        where company_id = ${person.company_id} and id = any (${items.map(({ id }) => id)}::text[])`.execute(trx)
      written++
    }
    return written
  })
