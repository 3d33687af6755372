import { useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  OwnSession,
  OwnSignIn,
  Profile,
  RecoveryCodes,
  SecondFactorStart
} from '../../../../services/account/auth/schema.ts'
import { download } from '../../core/download.ts'
import { HttpError } from '../../core/http.ts'
import { refreshUser } from '../../shell/account.ts'
import { call, get, read, useWrite } from '../../ui/data.ts'

const base = '/api/profile'
const profileKey = ['profile']
/** react-admin's own, under which the menu knows the person's name. */
const identityKey = ['auth', 'getIdentity']

export const useProfile = (enabled = true) => useQuery({ ...read<Profile>(base, profileKey), enabled })

export const useSessions = () => useQuery(read<OwnSession[]>(`${base}/sessions`, [...profileKey, 'sessions']))

export const useSignIns = () => useQuery(read<OwnSignIn[]>(`${base}/sign-ins`, [...profileKey, 'sign-ins']))

/** Sends a change and returns what was answered. */
const send = <T = unknown>(method: 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> =>
  call<T>(method, base + path, body)

/** Refetches everything about the own account after a change of it. */
export function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await refreshUser()
    await Promise.all([profileKey, identityKey].map(queryKey => queryClient.invalidateQueries({ queryKey })))
  }
}

type More<R> = {
  done?: string | ((answer: R) => string | undefined)
  onDone?: (answer: R) => void
  /** Sent by a ProfileForm, which shows the refusal. */
  byForm?: boolean
}

/** Changes the own account, and then refetches everything about it. */
const useProfileWrite = <V = void, R = unknown>(
  write: (values: V) => Promise<R>,
  { done, onDone, byForm = false }: More<R> = {}
) =>
  useWrite<V, R>({
    write,
    ...(done && { done }),
    onDone: async answer => {
      onDone?.(answer)
      await refreshUser()
    },
    refreshes: [profileKey, identityKey],
    onFailure: () => byForm
  })

type Data = { name: string; phone: string | null; jobTitle: string | null; timeZone: string }

export const useDataChange = () =>
  useProfileWrite((data: Data) => send('PUT', '', data), { done: 'Dados salvos', byForm: true })

export const usePasswordChange = (onDone: () => void) =>
  useProfileWrite((body: { current: string; password: string }) => send('POST', '/password', body), {
    done: 'Senha alterada. As sessões em outros aparelhos foram encerradas.',
    onDone,
    byForm: true
  })

type Said = { message: string }

export const useConfirmationReminder = (onDone: () => void = () => {}) =>
  useProfileWrite(() => send<Said>('POST', '/email/confirmation'), { done: ({ message }) => message, onDone })

export const useEmailChange = (onDone: () => void) =>
  useProfileWrite((body: { email: string; password: string }) => send<Said>('POST', '/email', body), {
    done: ({ message }) => message,
    onDone,
    byForm: true
  })

export const useEmailChangeRemoval = () => useProfileWrite(() => send('DELETE', '/email'))

export const useSessionEnd = () =>
  useProfileWrite((id: string) => send('DELETE', `/sessions/${id}`), { done: 'Sessão encerrada' })

export const useOtherSessionsEnd = () =>
  useProfileWrite(() => send('POST', '/sessions/end-others'), { done: 'As outras sessões foram encerradas' })

export const useSecondFactorStart = (onDone: (started: SecondFactorStart) => void) =>
  useWrite({ write: () => send<SecondFactorStart>('POST', '/second-factor'), onDone })

/** Refetches nothing yet: the recovery codes are to be put away first. */
export const useSecondFactorConfirmation = (onDone: (codes: string[]) => void) =>
  useWrite({
    write: (code: string) => send<RecoveryCodes>('POST', '/second-factor/confirm', { code }),
    done: 'Verificação em duas etapas ativada',
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
    onFailure: () => true
  })

export type Proven = 'disable' | 'recovery-codes'

/** Does what needs the password and a code. */
export const useProof = (onDone: (codes: string[] | undefined) => void) =>
  useProfileWrite(
    ({ what, ...proof }: { what: Proven; password: string; code: string }) =>
      send<RecoveryCodes | undefined>('POST', `/second-factor/${what}`, proof),
    {
      done: codes => (codes ? undefined : 'Verificação em duas etapas desativada'),
      onDone: codes => onDone(codes?.recoveryCodes),
      byForm: true
    }
  )

/** Saves what is kept about the person as a file. */
export const useOwnDataExport = () =>
  useWrite({
    write: async () =>
      download('meus-dados.json', JSON.stringify(await get(`${base}/export`), null, 2), 'application/json')
  })

/** The field errors of the API, by field; everything else is rethrown. */
export function fieldErrors(error: unknown): Record<string, string> {
  const errors = error instanceof HttpError ? error.body.errors : undefined
  if (!errors) throw error
  return errors
}
