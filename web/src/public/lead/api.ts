import type { CompanyCard } from '../../../../services/companies/schema.ts'
import type { PublicForm } from '../../../../services/forms/schema.ts'
import type { LeadAccepted } from '../../../../services/leads/schema.ts'
import { request } from '../../core/http.ts'
import type { Attempt } from './draft.ts'

/** The form of a company, named by its id or its CNPJ. */
export async function loadForm(company: string, query: URLSearchParams, signal: AbortSignal): Promise<PublicForm> {
  const wanted = new URLSearchParams([...query].filter(([name]) => name === 'form' || name === 'source'))
  const path = `/public/companies/${encodeURIComponent(company)}/form?${wanted}`
  const answer = await request<PublicForm>(path, { signal })
  return answer.json
}

/** The company with this CNPJ of 14 digits. */
export async function findCompany(cnpj: string, signal: AbortSignal): Promise<Partial<CompanyCard> | undefined> {
  const answer = await request<CompanyCard | undefined>(`/api/companies/verify-cnpj/${cnpj}`, { signal })
  return answer.json
}

export async function sendLead({ key, lead }: Attempt): Promise<LeadAccepted> {
  const headers = { 'Idempotency-Key': key }
  const answer = await request<LeadAccepted>('/api/leads/public', { method: 'POST', headers, body: lead })
  return answer.json
}
