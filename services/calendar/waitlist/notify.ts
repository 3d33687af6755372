import { sql } from 'kysely'
import type {} from '../../account/companies/tables.ts'
import { eachAlone } from '../../core/alone.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { readEmail } from '../../core/emails.ts'
import { publish } from '../../core/jobs.ts'
import { cut } from '../../core/rules.ts'
import { mailQueued } from '../../platform/email/jobs.ts'
import { takeOutsideMail } from '../../platform/email/limit.ts'
import { everything } from '../appointments/availability.ts'
import { firstName, whenText } from '../appointments/guestMails.ts'
import { firstFree } from './queries.ts'
import type {} from './tables.ts'
import { waitToken } from './tokens.ts'

/** Places that one run looks at; those that were looked at longest ago come first. */
const portion = 200

type Open = { companyId: string; id: string }

const findOpen = async (trx: Trx): Promise<Open[]> => {
  const { rows } = await sql<Open>`
    select company_id as "companyId", id from appointment_waits
    where notified_at is null and left_at is null and last_day >= current_date - 1
      and checked_at < now() - interval '30 seconds'
    order by checked_at limit ${portion}`.execute(trx)
  return rows
}

/** Notifies once, by mail, the people for whose days a time has become free. */
export async function notifyWaiting({ db, config }: { db: Db; config: Config }): Promise<void> {
  await eachAlone(
    await db.everyCompany(findOpen),
    ({ companyId, id }) => `wait ${id} of company ${companyId}`,
    ({ companyId, id }) => db.company(everything(companyId), trx => notifyOne(trx, config, companyId, id))
  )
}

type Facts = {
  serviceId: string
  employeeId: string | null
  from: string
  to: string
  email: string | null
  name: string
  leadId: string
  service: string
  person: string | null
  company: string
  zone: string
  slug: string
}

async function notifyOne(trx: Trx, config: Config, companyId: string, id: string): Promise<void> {
  await trx.updateTable('appointment_waits').set({ checked_at: sql<string>`now()` }).where('id', '=', id).execute()
  const { rows } = await sql<Facts>`
    select w.service_id as "serviceId", w.employee_id as "employeeId", w.first_day as "from", w.last_day as "to",
      l.email, l.name, l.id as "leadId", s.name as service, e.name as person, co.name as company, co.time_zone as zone, b.slug
    from appointment_waits w
    join companies co on co.id = w.company_id and co.active
    join leads l on l.company_id = w.company_id and l.id = w.lead_id and l.deleted_at is null and l.merged_into is null
    join appointment_services s on s.company_id = w.company_id and s.id = w.service_id and s.active
    join booking_pages b on b.company_id = w.company_id and b.active
    left join employees e on e.company_id = w.company_id and e.id = w.employee_id
    where w.company_id = ${companyId} and w.id = ${id} and w.notified_at is null and w.left_at is null
    for update of w`.execute(trx)
  const [facts] = rows
  const email = facts?.email ? readEmail(facts.email) : null
  if (!facts || email === null) return
  const start = await firstFree(trx, facts)
  if (start === null || !(await takeOutsideMail(trx, companyId))) return
  const { id: mailId } = await trx
    .insertInto('mails')
    .values({
      company_id: companyId,
      job_id: `waiting list ${id}`,
      to_address: email,
      status: config.smtpUrl ? 'queued' : 'kept',
      lead_id: facts.leadId,
      from_name: facts.company,
      ...mailOf(config, companyId, id, facts, start)
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (config.smtpUrl) await publish(trx, mailQueued, { companyId, mailId })
  await trx.updateTable('appointment_waits').set({ notified_at: sql<string>`now()` }).where('id', '=', id).execute()
}

function mailOf(config: Config, companyId: string, id: string, facts: Facts, start: string) {
  const page = new URL(`/agendar/${facts.slug}`, config.publicUrl)
  page.searchParams.set('servico', facts.serviceId)
  if (facts.employeeId) page.searchParams.set('profissional', facts.employeeId)
  page.searchParams.set('dia', facts.from)
  const leave = new URL(`/agendar/${facts.slug}`, config.publicUrl)
  leave.searchParams.set('espera', waitToken(config.secret, companyId, id))
  const name = firstName(facts.name)
  const first = whenText(start, start, facts.zone).replace(/, das (\d\d:\d\d) às \1/, ', às $1')
  return {
    subject: cut(`Abriu um horário: ${facts.service.replace(/\s+/g, ' ')}`, 200),
    text: `${[
      name ? `Olá, ${name}.` : 'Olá.',
      `Abriu um horário em ${facts.company}: ${facts.service}${facts.person ? `, com ${facts.person}` : ''}. O primeiro livre é ${first}.`,
      `Quem marcar primeiro fica com ele:\n${page.href}`,
      `Este é o único aviso deste pedido. Para sair da lista de espera:\n${leave.href}`
    ].join('\n\n')}\n`
  }
}
