import type { Company } from '../../../services/companies/schema.ts'
import { withId } from '../core/record.ts'
import { companyDataPrefix } from '../core/session.ts'

/** A company as the screens may rely on it: under both names of its id, its sector as industry. */
export function readCompanyRecord<T extends Partial<Company>>(raw: T & { sector?: string | null }): T & KnownCompany {
  const company = withId({ name: '', ...raw })
  return { ...company, ...(raw.industry === undefined && raw.sector !== undefined && { industry: raw.sector }) }
}

export type KnownCompany = Pick<Company, 'id' | 'name'> & Partial<Company>

export const placeholderName = 'Sua Empresa'

/** The company kept in this browser; null where there is none, or one without a name. */
export function readCompany(): KnownCompany | null {
  try {
    const company = readCompanyRecord(JSON.parse(localStorage.getItem('company') ?? '{}') ?? {})
    return company.id && company.name ? company : null
  } catch {
    return null
  }
}

/** What this browser learnt of a company on another day; null where it knows nothing. */
export function readCompanyData(companyId: string): KnownCompany | null {
  try {
    const company = readCompanyRecord(JSON.parse(localStorage.getItem(companyDataPrefix + companyId) ?? '{}') ?? {})
    return company.id === companyId && company.name ? company : null
  } catch {
    return null
  }
}

/** Keeps what is known of the company for the next visit. */
export function storeCompany(company: KnownCompany): void {
  localStorage.setItem('company', JSON.stringify(company))
  localStorage.setItem(companyDataPrefix + company.id, JSON.stringify(company))
}
