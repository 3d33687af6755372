import { useEffect } from 'react'
import { useNotify } from 'react-admin'
import { useLead } from './api.ts'
import { MergeDialog } from './MergeDialog.tsx'

type Props = { ids: readonly [string, string]; onClose: () => void; onMerged: () => void }

/** Merges the second of two leads of a list into the first. */
export function PairDialog({ ids: [first, second], onClose, onMerged }: Props) {
  const { data: lead, error } = useLead(first)
  const notify = useNotify()

  useEffect(() => {
    if (!error) return
    notify(error.message, { type: 'error' })
    onClose()
  }, [error, notify, onClose])
  return lead && <MergeDialog lead={lead} otherId={second} onClose={onClose} onMerged={onMerged} />
}
