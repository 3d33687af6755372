import type { StaffPermission } from '../../account/auth/rules.ts'

/** `suspended` takes precedence: its people cannot work. */
export const situations = ['trial', 'active', 'suspended'] as const
export type Situation = (typeof situations)[number]

export function situationOf(company: { active: boolean; trialEndsAt: string | null }, now = new Date()): Situation {
  if (!company.active) return 'suspended'
  return company.trialEndsAt !== null && new Date(company.trialEndsAt) > now ? 'trial' : 'active'
}

/** In ascending order; only a global admin creates or changes another. */
export const staffRoles = ['employee', 'manager', 'global_admin'] as const
export type StaffRole = (typeof staffRoles)[number]

export const staffPermissionNames = [
  'manage_employees',
  'view_logs',
  'edit_system_settings',
  'manage_integrations'
] as const satisfies readonly StaffPermission[]

/** A staff member's rights. */
export type StaffRights = { role: StaffRole; permissions: readonly StaffPermission[] }

export const staffTexts = {
  aboveYou: 'Somente um administrador global pode criar ou alterar outro administrador global.',
  ownRights: 'Você não pode aumentar os próprios direitos.',
  ownAccess: 'Você não pode desativar o próprio acesso. Peça a outra pessoa.',
  notHeld: 'Você só pode conceder permissões que você mesmo tem.',
  higherRole: 'Você só pode conceder ou alterar um papel até o seu.',
  lastAdmin: 'Este é o último administrador global ativo. Nomeie outro antes.'
} as const

const rank = (role: StaffRole): number => staffRoles.indexOf(role)

/**
 * Why a staff member may not give another these rights; null where they may. `before` is null for a new member. Shared
 * by the API and the browser.
 */
export function refusalToGrant(
  actor: StaffRights,
  before: StaffRights | null,
  after: StaffRights,
  self: boolean
): string | null {
  const added = after.permissions.filter(name => !before?.permissions.includes(name))
  if (self && (rank(after.role) > rank(before?.role ?? 'employee') || added.length > 0)) return staffTexts.ownRights
  if (actor.role === 'global_admin') return null
  if (before?.role === 'global_admin' || after.role === 'global_admin') return staffTexts.aboveYou
  if (rank(after.role) > rank(actor.role) || (before && rank(before.role) > rank(actor.role)))
    return staffTexts.higherRole
  if (added.some(name => !actor.permissions.includes(name))) return staffTexts.notHeld
  return null
}

/** In minutes. */
export const supportLength = { min: 15, max: 240 }

const logNames = ['audit', 'sign-ins', 'errors', 'jobs', 'support', 'inbound-mails'] as const
export type LogName = (typeof logNames)[number]

export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The first member of the staff, where no other address is configured. */
export const firstAdminEmail = 'admin@prosa.example'
