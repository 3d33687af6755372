import type { EmployeeStatus } from '../../../../services/account/employees/rules.ts'
import { roleLabels } from '../../../../services/account/employees/rules.ts'
import type { Tone } from '../../core/tokens.ts'

export const statusTones: Record<EmployeeStatus, Tone> = {
  active: 'success',
  inactive: 'neutral',
  invited: 'info',
  expired: 'warning'
}

/** A role in words, whatever a newer server calls it. */
export const roleLabel = (role: string): string => roleLabels[role as keyof typeof roleLabels] ?? role

/** '2 de 5 usuários' */
export const seatsText = ({ used, limit }: { used: number; limit: number | null }): string =>
  limit === null ? `${used} ${used === 1 ? 'usuário' : 'usuários'}` : `${used} de ${limit} usuários`
