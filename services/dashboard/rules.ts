/** The blocks of the dashboard that a person may hide and move, in their usual order. */
export const dashboardBlocks = ['start', 'figures', 'queue', 'charts', 'usage', 'activities'] as const
export type DashboardBlock = (typeof dashboardBlocks)[number]

/** All blocks as a person has ordered them; the ones that they have not placed follow in the usual order. */
export const inOrder = (placed: readonly string[]): DashboardBlock[] => [
  ...placed.filter((block): block is DashboardBlock => dashboardBlocks.some(known => known === block)),
  ...dashboardBlocks.filter(block => !placed.includes(block))
]

/** The longest period of the figures, in days. */
export const longestPeriod = 366

/** Leads that the queue of the day shows, until more are asked for. */
export const queueLength = 20

/** It looks at so many of each kind. */
export const mostQueued = 100

/** Who waits longer than this is counted, but no longer stands in the queue of the day. */
export const waitingDays = 7

/** So many of them are told by number; beyond, that there are more. */
export const mostWaiting = 1000

/** The end of each preferred period, as hours of the day; by then the promise is to be kept. */
export const periodEnds = { morning: 12, afternoon: 17, evening: 21 } as const
export const periodStarts = { morning: 8, afternoon: 13, evening: 17 } as const
