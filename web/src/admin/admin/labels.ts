import type { StaffPermission } from '../../../../services/account/auth/rules.ts'
import type { Situation, StaffRole } from '../../../../services/admin/admin/rules.ts'
import type { Tone } from '../../core/tokens.ts'

export const situationLabels: Record<Situation, string> = { trial: 'Em teste', active: 'Ativa', suspended: 'Suspensa' }
export const situationTones: Record<Situation, Tone> = { trial: 'info', active: 'success', suspended: 'error' }

type PersonSituation = 'active' | 'inactive' | 'invited' | 'expired'
export const personLabels: Record<PersonSituation, string> = {
  active: 'Ativo',
  inactive: 'Inativo',
  invited: 'Convite enviado',
  expired: 'Convite expirado'
}
export const personTones: Record<PersonSituation, Tone> = {
  active: 'success',
  inactive: 'neutral',
  invited: 'info',
  expired: 'warning'
}

export const roleLabels: Record<StaffRole, string> = {
  global_admin: 'Administrador global',
  manager: 'Gerente',
  employee: 'Funcionário'
}
export const roleTexts: Record<StaffRole, string> = {
  global_admin: 'Pode tudo, inclusive nomear outros administradores globais.',
  manager: 'Cria, altera e suspende empresas, além das permissões marcadas abaixo.',
  employee: 'Consulta empresas e presta suporte, além das permissões marcadas abaixo.'
}

export const companyRoleLabels: Record<string, string> = {
  admin: 'Administrador',
  manager: 'Gestor',
  agent: 'Atendente',
  viewer: 'Somente leitura',
  custom: 'Personalizado'
}

export const permissionLabels: Record<StaffPermission, string> = {
  manage_employees: 'Gerenciar funcionários',
  view_logs: 'Ver registros',
  edit_system_settings: 'Alterar configurações',
  manage_integrations: 'Gerenciar integrações'
}
export const permissionTexts: Record<StaffPermission, string> = {
  manage_employees: 'Convida colegas, muda direitos e encerra acessos.',
  view_logs: 'Consulta e exporta auditoria, acessos, erros e filas.',
  edit_system_settings: 'Muda planos, preços, prazos e regras de segurança.',
  manage_integrations: 'Configura chaves e serviços externos.'
}
