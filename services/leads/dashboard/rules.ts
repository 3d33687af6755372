/** The dashboard's blocks, which a person may hide and reorder, in their default order. */
export const dashboardBlocks = ['queue', 'start', 'figures', 'appointments', 'charts', 'usage', 'activities'] as const
export type DashboardBlock = (typeof dashboardBlocks)[number]

/** All blocks in the person's order; those not placed follow in the default order. */
export const inOrder = (placed: readonly string[]): DashboardBlock[] => [
  ...placed.filter((block): block is DashboardBlock => dashboardBlocks.some(known => known === block)),
  ...dashboardBlocks.filter(block => !placed.includes(block))
]

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

/** Of fewer, a share says more than is known: '2 de 3' is told instead. */
export const fewLeads = 10
