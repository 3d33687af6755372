import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../services/core/config.ts'
import type { Db, Trx } from '../services/core/db.ts'
import { publish } from '../services/core/jobs.ts'
import { productName } from '../services/core/rules.ts'
import { findFigures } from '../services/dashboard/figures.ts'
import type { Figures } from '../services/dashboard/schema.ts'
import { mailQueued } from '../services/email/jobs.ts'
import { mailLimit, mayWriteMail } from '../services/email/limit.ts'
import { nearLimit } from '../services/email/rules.ts'
import { notify } from '../services/notifications/queries.ts'
import { type NotificationKind, notificationKinds, usualMedia, weekHour } from '../services/notifications/rules.ts'
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
        where t.remind_at <= now() and t.done_at is null and t.reminded_at is null and t.deleted_at is null
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

/**
 * Tells the admins of a company, once each a day, that its mails of the day are nearly used up and that they are. Returns
 * how many companies it told.
 */
export async function tellOfMailLimits(db: Db): Promise<number> {
  return db.everyCompany(async trx => {
    const { rows } = await sql<{ company_id: string; told: number; most: number; admins: string[] }>`
      with today as (
        select d.company_id, d.day, l.most,
          (case when d.sent >= l.most then 2 when d.sent >= l.most * ${nearLimit}::float then 1 else 0 end)::smallint as told
        from mail_days d join companies c on c.id = d.company_id, lateral (select ${mailLimit} as most) as l
        where d.day >= current_date - 1
      )
      update mail_days d set told = t.told from today t
      where d.company_id = t.company_id and d.day = t.day and t.told > d.told
      returning d.company_id, d.told, t.most, array(
        select e.id from employees e where e.company_id = d.company_id and e.active and e.role = 'admin') as admins`.execute(
      trx
    )
    for (const { company_id, told, most, admins } of rows) {
      const [title, body] =
        told === 2
          ? [
              'Limite de e-mails de hoje atingido',
              `Já saíram ${most}. Os avisos por e-mail voltam amanhã; no sino, continuam.`
            ]
          : ['Limite de e-mails de hoje quase atingido', `Podem sair até ${most} por dia.`]
      await notify(
        trx,
        { companyId: company_id, kind: 'mail_limit', leadId: null, title, body, link: '/company' },
        { employees: admins }
      )
    }
    return rows.length
  })
}

/** Whose leads an employee sees; null for all. */
const ownersOf = sql`case when e.role = 'admin' or e.lead_access = 'all' then null else array(
  select m.id from employees m where m.company_id = e.company_id
    and (m.id = e.id or e.lead_access = 'team' and m.team = e.team)) end`

type Item = { title: string; body: string; link: string }

/** Items that a mail tells one by one. */
const mostItems = 20

const itemText = ({ title, body, link }: Item, config: Config) =>
  `${[title, body].filter(Boolean).join(': ')}\n${config.publicUrl}${link}`

type Waiting = {
  company_id: string
  employee_id: string
  email: string
  company: string
  items: (Item & { id: string })[]
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
      where n.mail and n.mailed_at is null and may_be_mailed(e) and n.created_at > now() - interval '2 days'
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
      const more = items.length > mostItems ? [`E mais ${items.length - mostItems} no ${productName}.`] : []
      const lines = items.slice(0, mostItems).map(item => itemText(item, config))
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

const settingsNote = (config: Config) => `Escolha o que receber: ${config.publicUrl}/profile#notificacoes\n`

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

/** Kinds of which the mail of the day tells unless a person chooses otherwise. */
const usualInDigest = notificationKinds.filter(kind => usualMedia[kind].digest)

/** These it tells in its counts and among the tasks. */
const counted: readonly NotificationKind[] = ['lead_new', 'task_due']

/**
 * The mail of the day for whoever wants one, at their hour: what came yesterday, what today asks for, and what has
 * happened since the last one. Nothing of leads that they do not see.
 */
export async function sendDigests(db: Db, config: Config): Promise<number> {
  return db.everyCompany(async trx => {
    const visible = sql`l.held_at is null and l.deleted_at is null and (d.owners is null or l.owner_id = any (d.owners))`
    const { rows } = await sql<Digest>`
      with ready as (
        select s.company_id, s.employee_id, s.digest_day as before, s.digest_hour, s.media, e.email, e.name,
          c.name as company, c.time_zone, (now() at time zone c.time_zone)::date as today, ${hour}::integer as hour,
          ${ownersOf} as owners
        from notification_settings s
        join employees e on e.company_id = s.company_id and e.id = s.employee_id and may_be_mailed(e)
        join companies c on c.id = s.company_id and c.active
        where s.digest_hour is not null and ${hour} >= s.digest_hour
          and (s.digest_day is null or s.digest_day < (now() at time zone c.time_zone)::date)
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
}

/** Null where it would say nothing. */
function digestText(digest: Digest, config: Config): string | null {
  const { received, waiting, promised, tasks, news, media, name } = digest
  const wants = (kind: NotificationKind) => media?.[kind]?.digest ?? usualMedia[kind].digest
  const parts: string[] = []
  const list = (title: string, items: readonly Item[]) => {
    const more = items.length > mostItems ? [`E mais ${items.length - mostItems} no ${productName}.`] : []
    if (items.length > 0) parts.push(title, ...items.slice(0, mostItems).map(item => itemText(item, config)), ...more)
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

const greeting = (hour: number) => (hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite')

const count = (n: number, none: string, one: string, many: string) =>
  n === 0 ? none : n === 1 ? `1 ${one}` : `${n.toLocaleString('pt-BR')} ${many}`

type Week = {
  company_id: string
  employee_id: string
  email: string
  name: string
  company: string
  hour: number
  today: string
  from: string
  to: string
  owners: string[] | null
}

const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 })

/**
 * The mail of the week for whoever wants one, on their day and at the hour of their mail of the day: the numbers of the
 * dashboard for seven days, of the leads that they see. Returns how many it wrote.
 */
export async function sendWeeks(db: Db, config: Config): Promise<number> {
  return db.everyCompany(async trx => {
    const { rows } = await sql<Week>`
      with ready as (
        select s.company_id, s.employee_id, e.email, e.name, c.name as company, t.today, ${hour}::integer as hour,
          ${ownersOf} as owners
        from notification_settings s
        join employees e on e.company_id = s.company_id and e.id = s.employee_id and may_be_mailed(e)
        join companies c on c.id = s.company_id and c.active,
        lateral (select (now() at time zone c.time_zone)::date as today) as t
        where s.week_day = extract(dow from t.today) and ${hour} >= coalesce(s.digest_hour, ${weekHour})
          and (s.week_sent is null or s.week_sent < t.today)
        limit ${portion} for update of s skip locked
      )
      update notification_settings s set week_sent = r.today from ready r
      where s.company_id = r.company_id and s.employee_id = r.employee_id
      returning r.*, r.today::text as today, (r.today - 7)::text as from, (r.today - 1)::text as to`.execute(trx)
    for (const week of rows) {
      const { from, to, owners } = week
      const figures = await findFigures(db, week.company_id, { from, to, owner: undefined, owners })
      const jobId = `week ${week.employee_id} ${week.today}`
      const text = weekText(week, figures, config)
      await writeMail(trx, config, { ...week, jobId, subject: `Sua semana na ${week.company}`, text })
    }
    return rows.length
  })
}

function weekText({ hour, name, from, to }: Week, figures: Figures, config: Config): string {
  const line = (label: string, { now, before }: Figures['received'], write: (value: number) => string) => {
    const [is, was] = [now, before].map(value => (value === null ? 'sem dados' : write(value)))
    return `${label}: ${is} (antes: ${was})`
  }
  const plain = (value: number) => value.toLocaleString('pt-BR')
  const day = (value: string) => value.split('-').toReversed().join('/')
  return [
    `${greeting(hour)}, ${name.split(' ')[0]}.`,
    `De ${day(from)} a ${day(to)}, contra os sete dias anteriores:`,
    [
      line('Leads recebidos', figures.received, plain),
      line('Em contato', figures.contacted, plain),
      line('Agendados', figures.scheduled, plain),
      line('Convertidos', figures.converted, plain),
      line('Taxa de conversão', figures.conversion, value => percent.format(value)),
      line('Minutos até o 1º contato', figures.firstContactMinutes, value => plain(Math.round(value)))
    ].join('\n'),
    `Ver no painel: ${config.publicUrl}/dashboard?from=${from}&to=${to}`,
    settingsNote(config)
  ].join('\n\n')
}

type Mail = { company_id: string; email: string; jobId: string; subject: string; text: string }

async function writeMail(trx: Trx, config: Config, { company_id, email, jobId, subject, text }: Mail): Promise<void> {
  const status = config.smtpUrl ? 'queued' : 'kept'
  const line = subject.replace(/\s+/g, ' ').slice(0, 200)
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

const interval = 20_000

/** Looks again and again for what is due; any number of workers may. Returns the way to stop. */
export function startNotifying(db: Db, config: Config, log: Logger): () => void {
  const round = async () => {
    await remindTasks(db)
    await tellOfMailLimits(db)
    await mailNotifications(db, config)
    await sendDigests(db, config)
    await sendWeeks(db, config)
  }
  const timer = setInterval(
    () => void round().catch(error => log.warn({ err: error }, 'notifications not sent')),
    interval
  )
  return () => clearInterval(timer)
}
