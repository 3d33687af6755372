import { type ReactNode, useState } from 'react'
import type { Lead, LeadChange } from '../../../services/leads/schema.ts'
import { HttpError } from '../core/http.ts'
import { readNow, useChange } from './api.ts'
import { StaleDialog } from './StaleDialog.tsx'

type Field = keyof LeadChange & keyof Lead

type Stale = { text: string; now: Lead; change: LeadChange; done: () => void }

/**
 * Saves one field of a lead as it was read. Where somebody has changed it meanwhile, both values are shown and the
 * person decides. `errors` are those of the last attempt, by field; `dialog` is where it asks.
 */
export function useSave(lead: Lead) {
  const { mutate, isPending, reread } = useChange(lead.id)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [stale, setStale] = useState<Stale | null>(null)

  function save(change: LeadChange, done: () => void = () => {}, known: Lead = lead): void {
    setErrors({})
    const fields = Object.keys(change) as Field[]
    const expected = Object.fromEntries(fields.map(field => [field, known[field]]))
    mutate(
      { ...change, expected },
      {
        onSuccess: done,
        onError: async error => {
          const { code, errors: at = {} } = error instanceof HttpError ? error.body : {}
          if (code === 'STALE') {
            const now = await readNow(lead.id).catch(() => null)
            if (now) return setStale({ text: error.message, now, change, done })
          }
          const first = fields[0] ?? ''
          setErrors(Object.keys(at).length > 0 ? at : { [first]: error.message })
        }
      }
    )
  }

  const field = stale && (Object.keys(stale.change)[0] as Field)
  const dialog: ReactNode = stale && field && (
    <StaleDialog
      text={stale.text}
      field={field}
      theirs={stale.now[field]}
      mine={stale.change[field]}
      onTheirs={() => {
        void reread()
        stale.done()
        setStale(null)
      }}
      onMine={() => {
        setStale(null)
        save(stale.change, stale.done, stale.now)
      }}
    />
  )
  return { save, saving: isPending, errors, forget: () => setErrors({}), dialog }
}
