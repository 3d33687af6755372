import { readFile } from 'node:fs/promises'
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
export const firstVersionEndsWith = '0020-imports'

const steps = [
  '0001-core',
  '0002-plans',
  '0003-companies',
  '0004-auth',
  '0005-audit',
  '0006-forms',
  '0007-leads',
  '0008-lead-counts',
  '0009-tasks',
  '0010-operations',
  '0011-email',
  '0012-dashboard',
  '0013-imports',
  '0014-notifications',
  '0015-scores',
  '0016-distribution',
  '0017-privacy',
  '0018-assistant',
  '0019-admin',
  '0020-imports'
]

// Functions come before those that call them, since PostgreSQL checks a body when it is created.
const repeatable = [
  'employees/names',
  'employees/invitations',
  'auth/secondFactor',
  'audit/chain',
  'leads/identity',
  'leads/counts',
  'leads/answers',
  'leads/search',
  'consents/kept',
  'leads/capture',
  'companies/limits',
  'tasks/next',
  'email/recipients',
  'email/limit',
  'dashboard/days',
  'scores/forget',
  'imports/statistics'
]

/** Reads the SQL of this version. */
export async function readFiles(): Promise<Files> {
  return {
    steps: await readAll(path.join(import.meta.dirname, 'steps'), steps),
    repeatable: await readAll(path.join(import.meta.dirname, '../services'), repeatable)
  }
}

async function readAll(folder: string, names: string[]): Promise<Record<string, string>> {
  const texts = await Promise.all(names.map(name => readFile(path.join(folder, `${name}.sql`), 'utf8')))
  return Object.fromEntries(names.map((name, i) => [name, texts[i] as string]))
}
