import { useState } from 'react'
import { HttpError } from '../core/http.ts'

export type Errors = Record<string, string>

/** The values being typed and their errors. Changing a field clears its error. */
export function useDraft<T extends object>(initial: T) {
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState<Errors>({})

  function change<K extends keyof T>(field: K, value: T[K]): void {
    setDraft(before => ({ ...before, [field]: value }))
    setErrors(({ [String(field)]: _, ...others }) => others)
  }

  /** Shows what the API said of each field; false where it named none. */
  function fail(error: Error): boolean {
    const named = (error instanceof HttpError && error.body.errors) || {}
    setErrors(named)
    return Object.keys(named).some(name => name in draft)
  }

  return { draft, setDraft, change, errors, setErrors, fail }
}
