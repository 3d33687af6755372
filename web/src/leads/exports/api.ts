import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Export } from '../../../../services/leads/exports/schema.ts'
import { request } from '../../core/http.ts'
import { get, read, saveFrom, useWrite } from '../../ui/data.ts'

const path = '/api/exports'

/** The company's own fields, each of which can be a column. */
export const useExportFields = () =>
  useQuery(read<{ name: string; label: string }[]>(`${path}/fields`, ['exports', 'fields']))

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Asks for a file, waits while it is written, and saves it, unless it is given up meanwhile. */
async function exportLeads(body: object, onProgress: (found: Export) => void, signal: AbortSignal): Promise<void> {
  let found = (await request<Export>(path, { method: 'POST', body, signal })).json
  while (['queued', 'running'].includes(found.state)) {
    await pause(400)
    found = await get<Export>(`${path}/${found.id}`, signal)
    onProgress(found)
  }
  if (!found.fileName) throw new Error(found.error ?? 'Não foi possível exportar. Tente de novo.')
  signal.throwIfAborted()
  await saveFrom(`${path}/${found.id}/file`, found.fileName, 'O arquivo não está mais disponível.')
}

/** Hands over a file of leads. The caller shows the refusal; leaving the page cancels it. */
export function useExport(onProgress: (found: Export) => void, onDone: () => void) {
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  return useWrite({
    write: (body: object) => {
      running.current = new AbortController()
      return exportLeads(body, onProgress, running.current.signal)
    },
    onDone,
    onFailure: () => true
  })
}
