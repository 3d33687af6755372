import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../services/core/config.ts'
import type { Db, Trx } from '../services/core/db.ts'
import { publish } from '../services/core/jobs.ts'
import { productName } from '../services/core/rules.ts'
import { mailQueued } from '../services/email/jobs.ts'
import { notify } from '../services/notifications/queries.ts'
import { usualMedia } from '../services/notifications/rules.ts'
import type {} from '../services/notifications/tables.ts'

/** Rows of one round: a burst is worked off round by round. */
const portion = 500

/** Reminds the owners of tasks whose time has come, once each. Returns how many it reminded. */
export async function remindTasks(db: Db): Promise<number> {
  return db.everyCompany(async trx => {
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
        where t.remind_at <= now() and t.done_at is null and t.reminded_at is null
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
}

type Waiting = {
  company_id: string
  employee_id: string
  email: string
  company: string
  items: { id: string; title: string; body: string; link: string }[]
}

/** Of the company. Quiet hours may run over midnight. */
const hour = sql`extract(hour from now() at time zone c.time_zone)`

/**
 * Mails what is to be mailed: one mail for all that has gathered for a person, a minute after the last of it or five
 * after the first, not in their quiet hours, and nothing of leads that they do not see. Returns how many mails it wrote;
 * none while another worker is at it, who might have gathered a part of the same.
 */
export async function mailNotifications(db: Db, config: Config): Promise<number> {
  return db.everyCompany(async trx => {
    const { rows: turns } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('notifications')) as mine`.execute(trx)
    if (!turns[0]?.mine) return 0
    const { rows } = await sql<Waiting>`
      select n.company_id, n.employee_id, e.email, c.name as company,
        json_agg(json_build_object('id', n.id, 'title', n.title, 'body', n.body, 'link', n.link) order by n.created_at) as items
      from notifications n
      join employees e on e.company_id = n.company_id and e.id = n.employee_id and e.active
      join companies c on c.id = n.company_id and c.active
      left join notification_settings s on s.company_id = n.company_id and s.employee_id = n.employee_id
      where n.mail and n.mailed_at is null and n.created_at > now() - interval '2 days'
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
      const lines = items
        .slice(0, 20)
        .map(({ title, body, link }) => `${[title, body].filter(Boolean).join(': ')}\n${config.publicUrl}${link}`)
      const more = items.length > 20 ? [`E mais ${items.length - 20} no ${productName}.`] : []
      const text = [person.company, ...lines, ...more, settingsNote(config)].join('\n\n')
      await writeMail(trx, config, { ...person, jobId: `notification ${first.id}`, subject, text })
      await sql`
        update notifications set mailed_at = now()
        where company_id = ${person.company_id} and id = any (${items.map(({ id }) => id)}::text[])`.execute(trx)
      written++
    }
    return written
  })
}

const settingsNote = (config: Config) => `Escolha o que receber: ${config.publicUrl}/profile\n`

type Digest = {
  company_id: string
  employee_id: string
  email: string
  name: string
  company: string
  today: string
  received: number
  waiting: number
  promised: number
  tasks: number
  media: Record<string, { digest?: boolean }> | null
}

/** The mail of the day for whoever wants one, at their hour: what came yesterday and what today asks for. */
export async function sendDigests(db: Db, config: Config): Promise<number> {
  return db.everyCompany(async trx => {
    const { rows } = await sql<Digest>`
      with due as (
        update notification_settings s set digest_day = (now() at time zone c.time_zone)::date
        from employees e, companies c
        where e.company_id = s.company_id and e.id = s.employee_id and e.active and c.id = s.company_id and c.active
          and s.digest_hour is not null and extract(hour from now() at time zone c.time_zone) >= s.digest_hour
          and (s.digest_day is null or s.digest_day < (now() at time zone c.time_zone)::date)
        returning s.company_id, s.employee_id, s.digest_day as today, s.media, e.email, e.name, c.name as company,
          c.time_zone, case when e.lead_access = 'all' then null else e.id end as only_owner
      )
      select d.*, d.today::text as today,
        (select coalesce(sum(n), 0)::integer from lead_days l where l.company_id = d.company_id and l.day = d.today - 1
          and (d.only_owner is null or l.owner_id = d.only_owner)) as received,
        (select count(*)::integer from (select from leads l where l.company_id = d.company_id and l.status = 'new'
          and l.first_contact_at is null and l.held_at is null and l.deleted_at is null
          and (d.only_owner is null or l.owner_id = d.only_owner) limit 1000) as w) as waiting,
        (select count(*)::integer from leads l where l.company_id = d.company_id and l.preferred_date = d.today
          and l.status in ('new', 'contacted') and l.held_at is null and l.deleted_at is null
          and (d.only_owner is null or l.owner_id = d.only_owner)) as promised,
        (select count(*)::integer from tasks t
          join leads l on l.company_id = t.company_id and l.id = t.lead_id and l.deleted_at is null
          where t.company_id = d.company_id and t.owner_id = d.employee_id and t.done_at is null
          and t.due_at < (d.today + 1)::timestamp at time zone d.time_zone) as tasks
      from due d`.execute(trx)
    for (const digest of rows) {
      const wants = (kind: keyof typeof usualMedia) => digest.media?.[kind]?.digest ?? usualMedia[kind].digest
      const lines = [
        wants('lead_new') && `${count(digest.received, 'lead chegou', 'leads chegaram')} ontem.`,
        wants('lead_new') && `${count(digest.waiting, 'lead espera', 'leads esperam')} o primeiro contato.`,
        wants('lead_returned') && `${count(digest.promised, 'pessoa pediu', 'pessoas pediram')} contato para hoje.`,
        wants('task_due') && `${count(digest.tasks, 'tarefa sua vence', 'tarefas suas vencem')} até o fim do dia.`
      ].filter((line): line is string => typeof line === 'string')
      const text = [
        `Bom dia, ${digest.name.split(' ')[0]}.`,
        lines.join('\n'),
        `Abrir a fila de hoje: ${config.publicUrl}/dashboard`,
        settingsNote(config)
      ].join('\n\n')
      const jobId = `digest ${digest.employee_id} ${digest.today}`
      await writeMail(trx, config, { ...digest, jobId, subject: `Seu dia na ${digest.company}`, text })
    }
    return rows.length
  })
}

const count = (n: number, one: string, many: string) =>
  n === 1 ? `1 ${one}` : `${n === 0 ? 'Nenhum' : n.toLocaleString('pt-BR')} ${n === 0 ? one : many}`

type Mail = { company_id: string; email: string; jobId: string; subject: string; text: string }

async function writeMail(trx: Trx, config: Config, { company_id, email, jobId, subject, text }: Mail): Promise<void> {
  const row = await trx
    .insertInto('mails')
    .values({
      company_id,
      job_id: jobId,
      to_address: email,
      subject: subject.replace(/\s+/g, ' ').slice(0, 200),
      text,
      status: config.smtpUrl ? 'queued' : 'kept'
    })
    .onConflict(conflict => conflict.columns(['company_id', 'job_id', 'to_address']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row && config.smtpUrl) await publish(trx, mailQueued, { companyId: company_id, mailId: row.id })
}

const interval = 20_000

/** Looks again and again for what is due; any number of workers may. Returns the way to stop. */
export function startNotifying(db: Db, config: Config, log: Logger): () => void {
  const round = async () => {
    await remindTasks(db)
    await mailNotifications(db, config)
    await sendDigests(db, config)
  }
  const timer = setInterval(
    () => void round().catch(error => log.warn({ err: error }, 'notifications not sent')),
    interval
  )
  return () => clearInterval(timer)
}
