import { companyIdentifier, companyTexts } from '../../../../services/companies/rules.ts'
import type { CompanyCard } from '../../../../services/companies/schema.ts'
import type { PublicForm } from '../../../../services/forms/schema.ts'
import type { LeadAccepted } from '../../../../services/leads/schema.ts'
import { HttpError, request } from '../../core/http.ts'
import { withId } from '../../core/record.ts'
import type { Attempt } from './draft.ts'

/** The form of a company, named by its id or its CNPJ. */
export async function loadForm(company: string, query: URLSearchParams, signal: AbortSignal): Promise<PublicForm> {
  if (company.trim() === '') throw new HttpError(400, companyTexts.needed)
  const wanted = new URLSearchParams([...query].filter(([name]) => name === 'form' || name === 'source'))
  const path = `/public/companies/${encodeURIComponent(company)}/form?${wanted}`
  try {
    const answer = await request<PublicForm>(path, { signal })
    return answer.json
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { status, body } = error
    if (status === 404) throw new HttpError(status, companyTexts.unknown, body)
    const byCnpj = companyIdentifier(company)?.kind === 'cnpj'
    throw byCnpj && status >= 500 ? new HttpError(status, companyTexts.checkFailed, body) : error
  }
}

/** The company with this CNPJ of 14 digits. */
export async function findCompany(cnpj: string, signal: AbortSignal): Promise<Partial<CompanyCard> | undefined> {
  const { json } = await request<CompanyCard | undefined>(`/api/companies/verify-cnpj/${cnpj}`, { signal })
  return json && withId(json)
}

export async function sendLead({ key, lead }: Attempt): Promise<LeadAccepted> {
  const headers = { 'Idempotency-Key': key }
  const answer = await request<LeadAccepted>('/api/leads/public', { method: 'POST', headers, body: lead })
  return answer.json
}
