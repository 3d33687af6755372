import type { FastifyRequest } from 'fastify'
import { resolveCompany } from '../../account/companies/queries.ts'
import { networkOf } from '../../core/address.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { unstorable } from '../../core/text.ts'
import { findIntake, type PublishedForm } from '../forms/queries.ts'
import { scoreNew } from '../scores/queries.ts'
import { leadCapture, type ShownForm } from './capture.ts'
import type { LeadSubmission } from './schema.ts'
import { checkSubmission, companyNamed, fingerprint } from './submission.ts'

/**
 * Leads a minute from one address: above `usual` they are marked, above `most` they are refused to protect the disk.
 */
export const perMinute = { usual: 20, max: 600 }

const companyNotFound = 'Empresa não encontrada'

/** Receives a visitor's submission, however it was sent, and returns the id of the lead. */
type ReceiveLead = (
  request: FastifyRequest,
  submission: LeadSubmission,
  key: string | null,
  /** Set where the submission did not come by one of the company's forms. */
  shown?: ShownForm
) => Promise<string>

declare module 'fastify' {
  interface FastifyInstance {
    receiveLead: ReceiveLead
  }
}

/** Call it once for an application: it counts the submissions of each address and stores concurrent ones together. */
export function leadReceiver(app: App): ReceiveLead {
  const capture = leadCapture(app.db)
  const flood = app.createRateLimit({
    ...routeLimit(app, perMinute.usual, '1 minute'),
    keyGenerator: request => `flood ${networkOf(request.ip)}`
  })

  return async (request, submission, key, shown) => {
    const { form, own, leadsPerMonth } = await intakeNamed(app, submission)
    const lead = checkSubmission(submission, form)
    const pace = await flood(request)
    if (!pace.isAllowed && pace.isExceeded) lead.marks.push('flood')
    if (key !== null && unstorable(key)) throw invalid({ 'idempotency-key': 'A chave contém caracteres inválidos.' })
    const evidence = { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 400) ?? null }
    const plan = { leadsPerMonth, month: `${form.today.slice(0, 7)}-01` }
    const hash = key === null ? null : fingerprint(submission)
    const companyId = form.company.id
    const score = await scoreNew(app.db, companyId, lead)
    return capture({ companyId, lead, evidence, shown: shown ?? shownForm(own), key, hash, plan, score })
  }
}

const shownForm = ({ id, version, consentVersion, settings }: PublishedForm): ShownForm => ({
  formId: id,
  formVersion: id === null ? null : version,
  consentText: settings.consent,
  whatsappText: settings.whatsapp,
  textVersion: consentVersion,
  ownerId: settings.ownerId
})

async function intakeNamed(app: App, submission: LeadSubmission) {
  const named = companyNamed(submission)
  const selector = { form: submission.formId, version: submission.formVersion, source: submission.source }
  const direct = /^[0-9a-f]{24}$/.test(named) ? await findIntake(app.db, named, selector) : undefined
  if (direct) return direct
  const companyId = await resolveCompany(app.db, named)
  const intake = companyId === undefined ? undefined : await findIntake(app.db, companyId, selector)
  if (!intake) throw new AppError('notFound', companyNotFound, { errors: { companyId: companyNotFound } })
  return intake
}
