import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ContactChannel, ContactOutcome } from '../../../../../services/account/activities/rules.ts'
import type { Activity } from '../../../../../services/account/activities/schema.ts'
import type { EmployeeOption } from '../../../../../services/account/employees/schema.ts'
import type { Consent, NewConsent } from '../../../../../services/leads/consents/schema.ts'
import type {
  CompanyPerson,
  LeadDetail,
  Likeness,
  TypedAnswer,
  TypedLead
} from '../../../../../services/leads/leads/pageSchema.ts'
import type { Lead, LeadChange } from '../../../../../services/leads/leads/schema.ts'
import type { Merged, NewMerge } from '../../../../../services/leads/merges/schema.ts'
import type { NewNote, Note, NoteChange } from '../../../../../services/leads/notes/schema.ts'
import type { NewTask, Task, TaskChange } from '../../../../../services/leads/tasks/schema.ts'
import type { Timeline } from '../../../../../services/leads/timeline/schema.ts'
import { download } from '../../../core/download.ts'
import { HttpError } from '../../../core/http.ts'
import { useUser } from '../../../shell/access.ts'
import { call, get, read, useWrite } from '../../../ui/data.ts'
import { readLead } from '../record.ts'

// Everything under `leads`, so that whatever changes a lead refreshes it.
const oneLead = (id: string) => ['leads', 'one', id]

/** One lead. Its id is another one where it was merged. */
export const useLead = (id: string) =>
  useQuery<LeadDetail, Error>({
    queryKey: oneLead(id),
    queryFn: async ({ signal }) => {
      const lead = await get<LeadDetail>(`/api/leads/${id}`, signal)
      return { ...lead, ...readLead(lead) }
    }
  })

/** A lead as it is now, past what is kept. */
export const readNow = async (id: string): Promise<Lead> => readLead(await get<Lead>(`/api/leads/${id}`))

/** Announces to the colleagues that the lead is open here. They lose nothing where it fails. */
export function sayViewing(id: string): void {
  call('POST', `/api/leads/${id}/viewing`).catch(() => {})
}

export const useTimeline = (id: string, kinds: string) =>
  useInfiniteQuery({
    queryKey: ['leads', 'timeline', id, kinds],
    queryFn: async ({ signal, pageParam }) => {
      const query = new URLSearchParams({ ...(kinds && { kinds }), ...(pageParam && { before: pageParam }) })
      return get<Timeline>(`/api/leads/${id}/timeline?${query}`, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: before => before
  })

/** The last contact of this person with a lead, where nobody has said yet what came of it. */
export function useOpenContact(id: string): { activityId: string; channel: ContactChannel; at: string } | undefined {
  const me = useUser()?.companyEmployee?.id
  const { data } = useTimeline(id, '')
  const last = data?.pages[0]?.items.find(({ kind, data }) => kind === 'contact' && data.actorId === me)
  if (!me || !last?.data.channel || last.data.outcome) return undefined
  return { activityId: String(last.data.activityId), channel: last.data.channel as ContactChannel, at: last.at }
}

export const useFieldHistory = (id: string, field: string) =>
  useQuery(read<Timeline>(`/api/leads/${id}/timeline?kinds=change&field=${field}`, ['leads', 'history', id, field]))

export const useDuplicates = (id: string) =>
  useQuery(read<Likeness[]>(`/api/leads/${id}/duplicates`, ['leads', 'duplicates', id]))

/** Other leads of the firm, read again where the firm is another one. */
export const useCompanyPeople = ({ id, cnpj, company }: Pick<Lead, 'id' | 'cnpj' | 'company'>) =>
  useQuery({
    ...read<CompanyPerson[]>(`/api/leads/${id}/company`, ['leads', 'company', id, cnpj ?? '', company ?? '']),
    enabled: cnpj !== null || company !== null
  })

export const useConsents = (id: string) =>
  useQuery(read<Consent[]>(`/api/leads/${id}/consents`, ['leads', 'consents', id]))

/** The colleagues, and whether each sees the lead. */
export const useColleagues = (id: string, { enabled = true } = {}) =>
  useQuery({
    ...read<EmployeeOption[]>(`/api/employees/options?leadId=${id}`, ['leads', 'colleagues', id]),
    enabled
  })

export const useOpenTasks = (id: string) => useQuery(read<Task[]>(`/api/tasks?leadId=${id}`, ['leads', 'tasks', id]))

/** Leads that resemble what is being typed; asked once there is enough of it. */
export function useSimilar(typed: { name: string; email: string; phone: string; cnpj: string }) {
  const filled = Object.entries(typed).filter(([, value]) => value.trim().length >= 3)
  const query = new URLSearchParams(filled).toString()
  return useQuery({
    ...read<Likeness[]>(`/api/leads/similar?${query}`, ['leads', 'similar', query]),
    enabled: filled.length > 0,
    placeholderData: before => (filled.length > 0 ? before : undefined)
  })
}

/** Milliseconds within which an identical call counts as a double click. */
const doubleClick = 1000

/** Makes a double-clicked call once: a button is not rendered again between two clicks of one hand. */
function useOnce<V, R>(write: (values: V) => Promise<R>): (values: V) => Promise<R> {
  const last = useRef<{ request: string; at: number; answer: Promise<R> }>(null)
  return values => {
    const request = JSON.stringify(values)
    if (last.current?.request === request && Date.now() - last.current.at < doubleClick) return last.current.answer
    const answer = write(values)
    last.current = { request, at: Date.now(), answer }
    // A refused call may be retried at once.
    answer.catch(() => {
      if (last.current?.answer === answer) last.current = null
    })
    return answer
  }
}

/** Whether somebody else has changed meanwhile what a call was to change. */
export const isStale = (error: Error | null): boolean => error instanceof HttpError && error.body.code === 'STALE'

/**
 * `quiet`: the caller shows the refusal. `onDone`: called before anything is read again, for which `shown` does not
 * wait.
 */
type More<R> = { done?: string; quiet?: boolean; shown?: boolean; onDone?: (answer: R) => unknown }

/** Changes something of a lead, once where it is asked for twice: everything shown of leads is read again. */
const useLeadWrite = <V, R = unknown>(
  write: (values: V) => Promise<R>,
  { done, quiet = false, shown = false, onDone }: More<R> = {}
) =>
  useWrite({
    write: useOnce(write),
    refreshes: [['leads']],
    onFailure: () => quiet,
    shown,
    ...(done && { done }),
    ...(onDone && { onDone })
  })

/** Changes fields of a lead. The caller shows the refusal. */
export function useChange(id: string) {
  const queryClient = useQueryClient()
  const change = useLeadWrite((body: LeadChange) => call<Lead>('PUT', `/api/leads/${id}`, body), { quiet: true })
  return { ...change, reread: () => queryClient.invalidateQueries({ queryKey: oneLead(id) }) }
}

/** Gives a lead these tags and no others: at once on screen, and read again where the server refuses. */
export function useTagging(id: string) {
  const queryClient = useQueryClient()
  return useWrite({
    write: useOnce((tags: string[]) => call<Lead>('PUT', `/api/leads/${id}`, { tags })),
    show: async (tags: string[]) => {
      queryClient.setQueryData<LeadDetail>(oneLead(id), lead => lead && { ...lead, tags })
      return () => void queryClient.invalidateQueries({ queryKey: oneLead(id) })
    },
    refreshes: [['leads']]
  })
}

/** Saves a note. `done` is called once it is saved: the next one may be written while leads are read again. */
export const useNewNote = (id: string) =>
  useLeadWrite(
    async ({ done, ...body }: NewNote & { done: () => void }) => {
      const note = await call<Note>('POST', `/api/leads/${id}/notes`, body)
      done()
      return note
    },
    { done: 'Nota salva', shown: true }
  )

/** With `quiet`, the caller shows the refusal. */
export const useNoteChange = (quiet = false) =>
  useLeadWrite(({ id, ...body }: NoteChange & { id: string }) => call<Note>('PUT', `/api/notes/${id}`, body), { quiet })

export const useNoteRemoval = () =>
  useLeadWrite(({ id, restore }: { id: string; restore?: boolean }) =>
    restore ? call<Note>('POST', `/api/notes/${id}/restore`) : call<Note>('DELETE', `/api/notes/${id}`)
  )

export const useNewTask = () =>
  useLeadWrite((body: NewTask) => call<Task>('POST', '/api/tasks', body), { done: 'Tarefa criada' })

/** With `quiet`, the caller shows the refusal. */
export const useTaskChange = (quiet = false) =>
  useLeadWrite(({ id, ...body }: TaskChange & { id: string }) => call<Task>('PUT', `/api/tasks/${id}`, body), { quiet })

export const useTaskRemoval = () =>
  useLeadWrite(({ id, restore }: { id: string; restore?: boolean }) =>
    restore ? call('POST', `/api/tasks/${id}/restore`) : call('DELETE', `/api/tasks/${id}`)
  )

export const useContact = (id: string) =>
  useLeadWrite((body: { channel: ContactChannel; outcome?: ContactOutcome }) =>
    call<Activity>('POST', `/api/leads/${id}/contacts`, body)
  )

export const useOutcome = (id: string) =>
  useLeadWrite(({ activityId, outcome }: { activityId: string; outcome: ContactOutcome }) =>
    call<Activity>('PUT', `/api/leads/${id}/contacts/${activityId}`, { outcome })
  )

export const useTellApart = (id: string) =>
  useLeadWrite((otherId: string) => call('DELETE', `/api/leads/${id}/duplicates/${otherId}`), {
    done: 'Não aparecem mais como duplicados'
  })

/** `onDone` is called before the two are read again as one: what shows them is gone after that. */
export const useMerge = (id: string, onDone: (merged: Merged) => void) =>
  useLeadWrite((body: NewMerge) => call<Merged>('POST', `/api/leads/${id}/merge`, body), { quiet: true, onDone })

export const useMergeUndo = (onDone: (undone: Merged) => void = () => {}) =>
  useLeadWrite((mergeId: string) => call<Merged>('POST', `/api/merges/${mergeId}/undo`), { onDone })

export const useNewConsent = (id: string) =>
  useLeadWrite((body: NewConsent) => call<Consent>('POST', `/api/leads/${id}/consents`, body), {
    done: 'Decisão registrada'
  })

/** Deletes a lead, or takes that back. `onRemoved` is called before the page learns that there is no such lead. */
export const useRemoval = (id: string, onRemoved: () => void) =>
  useWrite({
    write: ({ restore }: { restore: boolean }) =>
      restore ? call('POST', `/api/leads/${id}/restore`) : call('DELETE', `/api/leads/${id}`),
    onDone: (_answer, { restore }) => {
      if (!restore) onRemoved()
    },
    refreshes: [['leads']]
  })

/** Saves all that is kept of a lead as a file. */
export const useExport = (id: string) =>
  useWrite({
    write: async () => {
      const everything = await get(`/api/leads/${id}/export`)
      download(`lead-${id}.json`, JSON.stringify(everything, null, 2), 'application/json')
    }
  })

/** Copies a link by which the person sees their own data, for somebody without an e-mail on record. */
export const usePersonLink = (id: string) =>
  useLeadWrite(
    async () => {
      const { url } = await call<{ url: string }>('POST', `/api/leads/${id}/person-link`)
      await navigator.clipboard.writeText(url).catch(() => {
        throw new Error('Não foi possível copiar o link.')
      })
    },
    { done: 'Link copiado. Vale por 24 horas e abre uma vez.' }
  )

export const useTyping = (onDone: (answer: TypedAnswer) => void) =>
  useLeadWrite((body: TypedLead) => call<TypedAnswer>('POST', '/api/leads', body), { shown: true, onDone })
