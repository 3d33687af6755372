import type { AuditProblem, Situation, StaffRole } from '../../../services/admin/rules.ts'
import type { StaffPermission } from '../../../services/auth/rules.ts'
import type { PlanKey } from '../../../services/plans/rules.ts'
import type { Tone } from '../core/tokens.ts'

export const situationLabels: Record<Situation, string> = { trial: 'Em teste', active: 'Ativa', suspended: 'Suspensa' }
export const situationTones: Record<Situation, Tone> = { trial: 'info', active: 'success', suspended: 'error' }

export const planLabels: Record<PlanKey, string> = {
  basic: 'Básico',
  pro: 'Profissional',
  advanced: 'Avançado',
  enterprise: 'Empresarial'
}

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

/** What the record calls an action; one that is not here shows its own name. */
const actions: Record<string, string> = {
  'company.created': 'Empresa criada',
  'company.changed': 'Empresa alterada',
  'company.noted': 'Observação interna alterada',
  'company.suspended': 'Empresa suspensa',
  'company.reactivated': 'Empresa reativada',
  'company.trial_extended': 'Teste estendido',
  'invitation.sent': 'Convite enviado',
  'user.reset_sent': 'Redefinição de senha enviada',
  'user.sessions_ended': 'Sessões encerradas',
  'support.started': 'Acesso de suporte iniciado',
  'support.read': 'Leitura pelo suporte',
  'support.ended': 'Acesso de suporte encerrado',
  'staff.invited': 'Funcionário convidado',
  'staff.invitation_cancelled': 'Convite cancelado',
  'staff.changed': 'Direitos alterados',
  'staff.activated': 'Funcionário reativado',
  'staff.deactivated': 'Funcionário desativado',
  'settings.changed': 'Configurações alteradas',
  'settings.undone': 'Alteração de configurações desfeita',
  'plan.changed': 'Plano alterado',
  'plan.undone': 'Alteração de plano desfeita',
  'mail.tested': 'E-mail de teste enviado',
  'mail.read': 'E-mail de conta lido',
  'log.exported': 'Registro exportado',
  'audit.checked': 'Integridade verificada',
  'job.retried': 'Trabalho reenviado',
  'job.discarded': 'Trabalho descartado'
}
export const actionLabel = (action: string): string => actions[action] ?? action
export const knownActions = Object.entries(actions)

const fields: Record<string, string> = {
  name: 'Nome',
  email: 'E-mail',
  phone: 'Telefone',
  address: 'Endereço',
  cnpj: 'CNPJ',
  industry: 'Ramo',
  plan: 'Plano',
  active: 'Ativo',
  role: 'Papel',
  permissions: 'Permissões',
  trialEndsAt: 'Fim do teste',
  leadsLimit: 'Limite de leads',
  usersLimit: 'Limite de usuários',
  limitsReason: 'Motivo dos limites',
  limitsUntil: 'Limites até',
  notes: 'Observações',
  minutes: 'Minutos',
  priceCents: 'Preço (centavos)',
  leadsPerMonth: 'Leads por mês',
  users: 'Usuários',
  features: 'Recursos',
  limitations: 'Limitações',
  highlights: 'Destaques',
  popular: 'Popular',
  description: 'Descrição',
  productName: 'Nome do produto',
  assistantName: 'Nome da assistente',
  starterQuestions: 'Perguntas iniciais',
  trialDays: 'Dias de teste',
  sessionIdleMinutes: 'Minutos até expirar por inatividade',
  sessionClientDays: 'Dias de sessão de clientes',
  sessionStaffHours: 'Horas de sessão da equipe',
  staffSecondFactor: 'Segunda etapa obrigatória',
  alphanumericCnpj: 'CNPJ alfanumérico',
  logRetentionDays: 'Dias de retenção dos registros',
  contactWhatsapp: 'WhatsApp de contato',
  contactEmail: 'E-mail de contato',
  contactAddress: 'Endereço de contato',
  contactHours: 'Horário de atendimento',
  privacyName: 'Responsável pelos dados pessoais',
  privacyEmail: 'E-mail de privacidade',
  maintenanceNotice: 'Aviso',
  format: 'Formato',
  rows: 'Linhas',
  broken: 'Cadeias quebradas',
  error: 'Erro'
}
export const fieldLabel = (field: string): string => fields[field] ?? field

const values: Record<string, string> = { ...planLabels, ...roleLabels, ...permissionLabels, ...companyRoleLabels }

/** A value of the record in words. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'vazio'
  if (typeof value === 'boolean') return value ? 'sim' : 'não'
  if (Array.isArray(value)) return value.length === 0 ? 'nenhum' : value.map(valueText).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return values[String(value)] ?? String(value)
}

export const problemLabels: Record<AuditProblem, string> = {
  changed: 'Um registro foi alterado',
  missing: 'Faltam registros no meio',
  cut: 'Os últimos registros foram apagados'
}

export const queueLabels: Record<string, string> = { leads: 'Leads', email: 'E-mail' }
