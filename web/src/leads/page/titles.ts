import { useFormerFields, useOwnFields } from '../api.ts'
import { fieldLabel } from '../labels.ts'
import { useShownLead } from './shownLead.ts'
import { fieldTitles } from './values.ts'

/** How a field of a lead is called; a company's own has the label that its form gives it, or gave it last. */
export function useTitles(): (field: string) => string {
  const { custom } = useShownLead()
  const { data: fields } = useOwnFields()
  const has = (own: string) => fields?.some(({ name }) => name === own)
  const { data: former } = useFormerFields({ enabled: Object.keys(custom).some(name => has(name) === false) })
  return field => {
    const own = field.replace(/^custom\./, '')
    const labelled = [...(fields ?? []), ...(former ?? [])].find(({ name }) => name === own)
    return fieldTitles[field] ?? labelled?.label ?? fieldLabel(own)
  }
}
