import type { FieldType, FormField } from '../../../../services/leads/forms/rules.ts'
import { typeLabels } from './types.tsx'

/** Of these types the label with which a field is made is no question; of the others, as 'CEP', it is. */
const unnamed: readonly FieldType[] = ['text', 'textarea', 'select', 'radio', 'checkbox', 'number', 'date']

const isExample = (option: string): boolean => /^Opção \d+$/.test(option)

/**
 * What a field shows to visitors as it was made, in words; null where somebody has written it, or no visitor sees it.
 */
function exampleIn({ label, type, options = [] }: FormField): string | null {
  const isUnnamed = unnamed.includes(type) && label === typeLabels[type]
  const made = options.filter(isExample)
  if (made.length === 0) return isUnnamed ? `“${label}” ainda não tem uma pergunta.` : null
  const shown = made.map(option => `“${option}”`).join(' e ')
  return isUnnamed ? `“${label}” ainda não tem uma pergunta, e oferece ${shown}.` : `“${label}” ainda oferece ${shown}.`
}

/** The fields that visitors would see with the texts of an example, and what of each is one. */
export const examplesIn = (fields: readonly FormField[]): { id: string; text: string }[] =>
  fields.flatMap(field => {
    const text = exampleIn(field)
    return text === null ? [] : [{ id: field.id, text }]
  })
