import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { productName } from '../../core/rules.ts'
import {
  greeting,
  hour,
  type Item,
  itemText,
  maxItems,
  ownersOf,
  portion,
  settingsNote,
  sumOfCompanies,
  writeMail
} from './mails.ts'
import { type NotificationKind, notificationKinds, usualMedia } from './rules.ts'
import type {} from './tables.ts'

type Digest = {
  company_id: string
  employee_id: string
  email: string
  name: string
  company: string
  today: string
  hour: number
  received: number
  waiting: number
  promised: number
  tasks: Item[]
  news: Item[]
  media: Record<string, { digest?: boolean }> | null
}

/** Kinds in the daily mail unless the person chooses otherwise. */
const usualInDigest = notificationKinds.filter(kind => usualMedia[kind].digest)

/** Covered by the counts and the tasks of the mail, so not listed. */
const counted: readonly NotificationKind[] = ['lead_new', 'task_due']

/**
 * Sends the daily mail to those who want it, at their hour: what arrived yesterday, today's tasks, and events since the
 * last mail. Only about leads that they see.
 */
export const sendDigests = (db: Db, config: Config): Promise<number> =>
  sumOfCompanies(db, sql`select distinct s.company_id as id ${ready}`, id => sendDigestsOf(db, config, id))

/** Those whose mail is due. */
const ready = sql`
  from notification_settings s
  join employees e on e.company_id = s.company_id and e.id = s.employee_id and may_be_mailed(e)
  join companies c on c.id = s.company_id and c.active
  where s.digest_hour is not null and ${hour} >= s.digest_hour
    and (s.digest_day is null or s.digest_day < (now() at time zone c.time_zone)::date)`

const sendDigestsOf = (db: Db, config: Config, companyId: string): Promise<number> =>
  db.everyCompany(async trx => {
    const visible = sql`l.held_at is null and l.deleted_at is null and (d.owners is null or l.owner_id = any (d.owners))`
    const { rows } = await sql<Digest>`
      with ready as (
        select s.company_id, s.employee_id, s.digest_day as before, s.digest_hour, s.media, e.email, e.name,
          c.name as company, c.time_zone, (now() at time zone c.time_zone)::date as today, ${hour}::integer as hour,
          ${ownersOf} as owners
        ${ready} and s.company_id = ${companyId}
        limit ${portion} for update of s skip locked
      ), due as (
        update notification_settings s set digest_day = r.today from ready r
        where s.company_id = r.company_id and s.employee_id = r.employee_id
        returning r.*, greatest(now() - interval '7 days', coalesce(
          (r.before + make_interval(hours => r.digest_hour)) at time zone r.time_zone, now() - interval '1 day')) as since
      )
      select d.*, d.today::text as today,
        (select coalesce(sum(n), 0)::integer from lead_days l where l.company_id = d.company_id and l.day = d.today - 1
          and (d.owners is null or l.owner_id = any (d.owners))) as received,
        (select count(*)::integer from (select from leads l where l.company_id = d.company_id and l.status = 'new'
          and l.first_contact_at is null and ${visible} limit 1000) as w) as waiting,
        (select count(*)::integer from leads l where l.company_id = d.company_id and l.preferred_date = d.today
          and l.status in ('new', 'contacted') and ${visible}) as promised,
        (select coalesce(json_agg(json_build_object('title',
            case when due_at < now() then 'Atrasada · ' else '' end || to_char(due_at at time zone d.time_zone, 'DD/MM HH24:MI')
            || ' · ' || title, 'body', name, 'link', '/leads/' || lead_id) order by due_at), '[]')
          from (select t.title, t.due_at, t.lead_id, l.name from tasks t
            join leads l on l.company_id = t.company_id and l.id = t.lead_id and ${visible}
            where t.company_id = d.company_id and t.owner_id = d.employee_id and t.done_at is null and t.deleted_at is null
              and t.due_at < (d.today + 1)::timestamp at time zone d.time_zone
            order by t.due_at limit 200) as t) as tasks,
        (select coalesce(json_agg(json_build_object('title', title, 'body', body, 'link', link) order by created_at), '[]')
          from (select n.title, n.body, n.link, n.created_at from notifications n
            where n.company_id = d.company_id and n.employee_id = d.employee_id and n.created_at >= d.since
              and n.kind <> all (${counted}::text[])
              and coalesce((d.media -> n.kind ->> 'digest')::boolean, n.kind = any (${usualInDigest}::text[]))
              and (n.lead_id is null or exists (
                select from leads l where l.company_id = n.company_id and l.id = n.lead_id and ${visible}))
            order by n.created_at limit 200) as n) as news
      from due d`.execute(trx)
    let written = 0
    for (const digest of rows) {
      const text = digestText(digest, config)
      if (text === null) continue
      const jobId = `digest ${digest.employee_id} ${digest.today}`
      await writeMail(trx, config, { ...digest, jobId, subject: `Seu dia na ${digest.company}`, text })
      written++
    }
    return written
  })

/** Null where there is nothing to report. */
function digestText(digest: Digest, config: Config): string | null {
  const { received, waiting, promised, tasks, news, media, name } = digest
  const wants = (kind: NotificationKind) => media?.[kind]?.digest ?? usualMedia[kind].digest
  const parts: string[] = []
  const list = (title: string, items: readonly Item[]) => {
    const more = items.length > maxItems ? [`E mais ${items.length - maxItems} no ${productName}.`] : []
    if (items.length > 0) parts.push(title, ...items.slice(0, maxItems).map(item => itemText(item, config)), ...more)
  }
  if (wants('lead_new'))
    parts.push(
      [
        `${count(received, 'Nenhum lead chegou', 'lead chegou', 'leads chegaram')} ontem.`,
        `${count(waiting, 'Nenhum lead espera', 'lead espera', 'leads esperam')} o primeiro contato.`,
        `${count(promised, 'Ninguém pediu', 'pessoa pediu', 'pessoas pediram')} contato para hoje.`
      ].join('\n'),
      `Abrir a fila de hoje: ${config.publicUrl}/dashboard`
    )
  if (wants('task_due')) {
    if (tasks.length === 0) parts.push('Nenhuma tarefa sua vence até o fim do dia.')
    list('Suas tarefas até o fim do dia:', tasks)
  }
  list('O que aconteceu desde o último resumo:', news)
  if (parts.length === 0) return null
  return [`${greeting(digest.hour)}, ${name.split(' ')[0]}.`, ...parts, settingsNote(config)].join('\n\n')
}

const count = (n: number, none: string, one: string, many: string) =>
  n === 0 ? none : n === 1 ? `1 ${one}` : `${n.toLocaleString('pt-BR')} ${many}`
