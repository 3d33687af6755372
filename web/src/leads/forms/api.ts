import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Recipient } from '../../../../services/account/recipients/schema.ts'
import type { FormContent } from '../../../../services/leads/forms/rules.ts'
import type { EditedForm, FormRow, FormVersion, Funnel } from '../../../../services/leads/forms/schema.ts'
import { call, get, read, useWrite } from '../../ui/data.ts'

const path = '/api/forms'
const listKey = ['forms', 'list']
const draftKey = (id: string) => ['forms', 'draft', id]
const versionsKey = (id: string) => ['forms', 'versions', id]
const recipientsKey = ['forms', 'recipients']

/** The forms of the company, the first one being the one that visitors get unless the address says more. */
export const useForms = ({ enabled = true } = {}) => useQuery({ ...read<FormRow[]>(path, listKey), enabled })

export const useForm = (id: string) =>
  useQuery({
    ...read<EditedForm>(`${path}/${id}`, draftKey(id)),
    // The editor holds what it has read; another reading under its hands would mix two drafts.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })

/** A form as it is now, past what is kept. */
export const readForm = (id: string): Promise<EditedForm> => get(`${path}/${id}`)

/** Has the editor go on from a form as it was read just now. */
export function useShowForm(): (form: EditedForm) => void {
  const queryClient = useQueryClient()
  return useCallback(form => void queryClient.setQueryData(draftKey(form.id), form), [queryClient])
}

export const useVersions = (id: string) => useQuery(read<FormVersion[]>(`${path}/${id}/versions`, versionsKey(id)))

export const useFunnel = (id: string, from: string, to: string) =>
  useQuery(read<Funnel>(`${path}/${id}/funnel?from=${from}&to=${to}`, ['forms', 'funnel', id, from, to]))

type Named = { name: string; source: string }

export const useNewForm = (onDone: (form: { id: string }) => void) =>
  useWrite({
    write: (body: Named & { copyOf?: string }) => call<{ id: string }>('POST', path, body),
    onDone,
    refreshes: [listKey]
  })

export const useFormRenaming = (id: string, onDone: () => void) =>
  useWrite({
    write: (body: Named) => call('PUT', `${path}/${id}`, body),
    done: 'Formulário salvo',
    onDone,
    refreshes: [listKey]
  })

/** Goes on with the form as it is now, past what is kept. */
export function useRereading(id: string) {
  const show = useShowForm()
  return useWrite({
    write: (_goOn: (form: EditedForm) => void) => readForm(id),
    onDone: (form, goOn) => {
      show(form)
      goOn(form)
    }
  })
}

/** Puts a published version back into the draft. */
export function useRestoring(id: string, onDone: (form: EditedForm) => void) {
  const show = useShowForm()
  return useWrite({
    write: ({ version, revision }: { version: number; revision: number }) =>
      call<EditedForm>('POST', `${path}/${id}/versions/${version}/restore`, { revision }),
    done: (_form, { version }) => `Versão ${version} restaurada no rascunho`,
    onDone: form => {
      show(form)
      onDone(form)
    },
    refreshes: [listKey]
  })
}

/** Keeps the draft. Refused with 409 where somebody else has changed it after this revision. */
export const keepDraft = (
  id: string,
  body: { revision: number; content: FormContent }
): Promise<{ revision: number }> => call('PUT', `${path}/${id}/draft`, body)

/** Publishes the draft as it was kept, and answers with the form as it is then. */
export function usePublishing(id: string, onDone: (form: EditedForm) => void) {
  const show = useShowForm()
  return useWrite({
    write: async (revision: number) => {
      await call('POST', `${path}/${id}/publish`, { revision })
      return readForm(id)
    },
    done: 'Formulário publicado',
    onDone: form => {
      show(form)
      onDone(form)
    },
    refreshes: [listKey, versionsKey(id), ['lead-fields']]
  })
}

/** Which of the addresses get the leads. */
export const useRecipients = (emails: readonly string[]) =>
  useQuery({
    ...read<Recipient[]>(`/api/recipients?emails=${encodeURIComponent(emails.join())}`, [...recipientsKey, emails]),
    enabled: emails.length > 0,
    placeholderData: before => before,
    // Answers come while the editor is open.
    refetchInterval: 15_000
  })

export const useRecipientReminder = () =>
  useWrite({
    write: (id: string) => call('POST', `/api/recipients/${id}/resend`),
    done: 'Enviamos a confirmação.',
    refreshes: [recipientsKey]
  })

export const useRecipientRemoval = () =>
  useWrite({
    write: ({ id }: { id: string; email: string }) => call('DELETE', `/api/recipients/${id}`),
    done: (_answer, { email }) => `${email} não recebe mais nada até confirmar de novo.`,
    refreshes: [recipientsKey]
  })
