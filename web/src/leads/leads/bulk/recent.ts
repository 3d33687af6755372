import { useStore } from 'react-admin'

export const lastBulkKey = 'leads.lastBulk'

/** How long a bulk action of one's own keeps its place above the list; later it is among the recent ones. */
export const shownFor = 15 * 60_000

/** Whether this person has lately started or undone a bulk action here, so that there may be an outcome to show. */
export function useRecentBulk(): boolean {
  const [last] = useStore(lastBulkKey, 0)
  return Date.now() - last < shownFor
}
