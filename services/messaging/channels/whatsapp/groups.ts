/** The kind of a group's address, beside those of people. */
export const groupKind = 'group'
