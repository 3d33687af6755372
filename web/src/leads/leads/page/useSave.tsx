import { type ReactNode, useState } from 'react'
import type { Lead, LeadChange } from '../../../../../services/leads/leads/schema.ts'
import { HttpError } from '../../../core/http.ts'
import { readNow, useChange } from './api.ts'
import { StaleDialog } from './StaleDialog.tsx'
import { useTitles } from './titles.ts'

type Field = keyof LeadChange & keyof Lead

/** Values of a lead by field; of the answers to own fields only some. */
export type Values = Partial<Record<Field, unknown>>

type Stale = { text: string; now: Lead; change: LeadChange; done: () => void }

const fieldsOf = (change: LeadChange) => Object.keys(change) as Field[]

/** The lead's values of the fields of a change. */
const valuesOf = (lead: Lead, change: LeadChange): Values =>
  Object.fromEntries(
    fieldsOf(change).map(field => [
      field,
      field === 'custom'
        ? Object.fromEntries(Object.keys(change.custom ?? {}).map(name => [name, lead.custom[name]]))
        : lead[field]
    ])
  )

/** The one value that a change is about. */
function onlyOf(change: LeadChange, values: Values): { field: string; value: unknown } {
  const field = fieldsOf(change)[0] as Field
  const value = values[field]
  if (field !== 'custom') return { field, value }
  const name = Object.keys(change.custom ?? {})[0] ?? ''
  return { field: `custom.${name}`, value: (value as Record<string, unknown>)[name] }
}

/**
 * Saves one field of a lead as it was read. Where somebody has changed it meanwhile, both values are shown and the
 * person decides. `errors` are those of the last attempt, by field; `dialog` is where it asks. `save` resolves with
 * the reason why nothing was saved, or null.
 */
export function useSave(lead: Lead) {
  const { mutateAsync, isPending, reread } = useChange(lead.id)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [stale, setStale] = useState<Stale | null>(null)
  const titleOf = useTitles()

  async function save(
    change: LeadChange,
    done: () => void = () => {},
    expected: Values = valuesOf(lead, change)
  ): Promise<Error | null> {
    setErrors({})
    try {
      await mutateAsync({ ...change, expected })
      done()
      return null
    } catch (thrown) {
      const error = thrown as Error
      const { code, errors: at = {} } = error instanceof HttpError ? error.body : {}
      const now = code === 'STALE' ? await readNow(lead.id).catch(() => null) : null
      if (now) setStale({ text: error.message, now, change, done })
      else setErrors(Object.keys(at).length > 0 ? at : { [fieldsOf(change)[0] ?? '']: error.message })
      return error
    }
  }

  const dialog: ReactNode = stale && (
    <StaleDialog
      text={stale.text}
      {...onlyOf(stale.change, valuesOf(stale.now, stale.change))}
      title={titleOf(onlyOf(stale.change, stale.change).field)}
      mine={onlyOf(stale.change, stale.change).value}
      onTheirs={() => {
        void reread()
        stale.done()
        setStale(null)
      }}
      onMine={() => {
        setStale(null)
        void save(stale.change, stale.done, valuesOf(stale.now, stale.change))
      }}
    />
  )
  return { save, saving: isPending, errors, forget: () => setErrors({}), dialog }
}
