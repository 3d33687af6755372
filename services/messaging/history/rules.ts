/** Days for which messages of people who are no leads are kept aside. */
export const keptDays = 180
