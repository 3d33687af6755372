import { randomBytes } from 'node:crypto'
import type pg from 'pg'

export type SignedIn = {
  companyId: string
  email: string
  password: string
  headers: { authorization: string }
}

/**
 * Signs a new company up through the API, with a plan that has no limit of leads, and confirms its account: one on
 * trial, or with an e-mail that nobody has confirmed, may send few mails a day.
 */
export async function signUp(port: number, sql: pg.Pool): Promise<SignedIn> {
  const unique = randomBytes(6).toString('hex')
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Medição',
      email: `${unique}@example.com`,
      password: unique,
      companyName: unique,
      plan: 'enterprise'
    })
  })
  const { token, user } = (await response.json()) as { token: string; user: { id: string; companyId: string } }
  await sql.query('update users set email_confirmed_at = now() where id = $1', [user.id])
  await sql.query('update companies set trial_ends_at = null where id = $1', [user.companyId])
  return {
    companyId: user.companyId,
    email: `${unique}@example.com`,
    password: unique,
    headers: { authorization: `Bearer ${token}` }
  }
}

/** Signs somebody in again, with the rights that they have now. */
export async function signIn(port: number, who: SignedIn): Promise<SignedIn> {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: who.email, password: who.password })
  })
  const { token } = (await response.json()) as { token: string }
  return { ...who, headers: { authorization: `Bearer ${token}` } }
}
