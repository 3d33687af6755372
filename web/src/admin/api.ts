import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { saveFile } from '../core/download.ts'
import { failureOf, HttpError, request, send } from '../core/http.ts'
import { newQueryClient } from '../shell/queryClient.ts'

export const queryClient = newQueryClient()

const base = '/api/admin'

export const adminKey = (path: string) => ['admin', path]

/** Reads from the staff's part of the API. */
export const useRead = <T>(path: string, options: { refetchInterval?: number; enabled?: boolean } = {}) =>
  useQuery({
    queryKey: adminKey(path),
    queryFn: async ({ signal }) => (await request<T>(base + path, { signal })).json,
    ...options
  })

export const call = async <T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> =>
  (await request<T>(base + path, { method, body })).json

type Act<Input, Output> = {
  run: (input: Input) => Promise<Output>
  /** What is said when it is done. */
  done?: string | ((output: Output) => string)
  onDone?: (output: Output) => void
  /** Returns true where the failure is shown elsewhere, at the fields for instance. */
  onFailure?: (error: HttpError) => boolean
}

/** Does something through the API, says how it went, and has whatever is shown read again. */
export function useAct<Input, Output>({ run, done, onDone, onFailure }: Act<Input, Output>) {
  const notify = useNotify()
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: output => {
      void client.invalidateQueries()
      if (done) notify(typeof done === 'string' ? done : done(output), { type: 'success' })
      onDone?.(output)
    },
    onError: error => {
      if (error instanceof HttpError && onFailure?.(error)) return
      notify(error.message, { type: 'error' })
    }
  })
}

/** Fetches a file that needs the session, and hands it to the browser to be kept. */
export async function download(path: string, name: string): Promise<void> {
  const response = await send(base + path)
  if (!response.ok) {
    const { status } = await failureOf(base + path, response)
    throw new HttpError(status, 'Não foi possível exportar. Tente novamente.')
  }
  saveFile(name, await response.blob())
}
