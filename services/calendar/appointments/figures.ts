import { type RawBuilder, sql } from 'kysely'
import { type CompanyScope, type Db, sqlBuilder } from '../../core/db.ts'
import { prepare } from '../../core/prepare.ts'
import type { AppointmentFigures } from './schema.ts'

/** The next appointments that are shown. */
const shown = 5

/** `owner`: only those with one employee; '' for nobody's, which none is. */
type Values = { companyId: string; owner: string | null; from: string; to: string }

/**
 * The next appointments and the outcomes of the period, in one statement under the viewer's policies. Past ones have an
 * index of their own.
 */
const figures = prepare<Values>('appointment figures', placeholder => {
  const [companyId, owner] = [placeholder('companyId'), placeholder('owner', 'text')]
  const ofWhom = sql`a.company_id = ${companyId} and (${owner} is null or a.employee_id = ${owner})`
  const midnight = (day: RawBuilder<unknown>) =>
    sql`(select (${day})::timestamp at time zone c.time_zone from companies c where c.id = ${companyId})`
  return sqlBuilder
    .selectFrom(
      sql<AppointmentFigures>`(
        -- In the order of an index: the rows of other companies may lie before.
        select coalesce((
          select true from appointments a where a.company_id = ${companyId} order by a.starts_at limit 1), false) as any,
        (select coalesce(json_agg(r), '[]') from (
          select a.id, a.starts_at as start, a.title, s.name as "serviceName", l.id as "leadId",
            l.name as "leadName", case when a.lead_id is null or l.id is not null then a.guest_name end as "guestName",
            e.name as "employeeName", a.status
          from (
            select * from appointments a
            -- None is longer than seven days; with this the index by start is enough.
            where ${ofWhom} and a.starts_at > now() - interval '7 days' and a.ends_at > now()
              and a.status in ('requested', 'confirmed')
            order by a.starts_at, a.id limit ${sql.lit(shown)}
          ) as a
          left join leads l on l.company_id = a.company_id and l.id = a.lead_id
          left join appointment_services s on s.company_id = a.company_id and s.id = a.service_id
          left join employees e on e.company_id = a.company_id and e.id = a.employee_id
          order by a.starts_at, a.id
        ) as r) as coming,
        (select coalesce(json_agg(r order by r.missed + r.done desc, r.origin), '[]') from (
          select a.origin, count(*) filter (where a.status = 'done')::integer as done,
            count(*) filter (where a.status = 'no_show')::integer as missed
          from appointments a
          where ${ofWhom} and a.status in ('done', 'no_show')
            and a.starts_at >= ${midnight(placeholder('from', 'date'))}
            and a.starts_at < ${midnight(sql`${placeholder('to', 'date')} + 1`)}
          group by 1
        ) as r) as origins
      )`.as('found')
    )
    .selectAll()
})

/** The next appointments, and the outcomes of those in a period of days, both included, in the company's time zone. */
export async function findAppointmentFigures(
  db: Db,
  viewer: CompanyScope,
  { from, to, owner }: { from: string; to: string; owner: string | undefined }
): Promise<AppointmentFigures> {
  const [result] = await db.companyBatch(viewer, [figures({ companyId: viewer.id, owner: owner ?? null, from, to })])
  const found: AppointmentFigures | undefined = result?.rows[0]
  if (!found) throw new Error('The database gave no figures')
  const { any, coming, origins } = found
  return { any, coming: coming.map(each => ({ ...each, start: new Date(each.start).toISOString() })), origins }
}
