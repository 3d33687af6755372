import { useEffect, useState } from 'react'
import type { PublicForm } from '../../../../services/leads/forms/schema.ts'
import type { PageData } from '../../../../services/site/schema.ts'
import { HttpError } from '../../core/http.ts'
import { queryOf } from '../page.ts'
import type { Failure } from './problems.ts'

type Answer = { company: string; form?: PublicForm; failure?: Failure }

/** The form of a company: what the server already sent, else what the API answers. */
export function useCompanyForm(company: string | null, page: PageData) {
  const [answer, setAnswer] = useState<Answer | null>(
    company !== null && (page.form || page.error) ? { company, form: page.form, failure: page.error } : null
  )
  const current = answer?.company === company ? answer : null
  const missing = company !== null && current === null

  useEffect(() => {
    if (!missing) return
    const calls = new AbortController()
    // Fetched where it is needed: most pages come with their form.
    const loading = import('./loadForm.ts').then(({ loadForm }) => loadForm(company, queryOf(page), calls.signal))
    loading.then(
      form => setAnswer({ company, form }),
      error => {
        if (!calls.signal.aborted) setAnswer({ company, failure: failureOf(error) })
      }
    )
    return () => calls.abort()
  }, [missing, company, page])

  return { form: current?.form, failure: current?.failure, retry: () => setAnswer(null) }
}

const failureOf = (error: unknown): Failure =>
  error instanceof HttpError ? { status: error.status, message: error.message } : { status: 500, message: '' }
