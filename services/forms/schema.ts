import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, oneOf } from '../core/schema.ts'
import { fieldTypes } from './rules.ts'

export const FormField = Type.Object({
  id: Type.String(),
  name: Type.String(),
  label: Type.String(),
  type: oneOf(fieldTypes),
  placeholder: Type.Optional(Type.String()),
  required: Type.Boolean(),
  options: Type.Optional(Type.Array(Type.String()))
})

/** What a visitor may know of a company's form. */
export const PublicForm = Type.Object({
  company: Type.Object({ id: Id, name: Type.String(), cnpj: Nullable(Type.String()), timeZone: Type.String() }),
  title: Type.String(),
  description: Type.String(),
  fields: Type.Array(FormField),
  today: Type.String({ description: 'yyyy-MM-dd in the company’s time zone' })
})
export type PublicForm = Static<typeof PublicForm>
