import { cut } from '../../../../services/core/rules.ts'
import { campaignOf } from '../../../../services/leads/leads/rules.ts'
import type { LeadSubmission } from '../../../../services/leads/leads/schema.ts'

type Touch = NonNullable<NonNullable<LeadSubmission['touch']>['last']>

const keyOf = (companyId: string) => `firstTouch_${companyId}`

/** By what the visitor came this time: the campaign in the address, the page before and this page. */
function lastTouch(): Touch {
  const query = new URLSearchParams(location.search)
  const touch: Touch = { at: new Date().toISOString(), ...campaignOf(query) }
  // In a frame, the page before is the one that holds it: there the visitor is.
  const page = query.has('embed') && document.referrer ? document.referrer : `${location.origin}${location.pathname}`
  touch.page = cut(page, 500)
  if (document.referrer && document.referrer !== page) touch.referrer = cut(document.referrer, 500)
  return touch
}

let last: Touch | undefined

/** Keeps by what the visitor first came to a company, in this browser alone. */
export function rememberTouch(companyId: string): void {
  last ??= lastTouch()
  try {
    if (localStorage.getItem(keyOf(companyId)) === null) localStorage.setItem(keyOf(companyId), JSON.stringify(last))
  } catch {
    // Without storage every visit is the first.
  }
}

/** By what the visitor came first and now, to be sent with the lead. */
export function touchOf(companyId: string): LeadSubmission['touch'] {
  last ??= lastTouch()
  try {
    const first = JSON.parse(localStorage.getItem(keyOf(companyId)) ?? 'null')
    if (first && typeof first === 'object') return { first, last }
  } catch {
    // As above.
  }
  return { first: last, last }
}
