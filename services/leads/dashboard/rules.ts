/** The longest period of the figures, in days. */
export const longestPeriod = 366

/** Leads of the queue that are shown at first, and how many more at a time. */
export const queueStart = 5
export const queueLength = 20

/** Leads considered of each kind. */
export const maxQueued = 100

/** Leads waiting longer are counted, but no longer shown in the queue. */
export const waitingDays = 7

/** The count stops here and is shown as "more than". */
export const maxWaiting = 1000

/** The end of each preferred period as an hour of the day, by which the contact is due. */
export const periodEnds = { morning: 12, afternoon: 17, evening: 21 } as const
export const periodStarts = { morning: 8, afternoon: 13, evening: 17 } as const

/** With fewer leads a percentage would claim too much: '2 de 3' is shown instead. */
export const fewLeads = 10
