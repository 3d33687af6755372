import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNotify } from 'react-admin'
import { saveFile } from '../core/download.ts'
import { failureOf, HttpError, request, send } from '../core/http.ts'

/** Reads the JSON at a path. */
export const get = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await request<T>(path, signal ? { signal } : {})).json

/** A form that is being saved (form.tsx): it is clean before `onDone` closes it, and shows a failure itself. */
export type SavingForm = {
  saved: () => void
  failed: (error: Error) => void
  /** The same for each attempt to save the same values, which creates one thing at most. */
  key: string
  /** Ends the attempt, once another one takes its place. */
  signal: AbortSignal
}

/** The form whose `write` runs at this moment: its calls carry the form's key, and end with its attempt. */
let saving: SavingForm | undefined

/** Calls what changes something, and reads its answer. */
export const call = async <T = unknown>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown
): Promise<T> => {
  const { key, signal } = saving ?? {}
  const headers = new Headers(key !== undefined && method === 'POST' ? { 'Idempotency-Key': key } : {})
  return (await request<T>(path, { method, body, headers, ...(signal && { signal }) })).json
}

/** Calls what is done once, however often it is sent with the same key, and reads its answer. */
export const callOnce = async <T>(path: string, key: string, body: unknown): Promise<T> =>
  (await request<T>(path, { method: 'POST', body, headers: new Headers({ 'Idempotency-Key': key }) })).json

/** Options of `useQuery` that read a path. Live events refresh it by the first part of its key. */
export const read = <T>(path: string, queryKey: QueryKey) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => get<T>(path, signal)
})

/** Saves a file that only who is signed in may read. `refusal` is what is said where it does not come. */
export async function saveFrom(path: string, name: string, refusal: string): Promise<void> {
  const response = await send(path)
  if (!response.ok) {
    const { status } = await failureOf(path, response)
    throw new HttpError(status, refusal)
  }
  saveFile(name, await response.blob())
}

/** A screen's reactions to a write. */
export type Written<Answer = unknown> = {
  /** Called once it is done, before anything is read again. */
  onDone?: (answer: Answer) => unknown
  /** Returns true where the failure is shown elsewhere, at the fields for instance. */
  onFailure?: (error: Error) => boolean
}

/** Keys of all that is shown. */
export const everything: readonly QueryKey[] = [[]]

type Write<Values, Answer> = {
  write: (values: Values) => Promise<Answer>
  /** Keys of what is read again; each stands for all keys that begin with it. */
  refreshes?: readonly QueryKey[]
  /** The message after it is done. */
  done?: string | ((answer: Answer, values: Values) => string | undefined)
  /** Called once it is done, before anything is read again. */
  onDone?: (answer: Answer, values: Values) => unknown
  /** Whether `onDone` shows the answer: then nobody waits for what is read again. */
  shown?: boolean
  /** Shows the change before the server has it. Returns the function that reverts it. */
  show?: (values: Values) => Promise<() => void>
  /** Returns true where the failure is shown elsewhere, at the fields for instance. */
  onFailure?: (error: Error) => boolean
}

/** The form that saves, and the function that reverts what was shown before the answer. */
type Attempt = { by: SavingForm | undefined; revert: (() => void) | undefined }

/** The server no longer has what was to be changed, or has it otherwise. */
const isOutOfDate = (error: Error): boolean => error instanceof HttpError && [404, 409].includes(error.status)

/**
 * Does something through the API, says how it went, and has what it changed read again; also where it was refused
 * because what is shown is out of date. It is pending until that is read, unless the answer is `shown` already.
 */
export function useWrite<Values = void, Answer = unknown>({
  write,
  refreshes = [],
  done,
  onDone,
  shown = false,
  show,
  onFailure
}: Write<Values, Answer>) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const refresh = () => Promise.all(refreshes.map(queryKey => queryClient.invalidateQueries({ queryKey })))
  const form = useRef<SavingForm>(undefined)
  const mutation = useMutation<Answer, Error, Values, Attempt>({
    mutationFn: values => {
      saving = form.current
      try {
        return write(values)
      } finally {
        saving = undefined
      }
    },
    onMutate: async values => {
      const by = form.current
      return { by, revert: await show?.(values) }
    },
    onSuccess: async (answer, values, { by }) => {
      // Nothing is to be shown in a form that has gone.
      if (form.current === by) by?.saved()
      const text = typeof done === 'function' ? done(answer, values) : done
      if (text) notify(text, { type: 'success' })
      await onDone?.(answer, values)
      const isRead = refresh()
      if (!shown) await isRead
    },
    onError: (error, _values, attempt) => {
      attempt?.revert?.()
      const { by } = attempt ?? {}
      // Another attempt of the form has taken its place.
      if (by && form.current && form.current !== by) return
      const isShown = onFailure?.(error)
      if (form.current) form.current.failed(error)
      else if (!isShown) notify(error.message, { type: 'error' })
      if (isOutOfDate(error)) void refresh()
    }
  })
  return { ...mutation, form }
}
