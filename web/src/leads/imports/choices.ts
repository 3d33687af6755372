/** Chosen where a column, or a person, is none. */
export const leftOut = '-'

export const twoColumns = { display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }
