import { useCallback } from 'react'
import { hasPermission, type Permission } from '../../../services/auth/rules.ts'
import { useUser } from '../shell/access.ts'

export type May = (permission: Permission) => boolean

/** What the signed-in person may, now; the API decides, this hides what it would refuse. */
export function useMay(): May {
  const person = useUser()
  return useCallback(permission => person !== null && hasPermission(person, permission), [person])
}
