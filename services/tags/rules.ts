/** Colours of tags, by name: what each looks like in light and dark is the theme's. */
export const tagColors = ['slate', 'red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet', 'pink'] as const
export type TagColor = (typeof tagColors)[number]

export const mostTags = 200
