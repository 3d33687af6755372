import { type Selectable, sql } from 'kysely'
import { signalAfterCommit, type Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { Tables } from '../../core/tables.ts'
import { type MediaChoice, type NotificationKind, notificationKinds, usualMedia } from './rules.ts'
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
 * Notifies employees in the caller's transaction, each by the media they chose for the kind. Nobody is notified of
 * their own action (`except`), nor anybody who has left.
 */
export const notify = (
  trx: Trx,
  news: News,
  to: { employees: readonly string[]; except?: string | null }
): Promise<void> =>
  notifyOfEach(
    trx,
    news.companyId,
    news.kind,
    to.employees.filter(id => id !== to.except).map(employeeId => ({ ...news, employeeId }))
  )

/** The same for several items of one kind, each with its recipients. */
export async function notifyOfEach(
  trx: Trx,
  companyId: string,
  kind: NotificationKind,
  news: readonly (Omit<News, 'companyId' | 'kind'> & { employeeId: string })[]
): Promise<void> {
  if (news.length === 0) return
  const usual = usualMedia[kind]
  await sql`
    with notified as (
      insert into notifications (company_id, employee_id, kind, lead_id, title, body, link, shown, mail)
      select ${companyId}, e.id, ${kind}, n.lead_id, n.title, n.body, n.link,
        coalesce((s.media -> ${kind} ->> 'app')::boolean, ${usual.app}),
        ${kind !== 'lead_new'}::boolean and coalesce((s.media -> ${kind} ->> 'mail')::boolean, ${usual.mail})
      from unnest(${news.map(({ employeeId }) => employeeId)}::text[], ${news.map(({ leadId }) => leadId)}::text[],
        ${news.map(({ title }) => title)}::text[], ${news.map(({ body = '' }) => body)}::text[],
        ${news.map(({ link }) => link)}::text[]) as n (employee_id, lead_id, title, body, link)
      join employees e on e.company_id = ${companyId} and e.id = n.employee_id and e.active
      left join notification_settings s on s.company_id = e.company_id and s.employee_id = e.id
      returning employee_id
    )
    ${announceTo(companyId)}`.execute(trx)
  signalAfterCommit(trx, 'events')
}

/** One event for each person in `notified`, however many notifications they got. */
const announceTo = (companyId: string) => sql`
  insert into events (company_id, kind, data)
  select ${companyId}, 'notification', jsonb_build_object('employeeId', employee_id) from notified group by employee_id`

/**
 * A new lead, and the cause that deduplicates its notification. `ownerNotified`: its owner was already notified by the
 * distribution.
 */
type LeadNews = { leadId: string; cause: string; ownerNotified: boolean }

const leadTitles = { lead_new: 'Novo lead', lead_returned: 'Novo envio do formulário' }

/** Notifies of new leads: the owner of each, or without one everyone who sees all leads. */
export async function notifyOfLeads(
  trx: Trx,
  companyId: string,
  kind: 'lead_new' | 'lead_returned',
  news: readonly LeadNews[]
): Promise<void> {
  const usual = usualMedia[kind]
  const ids = news.map(({ leadId }) => leadId)
  await sql`
    with notified as (
      insert into notifications (company_id, employee_id, kind, lead_id, title, body, link, shown, mail, cause)
      select ${companyId}, e.id, ${kind}, l.id, ${leadTitles[kind]}, l.name, '/leads/' || l.id,
        coalesce((s.media -> ${kind} ->> 'app')::boolean, ${usual.app}),
        ${kind !== 'lead_new'}::boolean and coalesce((s.media -> ${kind} ->> 'mail')::boolean, ${usual.mail}),
        n.cause
      from unnest(${ids}::text[], ${news.map(({ cause }) => cause)}::text[],
        ${news.map(({ ownerNotified }) => ownerNotified)}::boolean[]) as n (lead_id, cause, owner_notified)
      -- Listed twice: without statistics the planner would read all leads for the join.
      join leads l on l.company_id = ${companyId} and l.id = any (${ids}::text[]) and l.id = n.lead_id
      join employees e on e.company_id = ${companyId} and e.active
        and case when l.owner_id is null then e.lead_access = 'all' else e.id = l.owner_id end
      left join notification_settings s on s.company_id = e.company_id and s.employee_id = e.id
      -- The distribution has already notified the owner.
      where not (n.owner_notified and e.id = l.owner_id
        and coalesce((s.media -> 'lead_assigned' ->> 'app')::boolean, ${usualMedia.lead_assigned.app}))
      on conflict (company_id, employee_id, cause) do nothing
      returning employee_id
    )
    ${announceTo(companyId)}`.execute(trx)
  signalAfterCommit(trx, 'events')
}

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

/** A person's notifications, newest first, and how many are unread. */
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

/** Marks the given ones as read, or all of the person's without ids. */
export async function markRead(trx: Trx, companyId: string, me: string, ids?: readonly string[]): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ read_at: sql`now()` })
    .where('employee_id', '=', me)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, query => query.where('id', '=', sql<string>`any (${ids ?? []}::text[])`))
    .executeTakeFirst()
  // Updates the number in the person's other windows.
  if (numUpdatedRows > 0n) await announce(trx, { companyId, kind: 'notification', data: { employeeId: me } })
}

export async function readNotificationSettings(trx: Trx, me: string): Promise<NotificationSettings> {
  const row = await trx.selectFrom('notification_settings').selectAll().where('employee_id', '=', me).executeTakeFirst()
  const media = notificationKinds.map(kind => {
    const { app, mail, digest } = { ...usualMedia[kind], ...row?.media[kind] }
    return [kind, { app, mail, digest }] as const
  })
  return {
    media: Object.fromEntries(media) as Record<NotificationKind, MediaChoice>,
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
