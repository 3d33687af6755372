import type { OwnField } from '../../../../../services/leads/forms/schema.ts'
import { fieldLabel } from '../labels.ts'

export type FieldNames = readonly Pick<OwnField, 'name' | 'label' | 'type' | 'asked'>[]

/** How an own field is called; one that no form asks for any more says so, since another may have its words. */
export function fieldTitle(fields: FieldNames, name: string): string {
  const field = fields.find(each => each.name === name)
  if (!field) return fieldLabel(name)
  return field.asked ? field.label : `${field.label} (campo anterior)`
}

/** An answer as people read it. */
export function answerText(fields: FieldNames, name: string, value: string): string {
  if (fields.find(each => each.name === name)?.type !== 'checkbox') return value
  return value === 'true' ? 'Sim' : 'Não'
}
