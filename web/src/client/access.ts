import { useMemo, useSyncExternalStore } from 'react'
import { hasPermission, type Permission, type Permitted } from '../../../services/auth/rules.ts'
import type { User } from '../../../services/auth/schema.ts'
import { user, userStored } from '../core/session.ts'

/** The permission that an action on a kind of record takes; what is not named here everybody in the company may do. */
const needed: Record<string, Permission> = {
  'leads.change': 'edit_leads',
  'leads.assign': 'assign_leads',
  'leads.import': 'import_leads',
  'leads.export': 'export_leads',
  'leads.delete': 'delete_leads',
  'employees.manage': 'manage_team',
  'forms.edit': 'edit_form',
  'company.change': 'edit_company',
  'company.plan': 'manage_billing',
  'privacy.manage': 'manage_privacy'
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

/** Whether the signed-in person may, now: rights can change while a page is open. */
export function useMay(action: string, resource: string): boolean {
  const person = useUser()
  return person !== null && mayAccess(person, action, resource)
}
