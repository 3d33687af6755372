import { type ReactNode, useCallback, useState } from 'react'
import type { LeadStatus } from '../../../../services/leads/leads/rules.ts'
import type { Lead } from '../../../../services/leads/leads/schema.ts'
import { useListedStatus } from './api.ts'
import { LostDialog } from './lazily.ts'
import { useWon } from './WonValue.tsx'

/** Changes the status of a lead of the list. A loss asks why first; `dialog` is where it asks. */
export function useStatusChange(): { change: (lead: Lead, status: LeadStatus) => void; dialog: ReactNode } {
  const { mutate } = useListedStatus()
  const onWon = useWon()
  const [losing, setLosing] = useState<Lead | null>(null)

  const change = useCallback(
    (lead: Lead, status: LeadStatus) => {
      if (status === lead.status) return
      if (status === 'lost') setLosing(lead)
      else mutate({ lead, status, lostReason: null }, { onSuccess: () => onWon(lead, status) })
    },
    [mutate, onWon]
  )

  const dialog = losing && (
    <LostDialog
      name={`o lead ${losing.name}`}
      onClose={() => setLosing(null)}
      onSubmit={reason => {
        setLosing(null)
        mutate({ lead: losing, status: 'lost', lostReason: reason })
      }}
    />
  )
  return { change, dialog }
}
