import { user } from '../core/session.ts'
import { leaveForLogin } from './account.ts'

/** Follows sign-outs and changes of person that happen in other tabs, so that no tab shows another person's data. */
export function followOtherTabs(): void {
  const person = user()?.id
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'token' && newValue === null) leaveForLogin()
    else if (key === 'user' && newValue !== null && user()?.id !== person) location.reload()
  })
}
