import { FormatRegistry, Kind, type TObject, type TSchema, TypeRegistry } from '@sinclair/typebox'
import { ValueErrorType as Type, type ValueError, Errors as walk } from '@sinclair/typebox/errors'
import { readEmail } from '../../../services/core/emails.ts'
import { emailKeyword, refusal } from '../../../services/core/refusals/rules.ts'

/** Sentences by the name of the field, nested ones as `steps.0.waitHours`. */
export type Errors = Record<string, string>

TypeRegistry.Set<TSchema>('Unsafe', ({ enum: options }, value) => !options || options.includes(value))
FormatRegistry.Set('date-time', value => !Number.isNaN(Date.parse(value)))

/** The keyword of JSON Schema for each failure, and the property of the schema that holds its limit. */
const keywords: Partial<Record<Type, string>> = {
  [Type.ObjectRequiredProperty]: 'required',
  [Type.ObjectAdditionalProperties]: 'additionalProperties',
  [Type.StringMinLength]: 'minLength',
  [Type.StringMaxLength]: 'maxLength',
  [Type.StringFormat]: 'format',
  [Type.StringPattern]: 'pattern',
  [Type.Kind]: 'enum',
  [Type.Literal]: 'const',
  [Type.ArrayMinItems]: 'minItems',
  [Type.ArrayMaxItems]: 'maxItems',
  [Type.IntegerMinimum]: 'minimum',
  [Type.IntegerMaximum]: 'maximum',
  [Type.NumberMinimum]: 'minimum',
  [Type.NumberMaximum]: 'maximum'
}

/** Fields hold numbers as they are typed, which the API never gets. */
function sentenceOf({ type, schema, value }: ValueError): string {
  if (type === Type.Integer || type === Type.Number) return 'Digite um número inteiro.'
  // An empty text is missing, whatever else it is not.
  if (value === '') return refusal('required', {})
  const keyword = keywords[type] ?? 'type'
  if (value === null && keyword === 'type') return refusal('required', {})
  return refusal(keyword, { limit: schema[keyword], format: schema.format, pattern: schema.pattern })
}

/**
 * The faults that the API would find in a request's body, in its words. TypeBox's own walk over the schema rather than
 * another library's: the forms and the routes share one schema. Never its compiler, which evaluates code, against the
 * page's policy; and never its resolver for react-hook-form, which knows neither `nullable` nor our e-mails.
 */
export function refusals(schema: TSchema, body: unknown): Errors {
  const errors: Errors = {}
  for (const error of walk(schema, [], body)) {
    if (error.schema.nullable && error.value === null) continue
    // The API reads patterns as Unicode, which TypeBox does not.
    if (error.type === Type.StringPattern && new RegExp(error.schema.pattern, 'u').test(String(error.value))) continue
    errors[error.path.slice(1).replaceAll('/', '.')] ??= sentenceOf(error)
  }
  for (const [path, text] of emailsOf(schema, body))
    if (text && !readEmail(text)) errors[path] ??= refusal(emailKeyword, {})
  return errors
}

function emailsOf(schema: TSchema, value: unknown, path: string[] = []): [string, string][] {
  if (schema[emailKeyword]) return typeof value === 'string' ? [[path.join('.'), value]] : []
  if (schema[Kind] !== 'Object' || !value) return []
  const { properties } = schema as TObject
  return Object.entries(properties).flatMap(([name, each]) =>
    emailsOf(each, (value as Record<string, unknown>)[name], [...path, name])
  )
}
