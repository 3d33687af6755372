import { randomBytes } from 'node:crypto'

export type SignedIn = {
  companyId: string
  email: string
  password: string
  headers: { authorization: string }
}

/** Signs a new company up through the API, with a plan that has no limit. */
export async function signUp(port: number): Promise<SignedIn> {
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
  const { token, user } = (await response.json()) as { token: string; user: { companyId: string } }
  return {
    companyId: user.companyId,
    email: `${unique}@example.com`,
    password: unique,
    headers: { authorization: `Bearer ${token}` }
  }
}
