import { type ReactNode, useCallback, useState } from 'react'
import type { Lead } from '../../../../services/leads/leads/schema.ts'
import { kindOfStep } from '../funnels/steps.ts'
import { useListedStatus } from './api.ts'
import { LostDialog } from './lazily.ts'
import { useWon } from './WonValue.tsx'

/** Changes the status of a lead of the list. A loss asks why first; `dialog` is where it asks. */
export function useStatusChange(): { change: (lead: Lead, status: string) => void; dialog: ReactNode } {
  const { mutate } = useListedStatus()
  const onWon = useWon()
  const [losing, setLosing] = useState<{ lead: Lead; status: string } | null>(null)

  const change = useCallback(
    (lead: Lead, status: string) => {
      if (status === lead.status) return
      if (kindOfStep(status) === 'lost') setLosing({ lead, status })
      else mutate({ lead, status, lostReason: null }, { onSuccess: () => onWon(lead, status) })
    },
    [mutate, onWon]
  )

  const dialog = losing && (
    <LostDialog
      name={`o lead ${losing.lead.name}`}
      onClose={() => setLosing(null)}
      onSubmit={reason => {
        setLosing(null)
        mutate({ ...losing, lostReason: reason })
      }}
    />
  )
  return { change, dialog }
}
