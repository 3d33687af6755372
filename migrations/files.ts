import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Each file's name and SQL, in the order of application. */
export type Files = {
  /** Applied once: tables with their policies, indexes and grants, and initial rows. */
  steps: Record<string, string>
  /** Applied again whenever changed: functions and triggers, each defined once. */
  repeatable: Record<string, string>
}

/**
 * The last step of the first version. Later ones run beside older processes: tests/migrations.test.ts checks what that
 * forbids.
 */
export const firstVersionEndsWith = '0025-channels'

// Functions come before those that call them, since PostgreSQL checks a body when it is created.
const repeatable = [
  'core/locks',
  'employees/names',
  'employees/invitations',
  'auth/secondFactor',
  'audit/chain',
  'leads/identity',
  'leads/counts',
  'leads/steps',
  'leads/answers',
  'leads/search',
  'leads/values',
  'consents/kept',
  'leads/arrive',
  'leads/capture',
  'companies/limits',
  'tasks/next',
  'email/recipients',
  'email/limit',
  'dashboard/days',
  'scores/forget',
  'imports/statistics',
  'conversations/receive',
  'conversations/search',
  'conversations/forget',
  'inboundMail/forget',
  'appointments/guests',
  'appointments/book',
  'appointments/leads',
  'tickets/words',
  'suppressions/keyed',
  'campaigns/search'
]

/** Reads the SQL of this version. */
export async function readFiles(): Promise<Files> {
  const folder = path.join(import.meta.dirname, 'steps')
  const steps = (await readdir(folder)).filter(name => name.endsWith('.sql')).map(name => path.basename(name, '.sql'))
  return {
    steps: await readAll(folder, steps.sort()),
    repeatable: await readAll(path.join(import.meta.dirname, '../services'), repeatable)
  }
}

async function readAll(folder: string, names: string[]): Promise<Record<string, string>> {
  const texts = await Promise.all(names.map(name => readFile(path.join(folder, `${name}.sql`), 'utf8')))
  return Object.fromEntries(names.map((name, i) => [name, texts[i] as string]))
}
