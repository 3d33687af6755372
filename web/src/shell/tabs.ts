import { forgetKept } from '../core/kept.ts'
import { signedOutKey, user } from '../core/session.ts'
import { leaveForLogin } from './account.ts'

const who = () => `${user()?.id} ${user()?.companyId}`

/**
 * Follows sign-outs and changes of person or company that happen in other tabs, so that no tab shows another person's
 * data.
 */
export function followOtherTabs(): void {
  const person = who()
  addEventListener('storage', ({ key, newValue }) => {
    if (key === signedOutKey && newValue !== null) forgetKept()
    else if (key === 'token' && newValue === null) leaveForLogin()
    else if (key === 'user' && newValue !== null && who() !== person) location.reload()
  })
  // "Back" may show a page as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && who() !== person && location.reload())
}
