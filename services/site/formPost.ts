import type { FastifyRequest } from 'fastify'
import { AppError, isDatabaseUnavailable } from '../core/errors.ts'
import { errorTexts } from '../core/rules.ts'
import { campaignOf } from '../leads/leads/rules.ts'
import type { LeadSubmission } from '../leads/leads/schema.ts'
import type { PageData } from './schema.ts'

/** Puts the values and the error into the page; returns its status. */
export function refuse(page: PageData, values: Record<string, string>, error: unknown): number {
  if (!(error instanceof AppError) && !isDatabaseUnavailable(error)) throw error
  const refused = error instanceof AppError ? error : new AppError('unavailable', errorTexts.generic)
  Object.assign(page, { values, errors: refused.errors ?? {}, problem: refused.message })
  return refused.status
}

/** The touch from the page's address, for a form sent without JavaScript. */
export function touchIn({ url }: FastifyRequest, origin: string): LeadSubmission['touch'] {
  const { pathname, searchParams } = new URL(url, origin)
  return { last: { at: new Date().toISOString(), page: origin + pathname, ...campaignOf(searchParams) } }
}

/** The fields of a form post, the first value of each. */
export const typedIn = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      String([value].flat()[0] ?? '')
    ])
  )

/** Browsers do not send unticked boxes, and an empty field is no answer. */
export function toSubmission({
  consentGiven,
  whatsappConsent,
  formVersion,
  elapsed: _,
  ...values
}: Record<string, string>) {
  const answers = Object.entries(values).filter(([, value]) => value !== '')
  return {
    ...Object.fromEntries(answers),
    ...(/^\d{1,8}$/.test(formVersion ?? '') && { formVersion: Number(formVersion) }),
    consentGiven: consentGiven !== undefined,
    whatsappConsent: whatsappConsent !== undefined
  } as LeadSubmission
}
