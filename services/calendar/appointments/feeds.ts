import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ownersOf } from '../../account/notifications/mails.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { published } from './calendarText.ts'
import type { FeedDetail, FeedState } from './schema.ts'
import type {} from './tables.ts'

/** The range of a feed, in days before and after now, and its most appointments. */
const shown = { before: 30, after: 366, limit: 2000 } as const

const hash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Whether a person has an address for their calendar program, and when it was read last. */
export async function readFeedState(trx: Trx, employeeId: string): Promise<FeedState> {
  const row = await trx
    .selectFrom('calendar_feeds')
    .select(['created_at', 'read_at', 'detail'])
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  return { createdAt: row?.created_at ?? null, readAt: row?.read_at ?? null, detail: row?.detail ?? 'full' }
}

/** Makes the address of a person's feed, which ends the one before. It is shown only now: just its hash is kept. */
export async function makeFeed(
  trx: Trx,
  config: Config,
  companyId: string,
  employeeId: string,
  detail: FeedDetail = 'full'
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const values = { token_hash: hash(token), detail, created_at: sql<string>`now()`, read_at: null }
  await trx
    .insertInto('calendar_feeds')
    .values({ company_id: companyId, employee_id: employeeId, ...values })
    .onConflict(conflict => conflict.columns(['company_id', 'employee_id']).doUpdateSet(values))
    .execute()
  return `${config.publicUrl}/calendar/feed/${token}.ics`
}

export const endFeed = (trx: Trx, employeeId: string) =>
  trx.deleteFrom('calendar_feeds').where('employee_id', '=', employeeId).execute()

type Titled = { title: string; guest_name: string | null; lead_id: string | null; lead_name: string | null }

/** The title with who comes: the guest of the booking, else the lead. */
export function titleWith({ title, guest_name, lead_id, lead_name }: Titled): string {
  const guest = lead_id === null || lead_name !== null ? (guest_name ?? lead_name) : null
  return guest ? `${title}: ${guest}` : title
}

/** The feed of an address; undefined where it was revoked, or its person or company is not active any more. */
export async function readFeed(
  db: Db,
  config: Config,
  token: string
): Promise<{ text: string; etag: string } | undefined> {
  const found = await db.everyCompany(async trx => {
    const { rows } = await sql<{
      company_id: string
      id: string
      name: string
      detail: FeedDetail | null
      owners: string[] | null
    }>`
      select e.company_id, e.id, c.name, f.detail, ${ownersOf} as owners
      from calendar_feeds f
      join employees e on e.company_id = f.company_id and e.id = f.employee_id and e.active
      join companies c on c.id = f.company_id and c.active
      join users u on u.id = e.user_id and u.active
      where f.token_hash = ${hash(token)}`.execute(trx)
    const [row] = rows
    // Noted at most once an hour: programs ask all day.
    if (row)
      await sql`update calendar_feeds set read_at = now() where company_id = ${row.company_id}
        and employee_id = ${row.id} and (read_at is null or read_at < now() - interval '1 hour')`.execute(trx)
    return row
  })
  if (!found) return undefined
  // As the person sees them in the application: those of leads that they may not see are left out.
  const rows = await db.company({ id: found.company_id, owners: found.owners }, trx =>
    trx
      .selectFrom('appointments as a')
      .leftJoin('leads as l', join => join.onRef('l.company_id', '=', 'a.company_id').onRef('l.id', '=', 'a.lead_id'))
      .selectAll('a')
      .select('l.name as lead_name')
      .where('a.employee_id', '=', found.id)
      .where('a.status', 'in', ['requested', 'confirmed', 'done', 'no_show'])
      .where('a.starts_at', '>', sql<string>`now() - ${shown.before} * interval '1 day'`)
      .where('a.starts_at', '<', sql<string>`now() + ${shown.after} * interval '1 day'`)
      .orderBy('a.starts_at')
      .orderBy('a.id')
      .limit(shown.limit)
      .execute()
  )
  const text = published(
    `Agenda: ${found.name}`,
    rows.map(row => ({
      id: row.id,
      sequence: row.sequence,
      changedAt: row.updated_at,
      start: row.starts_at,
      end: row.ends_at,
      details: null,
      ...(found.detail === 'busy'
        ? { title: 'Ocupado', location: null, link: null }
        : {
            title: titleWith(row),
            location: row.location,
            link: row.lead_id === null ? `${config.publicUrl}/calendar` : `${config.publicUrl}/leads/${row.lead_id}`
          }),
      tentative: row.status === 'requested'
    }))
  )
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}
