import { useQuery } from '@tanstack/react-query'
import type { Backup, BackupState } from '../../../../services/admin/backups/schema.ts'
import { saveFile } from '../../core/download.ts'
import { failureOf, send } from '../../core/http.ts'
import { call, read, useWrite, type Written } from '../../ui/data.ts'

const base = '/api/admin/backups'

/** Milliseconds between two looks; one that was asked for begins a moment later. */
const pace = 3000

export const useBackupState = () =>
  useQuery({ ...read<BackupState>(`${base}/state`, ['backups', 'state']), refetchInterval: pace })

export const useBackups = () => useQuery({ ...read<Backup[]>(base, ['backups', 'list']), refetchInterval: pace })

export const useBackupRequest = () =>
  useWrite({
    write: () => call<BackupState>('POST', base),
    refreshes: [['backups']],
    done: 'Backup pedido: ele aparece na lista quando estiver pronto'
  })

export const useBackupDownload = (file: string, more: Written) =>
  useWrite({
    write: async (password: string) => {
      const path = `${base}/${file}/download`
      const response = await send(path, { method: 'POST', body: { password }, timeout: false })
      if (!response.ok) throw await failureOf(path, response)
      saveFile(file, await response.blob())
    },
    done: 'Backup baixado',
    ...more
  })
