import { type FocusEvent, type FormEvent, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export type Values = Record<string, string>
export type Errors = Record<string, string | undefined>

type Check = (name: string, value: string) => string | undefined

type Named = { name?: string; value?: string }

const nameOf = (target: EventTarget) => (target as Named).name ?? ''

/**
 * The errors of a form whose inputs keep their own text: a field is checked when it is left, editing it clears its
 * error, and what was typed, filled in or restored before the page was alive is never lost.
 */
export function useFieldErrors(check: Check, initial: Errors = {}) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>(initial)
  // The same at each drawing: an effect that reads the values must not run for its own sake.
  const values = useCallback((): Values => valuesOf(form.current), [])

  /** Shows the errors and puts the cursor into the first field that has one. */
  function show(next: Errors): void {
    flushSync(() => setErrors(next))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
  }

  return {
    form,
    errors,
    setErrors,
    show,
    values,
    clear: (name: string) => setErrors(({ [name]: _, ...others }) => others),
    events: {
      onInput: (event: FormEvent) => {
        const name = nameOf(event.target)
        setErrors(current => (current[name] === undefined ? current : { ...current, [name]: undefined }))
      },
      onBlur: (event: FocusEvent) => {
        // The window lost the focus, not the field.
        if (document.activeElement === event.target) return
        const { name = '', value = '' } = event.target as Named
        if (name) setErrors(current => ({ ...current, [name]: check(name, value) }))
      }
    }
  }
}

function valuesOf(form: HTMLFormElement | null): Values {
  const values: Values = {}
  if (form) for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value
  return values
}

/** The messages of all fields that fail; null where none does. */
export function failures(values: Values, names: readonly string[], check: Check): Errors | null {
  const failed = names.flatMap(name => {
    const error = check(name, values[name] ?? '')
    return error ? [[name, error]] : []
  })
  return failed.length > 0 ? Object.fromEntries(failed) : null
}
