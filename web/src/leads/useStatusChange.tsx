import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { useNotify } from 'react-admin'
import { type LeadStatus, statusLabels } from '../../../services/leads/rules.ts'
import type { Lead } from '../../../services/leads/schema.ts'
import { changeLead, type LeadPage } from './api.ts'
import { LostDialog } from './lazily.ts'

/**
 * Changes the status of a lead of the list: at once on screen, taken back where the server refuses. A loss asks why
 * first; `dialog` is where it asks.
 */
export function useStatusChange(): { change: (lead: Lead, status: LeadStatus) => void; dialog: ReactNode } {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [losing, setLosing] = useState<Lead | null>(null)

  const send = useCallback(
    async (lead: Lead, status: LeadStatus, lostReason: string | null) => {
      const show = (next: Lead) =>
        queryClient.setQueriesData<LeadPage>(
          { queryKey: ['leads', 'page'] },
          page => page && { ...page, leads: page.leads.map(each => (each.id === next.id ? next : each)) }
        )
      await queryClient.cancelQueries({ queryKey: ['leads', 'page'] })
      show({ ...lead, status, lostReason })
      try {
        const change = { status, ...(status === 'lost' && { lostReason }), expected: { status: lead.status } }
        show(await changeLead(lead.id, change))
        notify(`${lead.name}: ${statusLabels[status]}`, { type: 'success' })
      } catch (error) {
        show(lead)
        notify(error instanceof Error ? error.message : '', { type: 'error' })
      }
      void queryClient.invalidateQueries({ queryKey: ['leads'] })
    },
    [notify, queryClient]
  )

  const change = useCallback(
    (lead: Lead, status: LeadStatus) => {
      if (status === lead.status) return
      if (status === 'lost') setLosing(lead)
      else void send(lead, status, null)
    },
    [send]
  )

  const dialog = losing && (
    <LostDialog
      name={`o lead ${losing.name}`}
      onClose={() => setLosing(null)}
      onSubmit={reason => {
        setLosing(null)
        void send(losing, 'lost', reason)
      }}
    />
  )
  return { change, dialog }
}
