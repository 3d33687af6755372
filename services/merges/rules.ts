/** How long a merge can be undone. */
export const undoDays = 30

/** The fields for which a merge asks whose value stays; answers to own fields are chosen as `custom.` and their name. */
export const choosableFields = [
  'name',
  'email',
  'phone',
  'cnpj',
  'company',
  'message',
  'status',
  'ownerId',
  'source',
  'preferredDate',
  'preferredPeriod',
  'preferredTime'
] as const
export type ChoosableField = (typeof choosableFields)[number]
