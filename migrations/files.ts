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
  'account/employees/names',
  'account/employees/invitations',
  'account/auth/secondFactor',
  'platform/audit/chain',
  'leads/leads/identity',
  'leads/funnels/steps',
  'leads/leads/addresses',
  'leads/leads/counts',
  'leads/leads/steps',
  'leads/leads/answers',
  // Named by the condition on leads, which older processes ask while the rest is applied.
  'marketing/campaigns/emailed',
  'leads/leads/search',
  'leads/leads/values',
  'leads/consents/kept',
  'leads/leads/arrive',
  'leads/leads/capture',
  'account/companies/limits',
  'leads/tasks/next',
  'platform/email/recipients',
  'platform/email/limit',
  'leads/dashboard/days',
  'leads/sales/months',
  'leads/sales/ledger',
  'leads/scores/forget',
  'leads/imports/statistics',
  'messaging/channels/portfolio',
  'messaging/conversations/wishes',
  'messaging/prices/costs',
  'messaging/conversations/receive',
  'messaging/history/past',
  'messaging/conversations/search',
  'messaging/conversations/forget',
  'platform/inboundMail/forget',
  'calendar/appointments/guests',
  'calendar/appointments/book',
  'calendar/appointments/leads',
  'calendar/automations/presses',
  'support/tickets/words',
  'marketing/suppressions/keyed',
  'marketing/campaigns/search',
  'marketing/campaigns/messages'
]

/** Reads the SQL of this version. */
export async function readFiles(): Promise<Files> {
  const folder = path.join(import.meta.dirname, 'steps')
  const steps = (await readdir(folder)).filter(name => name.endsWith('.sql')).map(name => path.basename(name, '.sql'))
  const functions = await readAll(path.join(import.meta.dirname, '../services'), repeatable)
  return {
    steps: await readAll(folder, steps.sort()),
    repeatable: Object.fromEntries(Object.entries(functions).map(([name, text]) => [withoutArea(name), text]))
  }
}

/** The name that the database keeps: a file that moves to another area has not changed. */
const withoutArea = (name: string): string => name.split('/').slice(-2).join('/')

async function readAll(folder: string, names: string[]): Promise<Record<string, string>> {
  const texts = await Promise.all(names.map(name => readFile(path.join(folder, `${name}.sql`), 'utf8')))
  return Object.fromEntries(names.map((name, i) => [name, texts[i] as string]))
}
