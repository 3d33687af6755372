import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import { useFormerFields, useOwnFields } from '../api.ts'
import { fieldLabel } from '../labels.ts'
import { useLeadOfPage } from './shownLead.ts'
import { fieldTitles } from './values.ts'

/**
 * How a field of a lead is called; a company's own has the label that its form gives it, or gave it last. `lead` is
 * another one than that of the page.
 */
export function useTitles(lead?: Pick<Lead, 'custom'>): (field: string) => string {
  const shown = useLeadOfPage()
  const { custom = {} } = lead ?? shown ?? {}
  const { data: fields } = useOwnFields()
  const has = (own: string) => fields?.some(({ name }) => name === own)
  const { data: former } = useFormerFields({ enabled: Object.keys(custom).some(name => has(name) === false) })
  return field => {
    const own = field.replace(/^custom\./, '')
    const labelled = [...(fields ?? []), ...(former ?? [])].find(({ name }) => name === own)
    return fieldTitles[field] ?? labelled?.label ?? fieldLabel(own)
  }
}
