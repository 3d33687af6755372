import { companyNeeded } from '../../../../services/account/companies/rules.ts'
import type { PublicForm } from '../../../../services/leads/forms/schema.ts'
import { HttpError, request } from '../../core/http.ts'

/** The form of a company, named by its id or its CNPJ. */
export async function loadForm(company: string, query: URLSearchParams, signal: AbortSignal): Promise<PublicForm> {
  if (company.trim() === '') throw new HttpError(400, companyNeeded)
  const wanted = new URLSearchParams([...query].filter(([name]) => name === 'form' || name === 'source'))
  const path = `/public/companies/${encodeURIComponent(company)}/form?${wanted}`
  try {
    const answer = await request<PublicForm>(path, { signal })
    return answer.json
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { status, body } = error
    if (status === 404) throw new HttpError(status, 'Empresa não encontrada com este ID ou CNPJ', body)
    const byCnpj = !/^[0-9a-f]{24}$/i.test(company)
    throw byCnpj && status >= 500 ? new HttpError(status, 'Falha ao verificar empresa por CNPJ', body) : error
  }
}
