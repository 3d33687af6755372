import { useState } from 'react'
import type { LeadDetail } from '../../../../../services/leads/leads/pageSchema.ts'
import { PickLead } from '../PickLead.tsx'
import { MergeDialog } from './MergeDialog.tsx'

/** Looks for the lead that is to be merged into this one. */
export function PickDialog({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const [otherId, setOtherId] = useState<string | null>(null)
  return otherId ? (
    <MergeDialog lead={lead} otherId={otherId} onClose={onClose} />
  ) : (
    <PickLead title="Mesclar com qual lead?" without={lead.id} onPick={setOtherId} onClose={onClose} />
  )
}
