import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { SignedIn } from '../../services/account/auth/schema.ts'
import { buildApp } from '../../services/app.ts'
import { type Config, readConfig } from '../../services/core/config.ts'
import type { App } from '../../services/core/http.ts'
import { atEnd } from './end.ts'

/** A path for a data folder that nobody else has. */
export const newDataDir = (): string => path.join(inject('dataDir'), randomBytes(6).toString('hex'))

/** A test's configuration, on the run's PostgreSQL and, if requested, Redis. */
export function testConfig(env: NodeJS.ProcessEnv = {}): Config {
  return readConfig({
    DATABASE_URL: inject('databaseUrl'),
    SECRET_KEY: inject('secret'),
    RATE_LIMIT_FACTOR: '10000',
    PASSWORD_HASH_MEMORY: '8192',
    LOG_LEVEL: 'silent',
    DATA_DIR: newDataDir(),
    ...env
  })
}

/** The API for a test or a file, closed at its end. */
export async function openApp(env: NodeJS.ProcessEnv = {}, web?: string): Promise<App> {
  const app = await buildApp(testConfig(env), web === undefined ? {} : { web })
  atEnd(() => app.close())
  return app
}

/** Asks again what was answered with 503, as a client does: a slow machine sends some of very many at once away. */
export async function untilServed<Answer extends { statusCode: number }>(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send()
  return answer.statusCode === 503 ? untilServed(send) : answer
}

let sequence = 0

/** A valid CNPJ that no other test uses. */
export function newCnpj(): string {
  const root = String(Number.parseInt(randomBytes(4).toString('hex'), 16))
    .padStart(10, '0')
    .slice(-10)
  const body = root + String(sequence++ % 100).padStart(2, '0')
  const digit = (text: string, weights: number[]) => {
    const sum = weights.reduce((total, weight, i) => total + weight * Number(text[i]), 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
  const first = digit(body, weights)
  return `${body}${first}${digit(body + first, [6, ...weights])}`
}

export type Tenant = {
  id: string
  cnpj: string
  name: string
  email: string
  password: string
  userId: string
  token: string
  /** Headers to act as this company's first user. */
  auth: { authorization: string }
}

/** A new company with its first user, whose e-mail is confirmed. */
export async function company(app: App, name?: string): Promise<Tenant> {
  const ours = await signUp(app, name)
  await app.db.everyCompany(trx =>
    sql`update users set email_confirmed_at = now() where id = ${ours.userId}`.execute(trx)
  )
  return ours
}

/** A new company as it is after signing up through the API: its e-mail is unconfirmed. */
export async function signUp(app: App, name = 'Empresa de Teste'): Promise<Tenant> {
  const unique = randomBytes(6).toString('hex')
  const signup = {
    name: 'Pessoa de Teste',
    email: `${unique}@example.com`,
    password: `senha-${unique}`,
    companyName: name,
    cnpj: newCnpj()
  }
  const response = await app.inject({ method: 'POST', url: '/api/auth/signup', payload: signup })
  if (response.statusCode !== 201) throw new Error(response.body)
  const { token, user } = response.json<SignedIn>()
  return {
    id: user.companyId ?? '',
    cnpj: signup.cnpj,
    name,
    email: signup.email,
    password: signup.password,
    userId: user.id,
    token,
    auth: { authorization: `Bearer ${token}` }
  }
}

/** A lead as the public form sends it. */
export const ada = { name: 'Ada Souza', email: 'ada@example.com', phone: '(11) 98765-4321', consentGiven: true }

/** A new company with that many leads: 'Lead 1' and so on. */
export async function companyWithLeads(app: App, count: number): Promise<Tenant> {
  const ours = await company(app)
  await app.db.company(ours.id, trx =>
    sql`insert into leads (company_id, name, source, consent_given)
      select ${ours.id}, 'Lead ' || n, 'form', false from generate_series(1, ${count}::integer) as n`.execute(trx)
  )
  return ours
}

export function sendLead(
  app: App,
  companyId: string,
  lead: Record<string, unknown> = {},
  headers: InjectOptions['headers'] = {}
) {
  return app.inject({ method: 'POST', url: '/api/leads/public', payload: { ...ada, companyId, ...lead }, headers })
}

/** A lead's row, for tests that insert it directly, without the form and its jobs; only the name is required. */
export const storedLead = (who: Tenant) => ({
  company_id: who.id,
  email: null,
  phone: null,
  phone_key: null,
  cnpj: null,
  company: null,
  message: null,
  source: 'form',
  preferred_date: null,
  preferred_period: null,
  preferred_time: null,
  consent_given: false,
  marks: [],
  custom: '{}'
})
