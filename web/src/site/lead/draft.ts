import type { LeadSubmission } from '../../../../services/leads/leads/schema.ts'
import type { Values } from '../parts/fieldErrors.ts'

/** One sending: repeated with the same key and the same body, it makes one lead. */
export type Attempt = { key: string; lead: LeadSubmission }

/** A form on its way, kept for the tab, so that an error, a lost connection or a reload costs nothing. */
export type Draft = { values: Values; startedAt: number; attempt?: Attempt }

const keyOf = (companyId: string) => `leadDraft_${companyId}`

export function readDraft(companyId: string): Draft {
  try {
    const draft: Draft | null = JSON.parse(sessionStorage.getItem(keyOf(companyId)) ?? 'null')
    if (draft) return draft
  } catch {
    // Storage is refused, or holds something else: start with an empty draft.
  }
  return { values: {}, startedAt: displayTime() }
}

let painted = true

/** When a new form is first seen: the page's first form with its first paint, a later one now. */
function displayTime(): number {
  const paint = painted ? performance.getEntriesByName('first-contentful-paint')[0] : undefined
  painted = false
  return paint ? performance.timeOrigin + paint.startTime : Date.now()
}

export function keepDraft(companyId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(companyId), JSON.stringify(draft))
  } catch {
    // Without storage the form still works; it only forgets on reload.
  }
}

export function dropDraft(companyId: string): void {
  try {
    sessionStorage.removeItem(keyOf(companyId))
  } catch {
    // Nothing was kept.
  }
}

/** The earlier attempt where the same data are sent again, else a new one. */
export function attemptFor(lead: LeadSubmission, earlier?: Attempt): Attempt {
  return earlier && content(earlier.lead) === content(lead) ? earlier : { key: newKey(), lead }
}

/** Everything but the moment of sending. */
const content = ({ submittedAt: _, elapsed: __, ...lead }: LeadSubmission) => JSON.stringify(lead)

function newKey(): string {
  // Pages served without TLS from another machine have no randomUUID.
  if ('randomUUID' in crypto) return crypto.randomUUID()
  return Array.from((crypto as Crypto).getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0')
  ).join('')
}
