import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announceCalendar } from './checks.ts'
import { type AppointmentOrigin, appointmentTexts } from './rules.ts'
import type { Appointment, NewPackage, Package } from './schema.ts'
import type {} from './tables.ts'

/** Packages of one lead that are read, the newest first. */
const maxPackages = 100

/** Whether the appointment with this alias uses a session of its package: by the company's setting a missed one does. */
export const usesSession = (alias: string): RawBuilder<boolean> => {
  const a = sql.ref(alias)
  return sql<boolean>`(${a}.status in ('requested', 'confirmed', 'done') or ${a}.status = 'no_show' and coalesce((
    select s.no_show_uses_session from calendar_settings s where s.company_id = ${a}.company_id), true))`
}

/** The session that the appointment `a` is of its package. */
export const packageOf = sql<Appointment['package']>`case when a.package_id is not null
  and a.status not in ('cancelled', 'refused') then (
  select jsonb_build_object('id', k.id, 'sessions', k.sessions, 'number', (
    select count(*)::integer from appointments o where o.company_id = a.company_id and o.package_id = a.package_id
      and ${usesSession('o')} and o.starts_at <= a.starts_at))
  from appointment_packages k where k.company_id = a.company_id and k.id = a.package_id) end`

const expired = sql<boolean>`coalesce(k.expires_at < (now() at time zone co.time_zone)::date, false)`

/** The packages of a lead with what is left of them, the newest first. */
export async function listPackages(trx: Trx, companyId: string, leadId: string): Promise<Package[]> {
  const { rows } = await sql<Omit<Package, 'left'> & { expired: boolean }>`
    select k.id, k.lead_id as "leadId", k.service_id as "serviceId", s.name as "serviceName", k.sessions,
      k.expires_at as "expiresAt", k.price_cents as "priceCents", k.created_at as "createdAt", ${expired} as expired,
      (select count(*)::integer from appointments a where a.company_id = k.company_id and a.package_id = k.id
        and ${usesSession('a')}) as used
    from appointment_packages k
    join companies co on co.id = k.company_id
    join appointment_services s on s.company_id = k.company_id and s.id = k.service_id
    where k.company_id = ${companyId} and k.lead_id = ${leadId}
    order by k.created_at desc, k.id desc limit ${maxPackages}`.execute(trx)
  return rows.map(({ expired: over, ...row }) => ({ ...row, left: over ? 0 : Math.max(0, row.sessions - row.used) }))
}

/** Sells sessions of a service to a lead. Throws 404 for a lead that is not seen, 400 for a service that is gone. */
export async function addPackage(trx: Trx, companyId: string, input: NewPackage): Promise<Package> {
  const { leadId, serviceId, sessions, expiresAt = null, priceCents = null } = input
  const lead = await trx.selectFrom('leads').select('id').where('id', '=', leadId).forShare().executeTakeFirst()
  if (!lead) throw new AppError('notFound', 'Lead não encontrado')
  const service = await trx
    .selectFrom('appointment_services')
    .select('id')
    .where('id', '=', serviceId)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!service) throw invalid({ serviceId: appointmentTexts.noService })
  const { n } = await trx
    .selectFrom('appointment_packages')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('lead_id', '=', leadId)
    .executeTakeFirstOrThrow()
  if (n >= maxPackages) throw new AppError('conflict', 'Este lead já tem pacotes demais.')
  const { id } = await trx
    .insertInto('appointment_packages')
    .values({
      company_id: companyId,
      lead_id: leadId,
      service_id: serviceId,
      sessions,
      expires_at: expiresAt,
      price_cents: priceCents
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceCalendar(trx, companyId)
  const added = (await listPackages(trx, companyId, leadId)).find(each => each.id === id)
  if (!added) throw new Error('A package that was just sold is not there')
  return added
}

/** Takes back a package that was not used. Throws 404 where there is none, 409 where it has sessions. */
export async function removePackage(trx: Trx, companyId: string, id: string): Promise<void> {
  const row = await trx
    .selectFrom('appointment_packages')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', 'Este pacote já foi excluído.')
  const used = await trx
    .selectFrom('appointments')
    .select('id')
    .where('package_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (used) throw new AppError('conflict', 'Este pacote já tem sessões marcadas e não pode ser excluído.')
  await trx.deleteFrom('appointment_packages').where('id', '=', id).execute()
  await announceCalendar(trx, companyId)
}

type Wanted = { leadId: string | null; serviceId: string | null; origin: AppointmentOrigin; outsidePackage?: boolean }

/**
 * Finds for each wanted time the package of its lead and service that has a session left: the one that ends first.
 * The packages are locked until the transaction ends, so that no session is used twice. Throws 409 `PACKAGE_USED`
 * where somebody of the team books for a lead whose packages of the service are all used or over, unless they want
 * the time outside of a package; visitors get it so automatically.
 */
export async function takeSessions(
  trx: Trx,
  companyId: string,
  wanted: readonly Wanted[]
): Promise<{ packageId: string | null }[]> {
  const none = wanted.map(() => ({ packageId: null }))
  const inPackage = wanted.filter(each => each.leadId !== null && each.serviceId !== null && !each.outsidePackage)
  if (inPackage.length === 0) return none
  const locked = await sql<{ id: string }>`
    select k.id from appointment_packages k
    where k.company_id = ${companyId} and k.lead_id = any (${inPackage.map(({ leadId }) => leadId)}::text[])
      and k.service_id = any (${inPackage.map(({ serviceId }) => serviceId)}::text[])
    order by k.id for update`.execute(trx)
  if (locked.rows.length === 0) return none
  const packages = new Map<string, Package[]>()
  for (const leadId of new Set(inPackage.flatMap(each => each.leadId ?? []))) {
    const ends = ({ expiresAt, createdAt }: Package) => `${expiresAt ?? '9999-12-31'} ${createdAt}`
    const all = await listPackages(trx, companyId, leadId)
    packages.set(
      leadId,
      all.sort((a, b) => ends(a).localeCompare(ends(b)))
    )
  }
  return wanted.map(({ leadId, serviceId, origin, outsidePackage }) => {
    const own = (leadId && packages.get(leadId)?.filter(each => each.serviceId === serviceId)) || []
    if (own.length === 0 || outsidePackage) return { packageId: null }
    const open = own.find(({ left }) => left > 0)
    if (open) {
      open.left--
      return { packageId: open.id }
    }
    if (origin !== 'internal') return { packageId: null }
    throw new AppError('conflict', usedText(own), { code: 'PACKAGE_USED' })
  })
}

function usedText(packages: readonly Package[]): string {
  const [last] = packages.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  const sessions = last?.sessions ?? 0
  return last && last.used < sessions
    ? 'O pacote deste serviço venceu. Venda outro ou marque fora do pacote.'
    : `As ${sessions} sessões do pacote já estão usadas ou marcadas. Venda outro ou marque fora do pacote.`
}

/** Has an appointment that stands again use its session, unless the package has none left. */
export async function retakeSession(trx: Trx, companyId: string, id: string): Promise<void> {
  const row = await trx.selectFrom('appointments').select('package_id').where('id', '=', id).executeTakeFirst()
  if (!row?.package_id) return
  await sql`select from appointment_packages where company_id = ${companyId} and id = ${row.package_id} for update`.execute(
    trx
  )
  await sql`
    update appointments set package_id = null where company_id = ${companyId} and id = ${id} and (
      select count(*) from appointments a where a.company_id = ${companyId} and a.package_id = ${row.package_id}
        and ${usesSession('a')}) > (
      select k.sessions from appointment_packages k where k.company_id = ${companyId} and k.id = ${row.package_id})`.execute(
    trx
  )
}
