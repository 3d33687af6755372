import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { hasPermission, type Permission } from '../../../services/account/auth/rules.ts'
import type { User } from '../../../services/account/auth/schema.ts'
import { user, userStored } from '../core/session.ts'

function onUserStored(listener: () => void): () => void {
  for (const event of [userStored, 'storage']) addEventListener(event, listener)
  return () => {
    for (const event of [userStored, 'storage']) removeEventListener(event, listener)
  }
}

/** The signed-in person as this browser keeps them; a change renders the component again. */
export function useUser(): User | null {
  const kept = useSyncExternalStore(onUserStored, () => localStorage.getItem('user'))
  return useMemo(() => (kept === null ? null : user()), [kept])
}

export type May = (permission: Permission) => boolean

/** The current permissions of the signed-in person. The API decides; this hides what it would refuse. */
export function usePermitted(): May {
  const person = useUser()
  return useCallback(permission => person !== null && hasPermission(person, permission), [person])
}

/** Whether the signed-in person has a permission, now: rights can change while a page is open. */
export const useMay = (permission: Permission): boolean => usePermitted()(permission)

/** Whether the signed-in person sees every lead of the company; staff do. */
export function useSeesAllLeads(): boolean {
  const employee = useUser()?.companyEmployee
  return !employee || employee.role === 'admin' || employee.leadAccess === 'all'
}
