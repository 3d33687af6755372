import { type FieldWith, fieldsWith } from '../leads/fields.ts'

/** How long a merge can be undone. */
export const undoDays = 30

/** The fields for which a merge asks whose value stays; answers to own fields are chosen as `custom.` and their name. */
export const choosableFields = fieldsWith('mergeable')
export type ChoosableField = FieldWith<'mergeable'>

/**
 * What two records have in common: one answer, for the form, typing, import and the API alike. The database holds the
 * rule (services/leads/identity.sql), because it is asked in the statements that store leads.
 * `phone9`: one of the mobiles lacks its ninth digit; `similar`: the names read alike.
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

/** How sure it is that two leads are one person. */
export const matchStrengths = ['strong', 'medium', 'weak'] as const
export type MatchStrength = (typeof matchStrengths)[number]

export const strengthLabels: Record<MatchStrength, string> = {
  strong: 'Muito provável',
  medium: 'Provável',
  weak: 'Possível'
}
