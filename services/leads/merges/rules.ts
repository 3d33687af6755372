import { type FieldWith, fieldsWith } from '../leads/fields.ts'

/** Days for which a merge can be undone. */
export const undoDays = 30

/** Fields for which a merge lets the user choose; custom fields are named `custom.` and their name. */
export const choosableFields = fieldsWith('mergeable')
export type ChoosableField = FieldWith<'mergeable'>

/**
 * The reasons why two records may be one person. The rule is in the database (services/leads/leads/identity.sql), since
 * the statements that store leads need it, and is the same for forms, typing, imports and the API. `phone9`: one of the
 * mobiles lacks its ninth digit; `similar`: the names sound alike.
 */
export const matchReasons = ['phone', 'phone9', 'email', 'cnpj', 'name', 'similar'] as const
export type MatchReason = (typeof matchReasons)[number]

export const matchLabels: Record<MatchReason, string> = {
  phone: 'mesmo telefone',
  phone9: 'mesmo celular sem o 9',
  email: 'mesmo e-mail',
  cnpj: 'mesmo CNPJ',
  name: 'mesmo nome',
  similar: 'nome parecido'
}

/** How likely two leads are one person. */
export const matchStrengths = ['strong', 'medium', 'weak'] as const
export type MatchStrength = (typeof matchStrengths)[number]

export const strengthLabels: Record<MatchStrength, string> = {
  strong: 'Muito provável',
  medium: 'Provável',
  weak: 'Possível'
}
