import { cnpjTexts } from '../../../../services/account/companies/rules.ts'
import { leadFormTexts } from '../../../../services/leads/leads/rules.ts'
import { HttpError } from '../../core/http.ts'
import type { Errors } from '../parts/fieldErrors.ts'
import type { LeadField } from './fields.ts'
import { companyNotFound, formTexts } from './texts.ts'

export type Failure = { status: number; message: string }

/** Why a form could not be read, in the words of this page. */
export function loadProblem({ status, message }: Failure): string {
  if (status === 0) return formTexts.connection
  if (status === 404 || message.includes(companyNotFound)) return leadFormTexts.companyNotFound
  return message === cnpjTexts.identifier ? message : formTexts.loadFailed
}

/** True where trying again may help. */
export const passing = ({ status }: Failure): boolean => status === 0 || status === 429 || status >= 500

/** Why a lead could not be sent; the messages that belong to a field are `fieldProblems`. */
export function sendProblem(error: unknown): string {
  if (!(error instanceof HttpError)) return formTexts.sendFailedText
  if (error.timedOut) return error.message
  if (error.status === 0) return formTexts.connection
  if (error.status === 401) return error.message
  const message = error.body.message ?? ''
  if (message.includes(companyNotFound)) return leadFormTexts.companyNotFound
  return message || formTexts.sendFailedText
}

/** The server's messages, by the name of the input that each belongs to; null where there are none. */
export function fieldProblems(error: unknown, fields: readonly LeadField[]): Errors | null {
  const placed = placeErrors(error instanceof HttpError ? error.body.errors : undefined, fields)
  return Object.keys(placed).length > 0 ? placed : null
}

/** Gives the messages for a lead's data to the inputs that hold them; what has no input is left out. */
export function placeErrors(errors: Record<string, string> = {}, fields: readonly LeadField[]): Errors {
  const inputs = ['cnpj', 'preferredDate', 'preferredPeriod', ...fields.map(field => field.name)]
  const placed = Object.entries(errors).map(([key, message]) => [
    fields.find(field => field.role === key)?.name ?? key,
    message
  ])
  return Object.fromEntries(placed.filter(([name]) => inputs.includes(name ?? '')))
}
