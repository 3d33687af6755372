import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Tables } from '../../core/tables.ts'
import { phoneKey } from '../../core/telephone/rules.ts'
import { correctable } from './rules.ts'
import type { PrivacyRequest, PrivacyRequestDetail } from './schema.ts'
import type {} from './tables.ts'

type Row = Selectable<Tables['privacy_requests']> & { days_left: number }

export const notFound = () => new AppError('notFound', 'Pedido não encontrado')

const daysLeft = sql<number>`((r.due_at at time zone c.time_zone)::date - (now() at time zone c.time_zone)::date)`

const toRequest = (row: Row): PrivacyRequest => ({
  id: row.id,
  kind: row.kind,
  channel: row.channel,
  status: row.status,
  simplified: row.simplified,
  name: row.name,
  email: row.email,
  phone: row.phone,
  details: row.details,
  receivedAt: row.received_at,
  dueAt: row.due_at,
  daysLeft: row.days_left,
  answeredAt: row.answered_at,
  answeredBy: row.answered_by,
  refusal: row.refusal,
  answer: row.answer,
  certificate: row.certificate
})

/** Open requests, the nearest term first; or closed ones, the latest first. */
export async function listRequests(
  trx: Trx,
  companyId: string,
  { open, skip, take }: { open: boolean; skip: number; take: number }
): Promise<{ requests: PrivacyRequest[]; total: number }> {
  const order = open ? sql`r.due_at, r.id` : sql`r.answered_at desc, r.id`
  const which = open ? sql`r.status = 'open'` : sql`r.status in ('done', 'refused')`
  const { rows } = await sql<Row & { total: number }>`
    select r.*, ${daysLeft} as days_left, count(*) over ()::integer as total
    from privacy_requests r join companies c on c.id = r.company_id
    where r.company_id = ${companyId} and ${which} order by ${order} offset ${skip} limit ${take}`.execute(trx)
  return { requests: rows.map(toRequest), total: rows[0]?.total ?? 0 }
}

async function findRow(trx: Trx, companyId: string, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select r.*, ${daysLeft} as days_left from privacy_requests r join companies c on c.id = r.company_id
    where r.company_id = ${companyId} and r.id = ${id}`.execute(trx)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** One request with the leads that it may concern, in a scope that sees held leads. Throws 404. */
export async function findRequest(trx: Trx, companyId: string, id: string): Promise<PrivacyRequestDetail> {
  const row = await findRow(trx, companyId, id)
  const proposal = correctable
    .filter(field => field in row.proposal)
    .map(field => ({ field, value: row.proposal[field] ?? '', applied: row.applied.includes(field) }))
  return { ...toRequest(row), proposal, leads: await leadsOf(trx, companyId, row) }
}

async function leadsOf(trx: Trx, companyId: string, row: Row): Promise<PrivacyRequestDetail['leads']> {
  const email = row.email?.toLowerCase() ?? null
  const phone = row.phone ? phoneKey(row.phone) : null
  const { rows } = await sql<PrivacyRequestDetail['leads'][number]>`
    select l.id, l.name, l.email, l.phone, l.company, l.received_at as "receivedAt",
      l.id = any (${row.lead_ids}::text[]) as proven,
      l.id = any (${row.lead_ids}::text[]) or same_contact(l.name, l.email_key, l.emails, l.phone_key, l.phones,
        ${row.name ?? ''}::text, ${email}::text, null, ${phone}::text, null) as same
    from leads l where l.company_id = ${companyId} and l.id in (
      select unnest(${row.lead_ids}::text[])
      union all select id from leads where company_id = ${companyId} and email_key = ${email}::text
      union all select id from leads where company_id = ${companyId} and phone_key = ${phone}::text
      union all select lead_id from lead_addresses
        where company_id = ${companyId} and key = any (array[${email}::text, ${phone}::text]))
    order by proven desc, same desc, l.received_at limit 50`.execute(trx)
  return rows
}
