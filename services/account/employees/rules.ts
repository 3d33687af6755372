import {
  type CompanyPermission,
  type CompanyRole,
  companyPermissions,
  type LeadAccess,
  leadAccesses,
  rolePermissions
} from '../auth/rules.ts'

export const roleLabels: Record<CompanyRole, string> = {
  admin: 'Administrador',
  manager: 'Gestor',
  agent: 'Atendente',
  viewer: 'Somente leitura',
  custom: 'Personalizado'
}

export const roleTexts: Record<CompanyRole, string> = {
  admin: 'Faz tudo, inclusive mudar o plano e os dados da empresa.',
  manager: 'Cuida dos leads, do formulário e da equipe, sem mexer no plano nem nos dados da empresa.',
  agent: 'Atende: altera leads, registra contatos, escreve notas e cuida das tarefas.',
  viewer: 'Vê os leads e os relatórios, sem alterar nada.',
  custom: 'Você escolhe cada permissão.'
}

export const leadAccessLabels: Record<LeadAccess, string> = { all: 'Todos', team: 'Da equipe', own: 'Só os seus' }

export const permissionLabels: Record<CompanyPermission, string> = {
  edit_leads: 'Alterar leads',
  assign_leads: 'Escolher o responsável',
  import_leads: 'Importar planilhas',
  export_leads: 'Exportar leads',
  delete_leads: 'Excluir leads',
  manage_funnels: 'Configurar os funis',
  send_email: 'Enviar e-mail marketing',
  send_messages: 'Responder mensagens',
  manage_channels: 'Configurar os canais',
  manage_calendar: 'Marcar e desmarcar compromissos',
  manage_tickets: 'Abrir e responder chamados',
  edit_form: 'Editar o formulário público',
  manage_team: 'Convidar e alterar pessoas',
  edit_company: 'Alterar os dados da empresa',
  manage_privacy: 'Atender pedidos de privacidade',
  manage_billing: 'Mudar o plano'
}

/** Permissions grouped by topic for the screens. */
export const permissionGroups: { label: string; permissions: readonly CompanyPermission[] }[] = [
  {
    label: 'Leads',
    permissions: ['edit_leads', 'assign_leads', 'import_leads', 'export_leads', 'delete_leads', 'manage_funnels']
  },
  { label: 'E-mail', permissions: ['send_email'] },
  { label: 'Mensagens', permissions: ['send_messages', 'manage_channels'] },
  { label: 'Calendário', permissions: ['manage_calendar'] },
  { label: 'Chamados', permissions: ['manage_tickets'] },
  { label: 'Formulário', permissions: ['edit_form'] },
  { label: 'Equipe', permissions: ['manage_team'] },
  { label: 'Empresa', permissions: ['edit_company'] },
  { label: 'Privacidade', permissions: ['manage_privacy'] },
  { label: 'Cobrança', permissions: ['manage_billing'] }
]

export const employeeStatuses = ['active', 'inactive', 'invited', 'expired'] as const
export type EmployeeStatus = (typeof employeeStatuses)[number]

export const statusLabels: Record<EmployeeStatus, string> = {
  active: 'Ativo',
  inactive: 'Inativo',
  invited: 'Convite enviado',
  expired: 'Convite expirado'
}

/** Days for which an invitation can be accepted. */
export const invitationDays = 7

export const teamTexts = {
  ownRights: 'Você não pode alterar o seu próprio papel ou as suas permissões.',
  ownAccess: 'Você não pode desativar a si mesmo.',
  adminOnly: 'Só um administrador pode convidar ou alterar administradores.',
  notHeld: 'Você só pode conceder o que você mesmo tem.',
  removalByAdmin: 'Só um administrador pode remover a verificação em duas etapas de alguém.',
  removalBySupport: 'Só o suporte pode remover a verificação em duas etapas desta conta.',
  lastAdmin: 'A empresa precisa de pelo menos um administrador ativo.',
  seats: 'Todos os lugares do seu plano estão ocupados. Mude de plano ou desative alguém para liberar um lugar.',
  seatsForGuest: 'A empresa atingiu o limite de usuários do plano. Peça ao administrador para liberar um lugar.',
  linkExpired: 'Este convite expirou, foi cancelado ou já foi usado.'
} as const

/** A person's rights in a company, as needed to judge whom they may change. */
export type Rights = { role: string; permissions: readonly string[]; leadAccess: LeadAccess; team: string | null }

/** The permissions to store for a role: its own, or the chosen ones of a custom role. Admins need no list. */
export function permissionsOf(role: CompanyRole, chosen: readonly string[] = []): CompanyPermission[] {
  if (role === 'admin') return []
  return role === 'custom' ? companyPermissions.filter(name => chosen.includes(name)) : [...rolePermissions[role]]
}

const holds = ({ role, permissions }: Rights, name: string): boolean => role === 'admin' || permissions.includes(name)

const width = (access: LeadAccess): number => leadAccesses.length - leadAccesses.indexOf(access)

/**
 * Why a person may not give these rights to somebody who has `before` (null for a new person); null where they may.
 * Only admins create or change admins; others give no permission that they lack, and no wider view of the leads than
 * their own.
 */
export function refuseGrant(giver: Rights, before: Rights | null, after: Rights): string | null {
  if (giver.role === 'admin') return null
  if (before?.role === 'admin' || after.role === 'admin') return teamTexts.adminOnly
  const added = after.permissions.filter(name => !before?.permissions.includes(name))
  if (added.some(name => !holds(giver, name))) return teamTexts.notHeld
  const same = before && before.leadAccess === after.leadAccess && before.team === after.team
  if (same) return null
  const wider = width(after.leadAccess) > width(giver.leadAccess)
  const otherTeam = giver.leadAccess === 'team' && after.leadAccess === 'team' && giver.team !== after.team
  return wider || otherTeam ? teamTexts.notHeld : null
}
