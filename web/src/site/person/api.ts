import { accountCodes } from '../../../../services/account/auth/rules.ts'
import type { PersonAsks, PersonData } from '../../../../services/privacy/person/schema.ts'
import { HttpError, request } from '../../core/http.ts'

export type { PersonAsks, PersonData }

/** The reading ends with the tab, or an hour after the link was opened. */
const kept = (client: string) => `personSession ${client}`

export function sessionOf(client: string): string | null {
  try {
    return sessionStorage.getItem(kept(client))
  } catch {
    return null
  }
}

export function keepSession(client: string, session: string | null): void {
  try {
    if (session === null) sessionStorage.removeItem(kept(client))
    else sessionStorage.setItem(kept(client), session)
  } catch {
    // Without storage a reload asks for another link.
  }
}

const at = (path: string, client: string) => `/public/my-data${path}?client=${encodeURIComponent(client)}`

export const companyNamed = async (client: string): Promise<{ id: string; name: string }> =>
  (await request<{ id: string; name: string }>(at('/company', client))).json

export const askLink = async (client: string, contact: string): Promise<string> =>
  (await request<{ message: string }>('/public/my-data/link', { method: 'POST', body: { client, contact } })).json
    .message

export async function openLink(client: string, token: string): Promise<string> {
  const { json } = await request<{ session: string }>(at('/open', client), { method: 'POST', body: { token } })
  keepSession(client, json.session)
  return json.session
}

export type Call = (path: string, body?: object) => Promise<PersonData>

/** Calls with the session's token; a call without a body reads. */
export const callsOf =
  (client: string, session: string): Call =>
  async (path, body) =>
    (
      await request<PersonData>(at(path, client), {
        method: body ? 'POST' : 'GET',
        headers: { 'x-person-session': session },
        ...(body && { body })
      })
    ).json

export const isOver = (error: unknown): boolean =>
  error instanceof HttpError && error.body.code === accountCodes.linkExpired
