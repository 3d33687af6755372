import { type ReactNode, useCallback, useState } from 'react'
import type { Lead } from '../../../../services/leads/leads/schema.ts'
import { usePermitted } from '../../shell/access.ts'
import { useFeatures } from '../../shell/features.ts'

type Booked = Pick<Lead, 'id' | 'name' | 'ownerId'>

/**
 * Offers to book a time with a lead that has just become 'Agendado'. It stays so where nobody books: the time may
 * stand elsewhere. `book` is there for those who may book.
 */
export function useBookingOf(): {
  onMoved: (lead: Booked, from: string, to: string) => void
  book: ((lead: Booked) => void) | undefined
  dialog: ReactNode
} {
  const permitted = usePermitted()
  const booking = useFeatures().find(({ booking }) => booking && permitted(booking.needs))?.booking
  const may = booking !== undefined
  const [lead, setLead] = useState<Booked>()
  const onMoved = useCallback(
    (moved: Booked, from: string, to: string) => {
      if (may && to === 'scheduled' && from !== 'scheduled') setLead(moved)
    },
    [may]
  )
  return {
    onMoved,
    book: may ? setLead : undefined,
    dialog: booking && lead && <booking.Dialog lead={lead} onClose={() => setLead(undefined)} />
  }
}
