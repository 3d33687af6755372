import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SenderConfig, SenderSettings, SenderTestResult } from '../../../../services/marketing/senders/schema.ts'
import { HttpError } from '../../core/http.ts'
import { call, read, useWrite } from '../../ui/data.ts'

export type { SenderConfig, SenderSettings, SenderTestResult }
export type Sender = NonNullable<SenderSettings['sender']>

const path = '/api/email/sender'
const key = ['sender']

export const useSender = () => useQuery({ ...read<SenderSettings>(path, key), staleTime: 60_000 })

/** Saves the sender, whose records are looked up at once where others are needed. */
export function useSenderSave() {
  const client = useQueryClient()
  return useWrite({
    write: (config: SenderConfig) => call<SenderSettings>('PUT', path, config),
    done: 'Remetente salvo',
    onDone: settings => client.setQueryData(key, settings)
  })
}

/** Looks the records up now. */
export function useSenderCheck() {
  const client = useQueryClient()
  return useWrite({
    write: () => call<SenderSettings>('POST', `${path}/check`),
    done: ({ sender }) => (sender?.proved ? 'Domínio comprovado' : 'Registros conferidos'),
    onDone: settings => client.setQueryData(key, settings)
  })
}

/** Makes a new key, whose record is then asked for. */
export function useKeyRenewal() {
  const client = useQueryClient()
  return useWrite({
    write: () => call<SenderSettings>('POST', `${path}/key`),
    done: 'Chave nova criada. Falta criar o registro dela.',
    onDone: settings => client.setQueryData(key, settings)
  })
}

/** The call that sends a test with what is saved. */
export const senderTest = `${path}/test`

/** Sends a test by the call at `path`; `onRefused` gets what is wrong with the address. */
export const useTestMail = (path: string, onRefused: (text: string) => void) =>
  useWrite({
    write: (to: string) => call<SenderTestResult>('POST', path, { to }),
    onFailure: error => {
      const refused = error instanceof HttpError ? error.body.errors?.to : undefined
      if (refused) onRefused(refused)
      return refused !== undefined
    }
  })
