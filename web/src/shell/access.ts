import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { hasPermission, type Permission, type Permitted } from '../../../services/auth/rules.ts'
import type { User } from '../../../services/auth/schema.ts'
import { user, userStored } from '../core/session.ts'

/** The permission that an action on a kind of record takes; what is not named here everybody in the company may do. */
const needed: Record<string, Permission> = {
  'leads.change': 'edit_leads',
  'leads.assign': 'assign_leads',
  'leads.export': 'export_leads',
  'leads.delete': 'delete_leads',
  'employees.manage': 'manage_team',
  'company.change': 'edit_company',
  'company.plan': 'manage_billing'
}

/** Whether a person may do something with a kind of record. The API decides; this only hides what it would refuse. */
export function mayAccess(person: Permitted, action: string, resource: string): boolean {
  const permission = needed[`${resource}.${action}`]
  return permission === undefined || hasPermission(person, permission)
}

function onUserStored(tell: () => void): () => void {
  for (const event of [userStored, 'storage']) addEventListener(event, tell)
  return () => {
    for (const event of [userStored, 'storage']) removeEventListener(event, tell)
  }
}

/** The signed-in person as this browser keeps them; the component is drawn anew when that changes. */
export function useUser(): User | null {
  const kept = useSyncExternalStore(onUserStored, () => localStorage.getItem('user'))
  return useMemo(() => (kept === null ? null : user()), [kept])
}

export type May = (permission: Permission) => boolean

/** What the signed-in person has the permission to do, now; the API decides, this hides what it would refuse. */
export function usePermitted(): May {
  const person = useUser()
  return useCallback(permission => person !== null && hasPermission(person, permission), [person])
}

/** Whether the signed-in person may, now: rights can change while a page is open. */
export function useMay(action: string, resource: string): boolean {
  const person = useUser()
  return person !== null && mayAccess(person, action, resource)
}
