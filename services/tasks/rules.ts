const [earliest, latest] = [Date.parse('1970-01-01T00:00:00Z'), Date.parse('2100-01-01T00:00:00Z')]

/** True for a plausible due time in milliseconds; years out of range are typing errors. */
export const plannable = (at: number): boolean => at >= earliest && at < latest

export const plannableText = 'Escolha um dia entre 1970 e 2100.'
