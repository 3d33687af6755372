/** Chosen where a column, or a person, is none. */
export const leftOut = '-'

/** A list that opens within the page. */
export const inPlace = { select: { MenuProps: { disablePortal: true } } }

export const twoColumns = { display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }
