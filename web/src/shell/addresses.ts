/** The address of the list of leads with a filter. */
export const filteredList = (filter: object): string =>
  `/leads?${new URLSearchParams({ filter: JSON.stringify(filter) })}`

/** Where visitors find a company's form. */
export const publicFormLink = (companyId: string): string => `${location.origin}/leads/new?client=${companyId}`
