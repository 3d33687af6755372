import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { findIntake } from '../../leads/forms/queries.ts'
import { type FoundPage, listOffered } from './queries.ts'
import { bookingSource, bookingTexts } from './rules.ts'
import type { BookingPage } from './schema.ts'

/**
 * The page as visitors see it: the services, and the fields of the company's form, which asks neither for another day
 * nor for the company; and the sites that may embed it.
 */
export async function showBookingPage(
  app: App,
  { companyId, slug, welcome, confirms }: FoundPage
): Promise<{ page: BookingPage; origins: string[] }> {
  const intake = await findIntake(app.db, companyId, { source: bookingSource })
  if (!intake) throw new AppError('notFound', bookingTexts.missing)
  const services = await app.db.company(companyId, listOffered)
  const { settings, company, ...form } = intake.form
  const withoutDay = { ...settings, schedule: { ...settings.schedule, on: false } }
  const page = {
    slug,
    welcome,
    confirms,
    services,
    form: { ...form, company: { ...company, cnpj: null }, settings: withoutDay }
  }
  return { page, origins: intake.own.settings.origins }
}
