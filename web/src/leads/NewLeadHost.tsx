import { lazy, Suspense, useEffect, useState } from 'react'
import { newLeadAsked } from './newLead.ts'

const NewLeadDialog = lazy(async () => ({ default: (await import('../lead/NewLeadDialog.tsx')).NewLeadDialog }))

/** Where the dialog in which a lead is typed opens, whoever asks for it. */
export function NewLeadHost() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const show = () => setOpen(true)
    addEventListener(newLeadAsked, show)
    return () => removeEventListener(newLeadAsked, show)
  }, [])
  if (!open) return null
  return (
    <Suspense>
      <NewLeadDialog onClose={() => setOpen(false)} />
    </Suspense>
  )
}
