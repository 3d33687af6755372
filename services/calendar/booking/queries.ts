import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { sqlBuilder } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import { prepare } from '../../core/prepare.ts'
import { idPattern } from '../../core/rules.ts'
import { newSlug } from '../../core/slugs.ts'
import { findUnstorable } from '../../core/text.ts'
import { guestMailProblem } from '../appointments/guests.ts'
import { appointmentTexts } from '../appointments/rules.ts'
import { listServices } from '../appointments/services.ts'
import { bookingTexts } from './rules.ts'
import type { BookingSettings, BookingSettingsChange, OfferedService } from './schema.ts'
import type {} from './tables.ts'

const bySlug = prepare<{ slug: string; id: string | null }>('booking-page', placeholder =>
  sqlBuilder
    .selectFrom('booking_pages as b')
    .innerJoin('companies as c', 'c.id', 'b.company_id')
    .select(['b.company_id', 'b.slug', 'b.active', 'b.confirms', 'b.welcome'])
    .where('c.active', '=', true)
    .where(sql<boolean>`(b.slug = ${placeholder('slug')} or b.company_id = ${placeholder('id')}::text
      or b.company_id in (select o.company_id from booking_old_slugs o where o.slug = ${placeholder('slug')}))`)
    .limit(1)
)

export type FoundPage = { companyId: string; slug: string; active: boolean; confirms: boolean; welcome: string | null }

const isId = new RegExp(idPattern)

/** The booking page of an address, or of a company named by its id; closed ones too. Public. */
export async function findBookingPage(db: Db, named: string): Promise<FoundPage | undefined> {
  const [result] = await db.everyCompanyBatch([bySlug({ slug: named, id: isId.test(named) ? named : null })])
  const row = result?.rows[0]
  return (
    row && {
      companyId: row.company_id,
      slug: row.slug,
      active: row.active,
      confirms: row.confirms,
      welcome: row.welcome
    }
  )
}

/** The lock under which the bookings of a service that takes so many a day are counted. */
export const cappedService = (serviceId: string): string => `bookings of service ${serviceId}`

/** The services that visitors can book, in the company's order. */
export async function listOffered(trx: Trx): Promise<OfferedService[]> {
  const services = await listServices(trx)
  const team = services.some(({ choosesPerson }) => choosesPerson)
    ? await trx
        .selectFrom('employees')
        .select(['id', 'name'])
        .where('active', '=', true)
        .orderBy('name')
        .orderBy('id')
        .limit(maxPeople)
        .execute()
    : []
  return services.map(({ employeeIds, choosesPerson, ...service }) => ({
    id: service.id,
    name: service.name,
    description: service.description,
    minutes: service.minutes,
    priceCents: service.priceCents,
    channel: service.channel,
    cancelNoticeMinutes: service.cancelNoticeMinutes,
    moveNoticeMinutes: service.moveNoticeMinutes,
    policy: service.policy,
    questions: service.questions,
    people: team
      .filter(({ id }) => choosesPerson && (employeeIds.length === 0 || employeeIds.includes(id)))
      .map(({ id, name }) => ({ id, name: name ?? '', photo: null }))
  }))
}

/** People of a service among whom visitors choose. */
const maxPeople = 100

/** Throws 400 for a person with whom visitors cannot book the service. */
export async function needPersonOf(trx: Trx, serviceId: string, employeeId: string): Promise<void> {
  const service = (await listOffered(trx)).find(({ id }) => id === serviceId)
  if (service && !service.people.some(({ id }) => id === employeeId))
    throw invalid({ employeeId: appointmentTexts.notGiven })
}

/** The settings of the company's page, which gets its address with the first look at them. */
export async function readBookingSettings(trx: Trx, config: Config, companyId: string): Promise<BookingSettings> {
  const { name } = await trx.selectFrom('companies').select('name').executeTakeFirstOrThrow()
  await trx
    .insertInto('booking_pages')
    .values({ company_id: companyId, slug: newSlug(name, 'agenda') })
    .onConflict(conflict => conflict.column('company_id').doNothing())
    .execute()
  const page = await trx
    .selectFrom('booking_pages')
    .select(['slug', 'active', 'confirms', 'welcome'])
    .executeTakeFirstOrThrow()
  const problem = await guestMailProblem(trx, config, companyId)
  return { ...page, warnings: problem === null ? [] : [{ code: 'NO_MAIL', message: problem }] }
}

/**
 * Gives the page another address; the one before leads to it from then on. Throws 400 for one of another form, and 409
 * for one that another company has or had.
 */
export async function changeSlug(db: Db, companyId: string, slug: string): Promise<void> {
  if (!/^[a-z0-9-]{3,60}$/.test(slug)) throw invalid({ slug: bookingTexts.slug })
  // Through the door to every company: another one may have the address.
  await db.everyCompany(async trx => {
    await takeLocks(trx, null, `booking page ${slug}`)
    const { rows } = await sql<{ taken: boolean }>`
      select exists (select from booking_pages where slug = ${slug} and company_id <> ${companyId})
        or exists (select from booking_old_slugs where slug = ${slug} and company_id <> ${companyId}) as taken`.execute(
      trx
    )
    if (rows[0]?.taken)
      throw new AppError('conflict', bookingTexts.slugTaken, { errors: { slug: bookingTexts.slugTaken } })
    const page = await trx
      .selectFrom('booking_pages')
      .select('slug')
      .where('company_id', '=', companyId)
      .forUpdate()
      .executeTakeFirst()
    if (!page || page.slug === slug) return
    await trx
      .insertInto('booking_old_slugs')
      .values({ company_id: companyId, slug: page.slug })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await trx.deleteFrom('booking_old_slugs').where('company_id', '=', companyId).where('slug', '=', slug).execute()
    await trx
      .updateTable('booking_pages')
      .set({ slug, updated_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .execute()
  })
}

export async function changeBookingSettings(
  trx: Trx,
  config: Config,
  companyId: string,
  { active, confirms, welcome }: BookingSettingsChange
): Promise<BookingSettings> {
  if (findUnstorable({ welcome }) !== null) throw invalid({ welcome: 'O texto contém caracteres inválidos.' })
  await readBookingSettings(trx, config, companyId)
  await trx
    .updateTable('booking_pages')
    .set({
      ...(active !== undefined && { active }),
      ...(confirms !== undefined && { confirms }),
      ...(welcome !== undefined && { welcome: welcome?.trim() || null }),
      updated_at: sql<string>`now()`
    })
    .where('company_id', '=', companyId)
    .execute()
  return readBookingSettings(trx, config, companyId)
}
