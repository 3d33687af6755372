import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Company } from '../../../services/account/companies/schema.ts'
import { defaultTimeZone } from '../core/format.ts'
import { HttpError } from '../core/http.ts'
import { withId } from '../core/record.ts'
import { user } from '../core/session.ts'
import { get } from '../ui/data.ts'
import { type KnownCompany, placeholderName, readCompany, readCompanyData, storeCompany } from './account.ts'

/** A company as the screens may rely on it: under both names of its id, its sector as industry. */
export function readCompanyRecord<T extends Partial<Company>>(raw: T & { sector?: string | null }): T & KnownCompany {
  const company = withId({ name: '', ...raw })
  return { ...company, ...(raw.industry === undefined && raw.sector !== undefined && { industry: raw.sector }) }
}

/** When the kept record should be refreshed, in milliseconds from now; null where it is complete. */
function refreshDelay(company: KnownCompany): number | null {
  if (company.name === placeholderName) return 500
  return company.email || company.phone ? null : 1000
}

function knownCompany(companyId: string): KnownCompany {
  const kept = readCompany()
  if (kept?.id === companyId && refreshDelay(kept) === null) return kept
  const cached = readCompanyData(companyId)
  if (cached) return { ...cached, ...(kept?.id === companyId && { name: kept.name }) }
  if (kept?.id === companyId) return kept
  const placeholder = { id: companyId, name: placeholderName }
  storeCompany(placeholder)
  return placeholder
}

/** The company of the session, which is kept for the next visit. */
export async function findCompany(companyId: string, signal: AbortSignal): Promise<KnownCompany> {
  if (companyId === '') throw new HttpError(400, 'ID da empresa não fornecido')
  const company = readCompanyRecord(await get<Company>(`/api/companies/${companyId}`, signal))
  storeCompany(company)
  return company
}

/** The company of the signed-in user or of a colleague. */
export async function findCompanyOfUser(userId: string, signal: AbortSignal): Promise<Company> {
  try {
    return readCompanyRecord(await get<Company>(`/api/companies/user/${userId}`, signal))
  } catch (error) {
    const { status, body } = error instanceof HttpError ? error : new HttpError(0, '')
    throw new HttpError(status, 'Falha ao buscar empresa por ID do usuário', body)
  }
}

/** The company of the signed-in user: at once what this browser knows, a moment later what the server knows. */
export function useCompany(): KnownCompany | null {
  const companyId = user()?.companyId ?? ''
  const [kept] = useState(() => (companyId ? knownCompany(companyId) : null))
  const [due, setDue] = useState(false)
  const delay = kept ? refreshDelay(kept) : null

  useEffect(() => {
    if (delay === null) return
    const timer = setTimeout(() => setDue(true), delay)
    return () => clearTimeout(timer)
  }, [delay])

  const { data } = useQuery({
    queryKey: ['company', companyId],
    queryFn: ({ signal }) => findCompany(companyId, signal),
    placeholderData: kept ?? undefined,
    enabled: due,
    staleTime: Number.POSITIVE_INFINITY
  })
  // A failed refresh takes the placeholder away, not what is known.
  return data ?? kept
}

/** The company's time zone; the product's usual one until it is known. */
export function useTimeZone(): string {
  const companyId = user()?.companyId ?? ''
  const { data } = useQuery<KnownCompany>({ queryKey: ['company', companyId], enabled: false })
  return data?.timeZone ?? user()?.companyTimeZone ?? readCompany()?.timeZone ?? defaultTimeZone
}
