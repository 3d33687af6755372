/**
 * One answer, for the form, typing, import and the API alike, to whether two records are one person. The database holds
 * the rule (`same_person` in step 16), because it is asked in the statements that store leads.
 */

/** What two records have in common; `phone9`: one of the mobiles lacks its ninth digit. */
export const matchReasons = ['phone', 'phone9', 'email', 'cnpj', 'name'] as const
export type MatchReason = (typeof matchReasons)[number]

export const matchLabels: Record<MatchReason, string> = {
  phone: 'mesmo telefone',
  phone9: 'mesmo celular sem o 9',
  email: 'mesmo e-mail',
  cnpj: 'mesmo CNPJ',
  name: 'mesmo nome'
}
