import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnSession, OwnSignIn, Profile } from '../../../services/auth/schema.ts'
import { HttpError, request } from '../core/http.ts'
import { refreshUser } from '../shell/account.ts'

const base = '/api/profile'
const profileKey = ['profile']
/** react-admin's own, under which the menu knows the person's name. */
const identityKey = ['auth', 'getIdentity']

const get = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await request<T>(base + path, { signal })).json

/** Sends a change and returns what was answered. */
export async function send<T = unknown>(method: 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  return (await request<T>(base + path, { method, body })).json
}

export const useProfile = (enabled = true) =>
  useQuery({ queryKey: profileKey, queryFn: ({ signal }) => get<Profile>('', signal), enabled })

export const useSessions = () =>
  useQuery({
    queryKey: [...profileKey, 'sessions'],
    queryFn: ({ signal }) => get<OwnSession[]>('/sessions', signal)
  })

export const useSignIns = () =>
  useQuery({
    queryKey: [...profileKey, 'sign-ins'],
    queryFn: ({ signal }) => get<OwnSignIn[]>('/sign-ins', signal)
  })

/** Reads everything about the own account anew, after a change of it. */
export function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => refresh(queryClient)
}

async function refresh(queryClient: QueryClient): Promise<void> {
  await refreshUser()
  await Promise.all([profileKey, identityKey].map(queryKey => queryClient.invalidateQueries({ queryKey })))
}

/** What a form shows where: field errors as the API names them; everything else is thrown on. */
export function fieldErrors(error: unknown): Record<string, string> {
  const errors = error instanceof HttpError ? error.body.errors : undefined
  if (!errors) throw error
  return errors
}

export const exportOwnData = (): Promise<Record<string, unknown>> => get('/export')
