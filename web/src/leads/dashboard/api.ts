import { useQuery } from '@tanstack/react-query'
import type { DashboardSettings, Figures, FirstSteps, Queue } from '../../../../services/leads/dashboard/schema.ts'
import { read } from '../../ui/data.ts'
import { useSettings } from '../../ui/settings.ts'

// Under `leads`, so that whatever changes a lead refreshes them too.
const readNumbers = <T>(path: string, query: Record<string, string | undefined> = {}) => {
  const filled = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return read<T>(`${path}?${new URLSearchParams(filled)}`, ['leads', path, ...filled])
}

export const useFigures = ({ from, to }: { from: string; to: string }, owner: string | undefined) =>
  useQuery({ ...readNumbers<Figures>('/api/dashboard', { from, to, owner }), placeholderData: before => before })

export const useQueue = (owner: string | undefined, length: number) =>
  useQuery({
    ...readNumbers<Queue>('/api/dashboard/queue', { owner, length: String(length) }),
    placeholderData: before => before,
    // Promises become late without any event.
    refetchInterval: 60_000
  })

export const useFirstSteps = () => useQuery(readNumbers<FirstSteps>('/api/dashboard/steps'))

/** Which blocks the person sees in which order, and the way to change it. */
export const useBlocks = () => useSettings<DashboardSettings>('/api/dashboard/settings')
