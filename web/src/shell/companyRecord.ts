import type { Company } from '../../../services/companies/schema.ts'
import { companyDataPrefix } from '../core/session.ts'

export type KnownCompany = Pick<Company, 'id' | 'name'> & Partial<Company>

export const placeholderName = 'Sua Empresa'

/** The company kept in this browser; null where there is none, or one without a name. */
export function readCompany(): KnownCompany | null {
  try {
    const company = JSON.parse(localStorage.getItem('company') ?? 'null')
    return company?.id && company.name ? company : null
  } catch {
    return null
  }
}

/** What this browser learnt of a company on another day; null where it knows nothing. */
export function readCompanyData(companyId: string): KnownCompany | null {
  try {
    const company = JSON.parse(localStorage.getItem(companyDataPrefix + companyId) ?? 'null')
    return company?.id === companyId && company.name ? company : null
  } catch {
    return null
  }
}

/** Keeps what is known of the company for the next visit. */
export function storeCompany(company: KnownCompany): void {
  localStorage.setItem('company', JSON.stringify(company))
  localStorage.setItem(companyDataPrefix + company.id, JSON.stringify(company))
}
