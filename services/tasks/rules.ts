const [earliest, latest] = [Date.parse('1970-01-01T00:00:00Z'), Date.parse('2100-01-01T00:00:00Z')]

/** Whether somebody may mean this moment, in milliseconds, for their plans: beyond these years it is a slip, or half typed. */
export const plannable = (at: number): boolean => at >= earliest && at < latest

export const plannableText = 'Escolha um dia entre 1970 e 2100.'
