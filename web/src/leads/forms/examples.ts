import type { FieldType, FormField } from '../../../../services/leads/forms/rules.ts'
import { typeLabels } from './types.tsx'

/** Types whose first label is no question yet; that of the others, as 'CEP', is one. */
const unnamed: readonly FieldType[] = ['text', 'textarea', 'select', 'radio', 'checkbox', 'number', 'date']

const isExample = (option: string): boolean => /^Opção \d+$/.test(option)

/**
 * The placeholder texts of a new field that visitors would see, in words; null where somebody has written them, or no
 * visitor sees them.
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
