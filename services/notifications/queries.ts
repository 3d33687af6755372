import { type Selectable, sql } from 'kysely'
import { sqlBuilder, type Trx } from '../core/db.ts'
import { invalid } from '../core/errors.ts'
import { announce } from '../core/events.ts'
import { prepare } from '../core/prepare.ts'
import type { Tables } from '../core/tables.ts'
import { type NotificationKind, notificationKinds, usualMedia, type Wanted } from './rules.ts'
import type { Notification, NotificationSettings, Notifications } from './schema.ts'
import type {} from './tables.ts'

export type News = {
  companyId: string
  kind: NotificationKind
  leadId: string | null
  title: string
  body?: string
  /** A path of the application. */
  link: string
}

/**
 * Tells employees of something, each by the means that they want for its kind, in the caller's transaction. Nobody is
 * told of a thing that they did themselves (`except`), and nobody who has left.
 */
export async function notify(
  trx: Trx,
  { companyId, kind, leadId, title, body = '', link }: News,
  to: { employees: readonly string[]; except?: string | null }
): Promise<void> {
  const people = to.employees.filter(id => id !== to.except)
  if (people.length === 0) return
  const usual = usualMedia[kind]
  const { rows } = await sql<{ employee_id: string }>`
    insert into notifications (company_id, employee_id, kind, lead_id, title, body, link, shown, mail)
    select ${companyId}, e.id, ${kind}, ${leadId}, ${title}, ${body}, ${link},
      coalesce((s.media -> ${kind} ->> 'app')::boolean, ${usual.app}),
      ${kind !== 'lead_new'}::boolean and coalesce((s.media -> ${kind} ->> 'mail')::boolean, ${usual.mail})
    from employees e
    left join notification_settings s on s.company_id = e.company_id and s.employee_id = e.id
    where e.company_id = ${companyId} and e.id = any (${people}::text[]) and e.active
    returning employee_id`.execute(trx)
  for (const { employee_id } of rows)
    await announce(trx, { companyId, kind: 'notification', data: { employeeId: employee_id } })
}

type LeadNews = {
  companyId: string
  leadId: string
  kind: NotificationKind
  title: string
  app: boolean
  mail: boolean
  cause: string
  given: boolean
}

const tellOfLead = prepare<LeadNews>('tell of lead', hole =>
  sqlBuilder
    .with('told', db =>
      db
        .insertInto('notifications')
        .columns(['company_id', 'employee_id', 'kind', 'lead_id', 'title', 'body', 'link', 'shown', 'mail', 'cause'])
        .expression(
          sql`select l.company_id, e.id, ${hole('kind', 'text')}, l.id, ${hole('title', 'text')}, l.name, '/leads/' || l.id,
            coalesce((s.media -> ${hole('kind', 'text')} ->> 'app')::boolean, ${hole('app', 'boolean')}),
            ${hole('kind', 'text')} <> 'lead_new'
              and coalesce((s.media -> ${hole('kind', 'text')} ->> 'mail')::boolean, ${hole('mail', 'boolean')}),
            ${hole('cause', 'text')}
            from leads l join employees e on e.company_id = l.company_id and e.active
              and case when l.owner_id is null then e.lead_access = 'all' else e.id = l.owner_id end
            left join notification_settings s on s.company_id = e.company_id and s.employee_id = e.id
            where l.company_id = ${hole('companyId', 'text')} and l.id = ${hole('leadId', 'text')}
              -- Whose turn it was has just been told so.
              and not (${hole('given', 'boolean')} and e.id = l.owner_id
                and coalesce((s.media -> 'lead_assigned' ->> 'app')::boolean, ${sql.lit(usualMedia.lead_assigned.app)}))`
        )
        .onConflict(conflict => conflict.columns(['company_id', 'employee_id', 'cause']).doNothing())
        .returning(['company_id', 'employee_id'])
    )
    .insertInto('events')
    .columns(['company_id', 'kind', 'data'])
    .expression(sql`select company_id, 'notification', jsonb_build_object('employeeId', employee_id) from told`)
)

/**
 * Tells of a lead that came, in one statement: its owner, or where it has none all who see every lead. The same cause
 * tells once.
 *
 * @param given the distribution has just given the lead to its owner, who was told of that
 */
export const newsOfLead = (
  companyId: string,
  leadId: string,
  kind: 'lead_new' | 'lead_returned',
  cause: string,
  given: boolean
) =>
  tellOfLead({
    companyId,
    leadId,
    kind,
    title: kind === 'lead_new' ? 'Novo lead' : 'Novo envio do formulário',
    app: usualMedia[kind].app,
    mail: usualMedia[kind].mail,
    cause,
    given
  })

const toNotification = (row: Selectable<Tables['notifications']>): Notification => ({
  id: row.id,
  kind: row.kind,
  leadId: row.lead_id,
  title: row.title,
  body: row.body,
  link: row.link,
  createdAt: row.created_at,
  readAt: row.read_at
})

const shownTo = (trx: Trx, me: string) =>
  trx.selectFrom('notifications').where('employee_id', '=', me).where('shown', '=', true)

/** What the person was told of, the newest first, and how much of it is unread. */
export async function listNotifications(trx: Trx, me: string, limit: number): Promise<Notifications> {
  const rows = await shownTo(trx, me)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const { unread } = await trx
    .selectFrom(shownTo(trx, me).select('id').where('read_at', 'is', null).limit(100).as('some'))
    .select(row => row.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(toNotification), unread: Number(unread) }
}

/** Marks some as read, or all of the person's without ids. */
export async function markRead(trx: Trx, companyId: string, me: string, ids?: readonly string[]): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ read_at: sql`now()` })
    .where('employee_id', '=', me)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, query => query.where('id', '=', sql<string>`any (${ids ?? []}::text[])`))
    .executeTakeFirst()
  // The person's other windows show the same number.
  if (numUpdatedRows > 0n) await announce(trx, { companyId, kind: 'notification', data: { employeeId: me } })
}

export async function readNotificationSettings(trx: Trx, me: string): Promise<NotificationSettings> {
  const row = await trx.selectFrom('notification_settings').selectAll().where('employee_id', '=', me).executeTakeFirst()
  const media = notificationKinds.map(kind => {
    const { app, mail, digest } = { ...usualMedia[kind], ...row?.media[kind] }
    return [kind, { app, mail, digest }] as const
  })
  return {
    media: Object.fromEntries(media) as Record<NotificationKind, Wanted>,
    quietFrom: row?.quiet_from ?? null,
    quietTo: row?.quiet_to ?? null,
    digestHour: row?.digest_hour ?? null,
    weekDay: row?.week_day ?? null
  }
}

export async function changeNotificationSettings(
  trx: Trx,
  companyId: string,
  me: string,
  { media, quietFrom, quietTo, digestHour, weekDay }: NotificationSettings
): Promise<NotificationSettings> {
  if ((quietFrom === null) !== (quietTo === null))
    throw invalid({ quietTo: 'Informe o começo e o fim do horário de silêncio.' })
  const kept = Object.fromEntries(
    notificationKinds.map(kind => [kind, { ...media[kind], ...(!media[kind].mail && { no_mail: true }) }])
  )
  const values = {
    media: JSON.stringify(kept),
    quiet_from: quietFrom,
    quiet_to: quietTo,
    digest_hour: digestHour,
    week_day: weekDay
  }
  await trx
    .insertInto('notification_settings')
    .values({ company_id: companyId, employee_id: me, ...values })
    .onConflict(conflict => conflict.columns(['company_id', 'employee_id']).doUpdateSet(values))
    .execute()
  return readNotificationSettings(trx, me)
}
