import type { CompanyCard } from '../../../../services/account/companies/schema.ts'
import type { LeadAccepted } from '../../../../services/leads/leads/schema.ts'
import { request } from '../../core/http.ts'
import { withId } from '../../core/record.ts'
import type { Attempt } from './draft.ts'

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
