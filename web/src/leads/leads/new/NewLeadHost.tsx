import { useEffect, useState } from 'react'
import { onDemand } from '../../../ui/onDemand.tsx'
import { newLeadAsked } from './newLead.ts'

const NewLeadDialog = onDemand(async () => (await import('./NewLeadDialog.tsx')).NewLeadDialog)

/** Hosts the dialog in which a lead is typed, for every button that opens it. */
export function NewLeadHost() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const show = () => setOpen(true)
    addEventListener(newLeadAsked, show)
    return () => removeEventListener(newLeadAsked, show)
  }, [])
  return open && <NewLeadDialog onClose={() => setOpen(false)} />
}
