import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type { Failure } from '../../../services/core/schema.ts'
import type { Import, ImportSettings, ImportSpace, ImportSummary } from '../../../services/imports/schema.ts'
import { saveFile } from '../core/download.ts'
import { HttpError, request, send } from '../core/http.ts'
import { token } from '../core/session.ts'

export type { Import, ImportSettings, ImportSummary }

const key = (id: string) => ['imports', id]

/** Whether a worker is at it. */
export const underWay = (part: { state: string } | null | undefined): boolean =>
  part !== null && part !== undefined && ['queued', 'running', 'undoing'].includes(part.state)

/** An import as it goes on; whoever comes back to it sees how far it has come. */
export const useImport = (id: string) =>
  useQuery({
    queryKey: key(id),
    queryFn: async ({ signal }) => (await request<Import>(`/api/imports/${id}`, { signal })).json,
    refetchInterval: ({ state: { data } }) => (underWay(data?.check) || underWay(data?.run) ? 1000 : false)
  })

export const useImports = () =>
  useQuery({
    queryKey: ['imports'],
    queryFn: async ({ signal }) => (await request<ImportSummary[]>('/api/imports', { signal })).json
  })

/** What the files of imports take of the space of the plan. */
export const useImportSpace = () =>
  useQuery({
    queryKey: ['imports', 'space'],
    queryFn: async ({ signal }) => (await request<ImportSpace>('/api/imports/space', { signal })).json
  })

/** Deletes what was sent and never imported. */
export function useDeleteImport(id: string) {
  const notify = useNotify()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request(`/api/imports/${id}`, { method: 'DELETE' }),
    onError: error => notify(error.message, { type: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['imports'] })
  })
}

type Step = { method?: 'POST' | 'PUT'; path: 'check' | 'run' | 'undo' | 'reading'; body?: object }

/** The next step of an import; the errors of fields are the caller's to show. */
export function useImportStep(id: string, onFailure: (errors: Record<string, string>) => void = () => {}) {
  const notify = useNotify()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ method = 'POST', path, body }: Step) =>
      (await request<Import>(`/api/imports/${id}/${path}`, { method, body })).json,
    onSuccess: found => {
      client.setQueryData(key(id), found)
      void client.invalidateQueries({ queryKey: ['imports'], exact: true })
    },
    onError: error => {
      if (error instanceof HttpError && error.body.errors) onFailure(error.body.errors)
      notify(error.message, { type: 'error' })
    }
  })
}

/** Sends a file and says how far it has come, which fetch cannot tell. */
export const sendFile = (file: Blob, name: string, onProgress: (part: number) => void): Promise<Import> =>
  new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', `/api/imports?name=${encodeURIComponent(name.slice(-200))}`)
    call.setRequestHeader('Authorization', `Bearer ${token()}`)
    call.setRequestHeader('Content-Type', 'application/octet-stream')
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    call.onerror = () => reject(new HttpError(0, 'O envio foi interrompido. Confira sua conexão e tente de novo.'))
    call.onload = () => {
      const body = readJson(call.responseText)
      if (call.status === 201) resolve(body as Import)
      else {
        const failure = body as Partial<Failure>
        reject(new HttpError(call.status, failure.message ?? 'Não foi possível ler o arquivo.', failure))
      }
    }
    call.send(file)
  })

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Saves a file that only who is signed in may read. */
export async function fetchFile(path: string, name: string): Promise<void> {
  const answer = await send(path)
  if (!answer.ok) throw new HttpError(answer.status, 'O arquivo não está mais disponível.')
  saveFile(name, await answer.blob())
}
