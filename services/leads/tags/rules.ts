/** Names of colours; the theme defines them for light and dark. */
export const tagColors = ['slate', 'red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet', 'pink'] as const
export type TagColor = (typeof tagColors)[number]

export const maxTags = 200
