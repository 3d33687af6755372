import { type FormEvent, useState } from 'react'
import { failures, useFieldErrors } from '../parts/fieldErrors.ts'

type Asked<Answer> = {
  /** The form's only field. */
  name: string
  check: (name: string, value: string) => string | undefined
  ask: (value: string) => Promise<Answer>
  explain: (error: unknown) => string
}

/** A form of one field that asks for a link by e-mail, which can be asked for again. */
export function useLinkRequest<Answer>({ name, check, ask, explain }: Asked<Answer>) {
  const { form, errors, events, show, values } = useFieldErrors(check)
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const value = values()[name] ?? ''
    const failed = failures({ [name]: value }, [name], check)
    if (failed) return show(failed)
    setBusy(true)
    setProblem(null)
    setAnswer(null)
    try {
      setAnswer(await ask(value.trim()))
    } catch (error) {
      setProblem(explain(error))
    }
    setBusy(false)
  }

  return { error: errors[name], busy, answer, problem, formProps: { ref: form, noValidate: true, onSubmit, ...events } }
}
