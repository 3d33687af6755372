import type { Check } from './schema.ts'

export type Finding = [applies: boolean, state: Check['state'], text: string, mend: string | null]

/** A line of the check-up: the first finding that applies. */
export function check(name: string, findings: readonly Finding[]): Check {
  const [, state = 'unknown', text = '', mend = null] = findings.find(([applies]) => applies) ?? []
  return { name, state, text, mend }
}
