import type { FastifyRequest } from 'fastify'
import { AppError, databaseAway } from '../core/errors.ts'
import { errorTexts } from '../core/rules.ts'
import { campaignOf } from '../leads/rules.ts'
import type { LeadSubmission } from '../leads/schema.ts'
import type { PageData } from './schema.ts'

/** Puts what was typed and why it was refused into the page; returns the page's status. */
export function refuse(page: PageData, values: Record<string, string>, error: unknown): number {
  if (!(error instanceof AppError) && !databaseAway(error)) throw error
  const refused = error instanceof AppError ? error : new AppError('unavailable', errorTexts.generic)
  Object.assign(page, { values, errors: refused.errors ?? {}, problem: refused.message })
  return refused.status
}

/** By what the visitor came, as far as the address tells, which a form sent without JavaScript still has. */
export function touchIn({ url }: FastifyRequest, origin: string): LeadSubmission['touch'] {
  const { pathname, searchParams } = new URL(url, origin)
  return { last: { at: new Date().toISOString(), page: origin + pathname, ...campaignOf(searchParams) } }
}

/** The fields of a form, each once. */
export const typedIn = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      String([value].flat()[0] ?? '')
    ])
  )

/** An unticked box is not sent at all, and an empty field means no answer. */
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
