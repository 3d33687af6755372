import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { longestPicture, type MailContent, pictureTypes } from '../../../../services/marketing/mailTemplates/rules.ts'
import type {
  MailKit,
  MailPicture,
  MailPreview,
  MailTemplate,
  MailTemplateRow,
  NewMailTemplate
} from '../../../../services/marketing/mailTemplates/schema.ts'
import { HttpError, request } from '../../core/http.ts'
import { call, get, read, useWrite, type Written } from '../../ui/data.ts'
import { uploadFile } from '../../ui/upload.ts'

export type { MailKit, MailPicture, MailPreview, MailTemplate, MailTemplateRow, NewMailTemplate }

const path = '/api/email/templates'
const all = ['mailTemplates']

/** All of them: a company has no more than the server lists at once. */
export const useTemplates = () =>
  useQuery(read<MailTemplateRow[]>(`${path}?range=[0,199]&sort=["updatedAt","DESC"]`, ['mailTemplates', 'list']))

/** Read again at each opening of the editor, which keeps its own state from then on. */
export const useTemplate = (id: string) =>
  useQuery({
    ...read<MailTemplate>(`${path}/${id}`, ['mailTemplates', 'one', id]),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY
  })

/** The server's current version, for an editor whose version is stale. */
export const readTemplate = (id: string): Promise<MailTemplate> => get<MailTemplate>(`${path}/${id}`)

export const useMailKit = () =>
  useQuery({ ...read<MailKit>(`${path}/kit`, ['mailTemplates', 'kit']), staleTime: 60_000 })

/**
 * The mail as a person would get it; what was shown last stays until the next one is there, also where that is refused.
 */
export function useMailPreview(content: MailContent, leadId: string | null) {
  const last = useRef<MailPreview>(undefined)
  const reading = useQuery({
    queryKey: ['mailTemplates', 'preview', leadId, content],
    queryFn: async ({ signal }) =>
      (await request<MailPreview>(`${path}/preview`, { method: 'POST', body: { ...content, leadId }, signal })).json,
    gcTime: 10_000,
    // A server that is busy has the mail ready soon.
    retry: (failures, error) => error instanceof HttpError && error.status === 503 && failures < 30,
    retryDelay: 2000
  })
  last.current = reading.data ?? last.current
  return { ...reading, data: last.current }
}

type Saving = { id: string | null; version: number; template: NewMailTemplate }

export const useTemplateSave = (options: Written<MailTemplate>) =>
  useWrite({
    write: ({ id, version, template }: Saving) =>
      id === null
        ? call<MailTemplate>('POST', path, template)
        : call<MailTemplate>('PUT', `${path}/${id}`, { ...template, version }),
    done: 'Modelo salvo',
    refreshes: [['mailTemplates', 'list']],
    ...options
  })

export const useTemplateCopy = () =>
  useWrite({
    write: async ({ id, name }: { id: string; name: string }) => {
      const { subject, preheader, body } = await readTemplate(id)
      return call<MailTemplate>('POST', path, { name, subject, preheader, body })
    },
    done: 'Modelo duplicado',
    refreshes: [all]
  })

export const useTemplateDelete = (onDone: () => void) =>
  useWrite({
    write: (id: string) => call('DELETE', `${path}/${id}`),
    done: 'Modelo excluído',
    onDone,
    refreshes: [all]
  })

/** Why a picture cannot be sent; null where it can. The server looks into it as well. */
export function pictureRefusal({ size, type }: File): string | null {
  if (size > longestPicture) return 'Uma imagem de e-mail tem até 2 MB. Envie uma versão menor.'
  return type && !pictureTypes[type] ? 'Um e-mail mostra imagens em JPG, PNG ou GIF.' : null
}

export const usePictureUpload = (onDone: (picture: MailPicture) => void) =>
  useWrite({
    write: (file: File) => uploadFile<MailPicture>('/api/email/pictures', file, { onProgress: () => {} }),
    onDone
  })
