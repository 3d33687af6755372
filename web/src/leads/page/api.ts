import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNotify } from 'react-admin'
import type { Activity } from '../../../../services/activities/schema.ts'
import type { Consent, NewConsent } from '../../../../services/consents/schema.ts'
import type { EmployeeOption } from '../../../../services/employees/schema.ts'
import type { LeadDetail, Likeness, TypedAnswer, TypedLead } from '../../../../services/leads/pageSchema.ts'
import type { ContactChannel, ContactOutcome } from '../../../../services/leads/rules.ts'
import type { Lead, LeadChange } from '../../../../services/leads/schema.ts'
import type { Merged, NewMerge } from '../../../../services/merges/schema.ts'
import type { NewNote, Note, NoteChange } from '../../../../services/notes/schema.ts'
import type { NewTask, Task, TaskChange } from '../../../../services/tasks/schema.ts'
import type { Timeline } from '../../../../services/timeline/schema.ts'
import { HttpError, request } from '../../core/http.ts'
import { retry } from '../../shell/queryClient.ts'
import { readLead } from '../record.ts'

// Everything under `leads`, so that whatever changes a lead refreshes it.
const oneLead = (id: string) => ['leads', 'one', id]

/** One lead. Its id is another one where it was merged. */
export const useLead = (id: string) =>
  useQuery<LeadDetail, Error>({
    queryKey: oneLead(id),
    queryFn: async ({ signal }) => {
      const { json } = await request<LeadDetail>(`/api/leads/${id}`, { signal })
      return { ...json, ...readLead(json) }
    },
    retry
  })

/** A lead as it is now, past what is kept. */
export const readNow = async (id: string): Promise<Lead> => readLead((await request<Lead>(`/api/leads/${id}`)).json)

const get = <T>(path: string, ...key: unknown[]) => ({
  queryKey: ['leads', ...key],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await request<T>(path, { signal })).json
})

export const useTimeline = (id: string, kinds: string) =>
  useInfiniteQuery({
    queryKey: ['leads', 'timeline', id, kinds],
    queryFn: async ({ signal, pageParam }) => {
      const query = new URLSearchParams({ ...(kinds && { kinds }), ...(pageParam && { before: pageParam }) })
      return (await request<Timeline>(`/api/leads/${id}/timeline?${query}`, { signal })).json
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: before => before
  })

export const useFieldHistory = (id: string, field: string) =>
  useQuery(get<Timeline>(`/api/leads/${id}/timeline?kinds=change&field=${field}`, 'history', id, field))

export const useDuplicates = (id: string) => useQuery(get<Likeness[]>(`/api/leads/${id}/duplicates`, 'duplicates', id))

export const useConsents = (id: string) => useQuery(get<Consent[]>(`/api/leads/${id}/consents`, 'consents', id))

/** The colleagues, and whether each sees the lead. */
export const useColleagues = (id: string, { enabled = true } = {}) =>
  useQuery({ ...get<EmployeeOption[]>(`/api/employees/options?leadId=${id}`, 'colleagues', id), enabled })

export const useOpenTasks = (id: string) => useQuery(get<Task[]>(`/api/tasks?leadId=${id}`, 'tasks', id))

/** Leads that resemble what is being typed; asked once there is enough of it. */
export function useSimilar(typed: { name: string; email: string; phone: string; cnpj: string }) {
  const given = Object.entries(typed).filter(([, value]) => value.trim().length >= 3)
  const query = new URLSearchParams(given).toString()
  return useQuery({
    ...get<Likeness[]>(`/api/leads/similar?${query}`, 'similar', query),
    enabled: given.length > 0,
    placeholderData: before => (given.length > 0 ? before : undefined)
  })
}

/** Whoever asks for the very same again within this time, in milliseconds, has clicked twice. */
const doubleClick = 1000

/** The call, made once where it is asked for twice: a button is not drawn anew between two clicks of one hand. */
function useOnce<V, R>(call: (values: V) => Promise<R>): (values: V) => Promise<R> {
  const last = useRef<{ asked: string; at: number; answer: Promise<R> }>(null)
  return values => {
    const asked = JSON.stringify(values)
    if (last.current?.asked === asked && Date.now() - last.current.at < doubleClick) return last.current.answer
    const answer = call(values)
    last.current = { asked, at: Date.now(), answer }
    // What was refused may be tried again at once.
    answer.catch(() => {
      if (last.current?.answer === answer) last.current = null
    })
    return answer
  }
}

/** Whether somebody else has changed meanwhile what a call was to change. */
export const isStale = (error: Error | null): boolean => error instanceof HttpError && error.body.code === 'STALE'

/** A call that changes something of a lead: everything shown of leads is read again, and a refusal is told. */
function useCall<V, R = unknown>(call: (values: V) => Promise<R>, done?: string, quiet = false) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const mutationFn = useOnce(call)
  return useMutation<R, Error, V>({
    mutationFn,
    onSuccess: () => {
      if (done) notify(done, { type: 'success' })
      return queryClient.invalidateQueries({ queryKey: ['leads'] })
    },
    onError: error => {
      if (!quiet) notify(error.message, { type: 'error' })
      // What it is now is to be seen.
      if (isStale(error)) void queryClient.invalidateQueries({ queryKey: ['leads'] })
    }
  })
}

const send = async <T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T> =>
  (await request<T>(path, { method, ...(body && { body }) })).json

/** Changes fields of a lead. Whoever asks shows the refusal. */
export function useChange(id: string) {
  const queryClient = useQueryClient()
  const change = useCall((body: LeadChange) => send<Lead>('PUT', `/api/leads/${id}`, body), undefined, true)
  /** Shows a value before the server has it; a refusal reads the lead again. */
  const show = (values: Partial<Lead>) =>
    queryClient.setQueryData<LeadDetail>(oneLead(id), lead => lead && { ...lead, ...values })
  return { ...change, show, reread: () => queryClient.invalidateQueries({ queryKey: oneLead(id) }) }
}

/** Saves a note. `done` is called once it is saved; what is shown of leads is read again after that. */
export const useNewNote = (id: string) =>
  useCall(async ({ done, ...body }: NewNote & { done: () => void }) => {
    const note = await send<Note>('POST', `/api/leads/${id}/notes`, body)
    done()
    return note
  }, 'Nota salva')

/** Whoever asks quietly shows the refusal. */
export const useNoteChange = (quiet = false) =>
  useCall(
    ({ id, ...body }: NoteChange & { id: string }) => send<Note>('PUT', `/api/notes/${id}`, body),
    undefined,
    quiet
  )

export const useNoteRemoval = () =>
  useCall(({ id, restore }: { id: string; restore?: boolean }) =>
    restore ? send<Note>('POST', `/api/notes/${id}/restore`) : send<Note>('DELETE', `/api/notes/${id}`)
  )

export const useNewTask = () => useCall((body: NewTask) => send<Task>('POST', '/api/tasks', body), 'Tarefa criada')

/** Whoever asks quietly shows the refusal. */
export const useTaskChange = (quiet = false) =>
  useCall(
    ({ id, ...body }: TaskChange & { id: string }) => send<Task>('PUT', `/api/tasks/${id}`, body),
    undefined,
    quiet
  )

export const useTaskRemoval = () =>
  useCall(({ id, restore }: { id: string; restore?: boolean }) =>
    restore ? send('POST', `/api/tasks/${id}/restore`) : send('DELETE', `/api/tasks/${id}`)
  )

export const useContact = (id: string) =>
  useCall((body: { channel: ContactChannel; outcome?: ContactOutcome }) =>
    send<Activity>('POST', `/api/leads/${id}/contacts`, body)
  )

export const useOutcome = (id: string) =>
  useCall(({ activityId, outcome }: { activityId: string; outcome: ContactOutcome }) =>
    send<Activity>('PUT', `/api/leads/${id}/contacts/${activityId}`, { outcome })
  )

export const useTellApart = (id: string) =>
  useCall(
    (otherId: string) => send('DELETE', `/api/leads/${id}/duplicates/${otherId}`),
    'Não aparecem mais como duplicados'
  )

export const useMerge = (id: string) =>
  useCall((body: NewMerge) => send<Merged>('POST', `/api/leads/${id}/merge`, body), undefined, true)

export const useMergeUndo = () => useCall((mergeId: string) => send<Merged>('POST', `/api/merges/${mergeId}/undo`))

export const useNewConsent = (id: string) =>
  useCall((body: NewConsent) => send<Consent>('POST', `/api/leads/${id}/consents`, body), 'Decisão registrada')

/** Deletes a lead, or takes that back. `onRemoved` is called before the page learns that there is no such lead. */
export function useRemoval(id: string, onRemoved: () => void) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  return useMutation<unknown, Error, { restore: boolean }>({
    mutationFn: ({ restore }) =>
      restore ? send('POST', `/api/leads/${id}/restore`) : send('DELETE', `/api/leads/${id}`),
    onSuccess: (_answer, { restore }) => {
      if (!restore) onRemoved()
      return queryClient.invalidateQueries({ queryKey: ['leads'] })
    },
    onError: error => notify(error.message, { type: 'error' })
  })
}

export const useTyping = () =>
  useCall((body: TypedLead) => send<TypedAnswer>('POST', '/api/leads', body), undefined, true)
