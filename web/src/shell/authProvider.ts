import type { AuthProvider } from 'react-admin'
import { signedIn } from '../core/session.ts'
import { currentUser, leaveForLogin, never, signOut } from './account.ts'

/** Signing in happens in another document (/login), so each way out of here leaves this one. */
export const authProvider: AuthProvider = {
  login: async () => {
    leaveForLogin()
    return never
  },

  checkAuth: async () => {
    if (signedIn()) return
    leaveForLogin()
    return never
  },

  // core/http.ts ends the session on 401; no other answer of the API does.
  checkError: async () => {},

  logout: async () => {
    await signOut()
    return never
  },

  getIdentity: async () => {
    const { id, name, email } = await currentUser()
    return { id, fullName: name, email }
  }
}
