import { type ReactNode, useCallback, useState } from 'react'
import type { LeadStatus } from '../../../../services/leads/leads/rules.ts'
import type { Lead } from '../../../../services/leads/leads/schema.ts'
import { BookDialog } from '../../calendar/appointments/lazily.ts'
import { useMay } from '../../shell/access.ts'

type Booked = Pick<Lead, 'id' | 'name' | 'ownerId'>

/**
 * Offers to book a time with a lead that has just become 'Agendado'. It stays so where nobody books: the time may
 * stand elsewhere.
 */
export function useBookingOf(): {
  onMoved: (lead: Booked, from: LeadStatus, to: LeadStatus) => void
  book: (lead: Booked) => void
  dialog: ReactNode
} {
  const may = useMay('manage_calendar')
  const [lead, setLead] = useState<Booked>()
  const onMoved = useCallback(
    (moved: Booked, from: LeadStatus, to: LeadStatus) => {
      if (may && to === 'scheduled' && from !== 'scheduled') setLead(moved)
    },
    [may]
  )
  return {
    onMoved,
    book: setLead,
    dialog: lead && (
      <BookDialog lead={lead} draft={{ employeeId: lead.ownerId ?? null }} onClose={() => setLead(undefined)} />
    )
  }
}
