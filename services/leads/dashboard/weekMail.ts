import { sql } from 'kysely'
import {
  greeting,
  hour,
  ownersOf,
  portion,
  settingsNote,
  sumOfCompanies,
  writeMail
} from '../../account/notifications/mails.ts'
import { weekHour } from '../../account/notifications/rules.ts'
import type {} from '../../account/notifications/tables.ts'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { formatCents } from '../../core/money/rules.ts'
import { findFigures } from './figures.ts'
import type { Figures } from './schema.ts'

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
 * Sends the weekly mail to those who want it, on their day and at the hour of their daily mail: the dashboard's figures
 * for seven days, of the leads that they see. Returns how many it wrote.
 */
export const sendWeeks = (db: Db, config: Config): Promise<number> =>
  sumOfCompanies(db, sql`select distinct s.company_id as id ${ready}`, id => sendWeeksOf(db, config, id))

/** Those whose mail is due. */
const ready = sql`
  from notification_settings s
  join employees e on e.company_id = s.company_id and e.id = s.employee_id and may_be_mailed(e)
  join companies c on c.id = s.company_id and c.active,
  lateral (select (now() at time zone c.time_zone)::date as today) as t
  where s.week_day = extract(dow from t.today) and ${hour} >= coalesce(s.digest_hour, ${weekHour})
    and (s.week_sent is null or s.week_sent < t.today)`

const sendWeeksOf = (db: Db, config: Config, companyId: string): Promise<number> =>
  db.everyCompany(async trx => {
    const { rows } = await sql<Week>`
      with ready as (
        select s.company_id, s.employee_id, e.email, e.name, c.name as company, t.today, ${hour}::integer as hour,
          ${ownersOf} as owners
        ${ready} and s.company_id = ${companyId}
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
    [
      'Vendas com data nestes dias, mesmo de leads mais antigos:',
      line('Vendas', figures.sales.count, plain),
      line('Valor vendido', figures.sales.cents, formatCents),
      ...(figures.sales.reversed.now > 0 ? [line('Desfeitas', figures.sales.reversed, plain)] : [])
    ].join('\n'),
    `Ver no painel: ${config.publicUrl}/dashboard?from=${from}&to=${to}`,
    settingsNote(config)
  ].join('\n\n')
}
