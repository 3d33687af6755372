import { useOwnFields } from '../api.ts'
import { fieldLabel } from '../labels.ts'
import { fieldTitles } from './values.ts'

/** How a field of a lead is called; a company's own has the label that its form gives it. */
export function useTitles(): (field: string) => string {
  const { data: fields } = useOwnFields()
  return field => {
    const own = field.replace(/^custom\./, '')
    return fieldTitles[field] ?? fields?.find(({ name }) => name === own)?.label ?? fieldLabel(own)
  }
}
