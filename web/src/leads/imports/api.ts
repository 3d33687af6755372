import { useQuery, useQueryClient } from '@tanstack/react-query'
import { maxBytes, tooManyBytes } from '../../../../services/leads/imports/rules.ts'
import type {
  ColumnField,
  Fault,
  Import,
  ImportSettings,
  ImportSpace,
  ImportSummary
} from '../../../../services/leads/imports/schema.ts'
import { fullText } from '../../../../services/platform/files/rules.ts'
import { HttpError } from '../../core/http.ts'
import { call, read, saveFrom, useWrite } from '../../ui/data.ts'
import { uploadFile } from '../../ui/upload.ts'

export type { Fault, Import, ImportSettings, ImportSummary }

const path = '/api/imports'
const listKey = ['imports', 'list']
const spaceKey = ['imports', 'space']
const key = (id: string) => ['imports', 'one', id]

/** Whether a worker is at it. */
export const underWay = (part: { state: string } | null | undefined): boolean =>
  part !== null && part !== undefined && ['queued', 'running', 'undoing'].includes(part.state)

/** A running import, with its progress, also for a person who comes back to it. */
export const useImport = (id: string) =>
  useQuery({
    ...read<Import>(`${path}/${id}`, key(id)),
    refetchInterval: ({ state: { data } }) => (underWay(data?.check) || underWay(data?.run) ? 1000 : false)
  })

export const useImports = () => useQuery(read<ImportSummary[]>(path, listKey))

/** The share of the plan's space that files of imports use. */
const useImportSpace = () => useQuery(read<ImportSpace>(`${path}/space`, spaceKey))

/** Deletes what was sent and never imported. */
export const useDeleteImport = (id: string) =>
  useWrite({ write: () => call('DELETE', `${path}/${id}`), refreshes: [['imports']] })

type Step = { method?: 'POST' | 'PUT'; step: 'check' | 'run' | 'undo' | 'reading'; body?: object }

/** The next step of an import; the errors of fields are the caller's to show. */
export function useImportStep(id: string, onFailure: (errors: Record<string, string>) => void = () => {}) {
  const queryClient = useQueryClient()
  return useWrite({
    write: ({ method = 'POST', step, body }: Step) => call<Import>(method, `${path}/${id}/${step}`, body),
    onDone: found => queryClient.setQueryData(key(id), found),
    // A check may have made fields of the company's own.
    refreshes: [listKey, ['lead-fields']],
    onFailure: error => {
      if (error instanceof HttpError && error.body.errors) onFailure(error.body.errors)
      return false
    }
  })
}

/** Checks the file of a finished import again, for columns that it left out. */
export const useColumnsKept = (id: string) =>
  useWrite({
    write: (columns: number[]) => call<Import>('POST', `${path}/${id}/columns`, { columns }),
    refreshes: [['imports'], ['lead-fields']]
  })

/** The fields of the company's own that were made of columns. */
export const useColumnFields = () => useQuery(read<ColumnField[]>(`${path}/fields`, ['imports', 'fields']))

/** Deletes such a field, or brings it back. */
export const useColumnFieldChange = () =>
  useWrite({
    write: ({ name, restore = false }: { name: string; restore?: boolean }) => {
      const field = `${path}/fields/${encodeURIComponent(name)}`
      return restore ? call('POST', `${field}/restore`) : call('DELETE', field)
    },
    refreshes: [['imports', 'fields'], ['lead-fields']]
  })

/** Sends the file of an import, where there is room for it. The caller shows the refusal. */
export function useUpload(onProgress: (part: number) => void) {
  const queryClient = useQueryClient()
  const { data: space } = useImportSpace()
  const sending = useWrite({
    write: async ({ file, name }: { file: Blob; name: string }) => {
      if (file.size > maxBytes) throw new Error(tooManyBytes)
      if (space && space.used + file.size > space.limit) throw new Error(fullText(space, 'import'))
      onProgress(0)
      return sendFile(file, name, onProgress)
    },
    refreshes: [spaceKey],
    onFailure: () => {
      // Others may have filled it meanwhile.
      void queryClient.invalidateQueries({ queryKey: spaceKey })
      return true
    }
  })
  return { space, sending }
}

/** Saves the rows that were not imported, to be corrected and sent again. */
export const useErrorFile = (id: string) =>
  useWrite({
    write: () => saveFrom(`${path}/${id}/errors`, 'linhas-com-erro.csv', 'O arquivo não está mais disponível.')
  })

const sendFile = (file: Blob, name: string, onProgress: (part: number) => void): Promise<Import> =>
  uploadFile(`${path}?name=${encodeURIComponent(name.slice(-200))}`, file, { onProgress })
