import { useQuery } from '@tanstack/react-query'
import type {
  NewTemplate,
  Template,
  TemplateCopy,
  TemplatePreview,
  TemplatesSynced
} from '../../../../services/messaging/templates/schema.ts'
import { call, read, useWrite, type Written } from '../../ui/data.ts'

const path = '/api/whatsapp/templates'
const all = ['templates']

/** Rows that a list shows at once. */
export const shownAtOnce = 100

const list = (filter: object, sort: [string, string]) =>
  `${path}?${new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: JSON.stringify(sort),
    range: JSON.stringify([0, shownAtOnce - 1])
  })}`

/** Those that can be sent now, the last used first. */
export const useApproved = (q: string) =>
  useQuery({
    ...read<Template[]>(list({ status: 'approved', ...(q && { q }) }, ['usedAt', 'DESC']), [
      'templates',
      'approved',
      q
    ]),
    placeholderData: before => before
  })

export const useTemplates = (q: string) =>
  useQuery({
    ...read<Template[]>(list(q ? { q } : {}, ['updatedAt', 'DESC']), ['templates', 'list', q]),
    placeholderData: before => before
  })

/** The person or conversation that a template is for. */
export type Addressee = { conversationId: string } | { leadId: string }

export const usePreview = (id: string, to: Addressee) =>
  useQuery(read<TemplatePreview>(`${path}/${id}/preview?${new URLSearchParams(to)}`, ['templates', 'preview', id, to]))

/** Saves a draft, and has it reviewed where `submit` says so. */
export const useTemplateSave = (more: Written<Template>) =>
  useWrite({
    write: async ({ id, template, submit }: { id: string | null; template: NewTemplate; submit: boolean }) => {
      const saved = id
        ? await call<Template>('PUT', `${path}/${id}`, template)
        : await call<Template>('POST', path, template)
      more.onDone?.(saved)
      return submit ? call<Template>('POST', `${path}/${saved.id}/submit`) : saved
    },
    done: ({ status }) =>
      status === 'pending' ? 'O modelo está em análise na Meta' : 'Rascunho salvo. Ele ainda não foi para análise.',
    ...(more.onFailure && { onFailure: more.onFailure }),
    refreshes: [all]
  })

export const useTemplateSubmit = () =>
  useWrite({
    write: (id: string) => call<Template>('POST', `${path}/${id}/submit`),
    done: 'O modelo está em análise na Meta',
    refreshes: [all]
  })

export const useTemplateCopy = (onDone: (template: Template) => void) =>
  useWrite({
    write: ({ id, ...copy }: TemplateCopy & { id: string }) => call<Template>('POST', `${path}/${id}/copy`, copy),
    done: 'Modelo copiado para um rascunho',
    onDone,
    refreshes: [all]
  })

export const useTemplateDelete = (onDone: () => void) =>
  useWrite({
    write: (id: string) => call('DELETE', `${path}/${id}`),
    done: 'Modelo excluído',
    onDone,
    refreshes: [all]
  })

export const useTemplateSync = () =>
  useWrite({
    write: () => call<TemplatesSynced>('POST', `${path}/sync`),
    done: ({ templates }) => (templates === 1 ? '1 modelo lido da Meta' : `${templates} modelos lidos da Meta`),
    refreshes: [all]
  })
