import type { AuditProblem, Situation, StaffRole } from '../../../services/admin/rules.ts'
import type { AuditAction } from '../../../services/audit/rules.ts'
import type { StaffPermission } from '../../../services/auth/rules.ts'
import { permissionLabels as companyPermissionLabels, leadAccessLabels } from '../../../services/employees/rules.ts'
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

/** What the record calls an action. */
const actions: Record<AuditAction, string> = {
  'company.created': 'Empresa criada',
  'company.changed': 'Empresa alterada',
  'company.noted': 'Observação interna alterada',
  'company.suspended': 'Empresa suspensa',
  'company.reactivated': 'Empresa reativada',
  'company.trial_extended': 'Teste estendido',
  'company.plan_changed': 'Plano da empresa alterado',
  'employee.joined': 'Entrada na equipe',
  'employee.changed': 'Direitos de uma pessoa alterados',
  'employee.deactivated': 'Pessoa desativada',
  'employee.reactivated': 'Pessoa reativada',
  'invitation.created': 'Convite criado',
  'invitation.sent': 'Convite enviado',
  'invitation.resent': 'Convite reenviado',
  'invitation.canceled': 'Convite cancelado',
  'session.company_changed': 'Troca de empresa',
  'user.changed': 'Dados pessoais alterados',
  'user.email_change_asked': 'Troca de e-mail pedida',
  'user.email_change_given_up': 'Troca de e-mail desistida',
  'user.email_changed': 'E-mail trocado',
  'user.email_confirmed': 'E-mail confirmado',
  'user.password_changed': 'Senha alterada',
  'user.password_reset': 'Senha redefinida',
  'user.reset_sent': 'Redefinição de senha enviada',
  'user.second_factor_on': 'Verificação em duas etapas ativada',
  'user.second_factor_off': 'Verificação em duas etapas desativada',
  'user.second_factor_removed': 'Verificação em duas etapas removida por outra pessoa',
  'user.recovery_code_used': 'Código de recuperação usado',
  'user.recovery_codes_renewed': 'Códigos de recuperação renovados',
  'user.session_ended': 'Sessão encerrada',
  'user.sessions_ended': 'Sessões encerradas',
  'support.started': 'Acesso de suporte iniciado',
  'support.read': 'Leitura pelo suporte',
  'support.ended': 'Acesso de suporte encerrado',
  'staff.invited': 'Funcionário convidado',
  'staff.joined': 'Funcionário entrou na equipe',
  'staff.invitation_cancelled': 'Convite de funcionário cancelado',
  'staff.changed': 'Direitos de um funcionário alterados',
  'staff.activated': 'Funcionário reativado',
  'staff.deactivated': 'Funcionário desativado',
  'settings.changed': 'Configurações alteradas',
  'settings.undone': 'Alteração de configurações desfeita',
  'plan.changed': 'Plano alterado',
  'plan.undone': 'Alteração de plano desfeita',
  'integration.created': 'Integração criada',
  'integration.changed': 'Integração alterada',
  'company.distribution_changed': 'Distribuição de leads alterada',
  'company.scores_switched': 'Pontuação de leads ligada ou desligada',
  'form.created': 'Formulário criado',
  'form.published': 'Formulário publicado',
  'form.archived': 'Formulário arquivado',
  'recipient.confirmed': 'Destinatário confirmou os avisos',
  'recipient.declined': 'Destinatário recusou os avisos',
  'recipient.revoked': 'Destinatário removido',
  'lead.imported': 'Leads importados',
  'lead.import_undone': 'Importação de leads desfeita',
  'lead.exported': 'Leads exportados',
  'lead.deleted': 'Lead excluído',
  'lead.restored': 'Exclusão de lead desfeita',
  'lead.merged': 'Leads mesclados',
  'lead.merge_undone': 'Mesclagem de leads desfeita',
  'lead.many_changed': 'Ação em massa em leads',
  'lead.many_undone': 'Ação em massa em leads desfeita',
  'lead.erased': 'Dados de lead excluídos definitivamente',
  'lead.typed_again': 'Lead cadastrado depois de exclusão',
  'privacy.settings_changed': 'Configurações de privacidade alteradas',
  'privacy.request_typed': 'Pedido de privacidade registrado',
  'privacy.request_answered': 'Pedido de privacidade atendido',
  'privacy.request_refused': 'Pedido de privacidade recusado',
  'privacy.correction_applied': 'Correção pedida pela pessoa aplicada',
  'privacy.link_copied': 'Link de Meus dados copiado',
  'privacy.retention_run': 'Leads antigos excluídos pelo prazo de guarda',
  'article.created': 'Artigo criado',
  'article.changed': 'Artigo alterado',
  'article.deleted': 'Artigo excluído',
  'conversation.taken': 'Conversa assumida',
  'conversation.concluded': 'Conversa concluída',
  'assistant.confirmed': 'Ação da assistente confirmada',
  'mail.tested': 'E-mail de teste enviado',
  'mail.read': 'E-mail de conta lido',
  'log.exported': 'Registro exportado',
  'audit.checked': 'Integridade verificada',
  'job.retried': 'Trabalho reenviado',
  'job.discarded': 'Trabalho descartado'
}
/** An action in words; one of an older version shows its own name. */
export const actionLabel = (action: string): string => actions[action as AuditAction] ?? action
export const knownActions = Object.entries(actions).toSorted(([, one], [, other]) => one.localeCompare(other, 'pt-BR'))

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
  error: 'Erro',
  team: 'Equipe',
  leadAccess: 'Acesso aos leads',
  leads: 'Leads de',
  leadCount: 'Leads entregues',
  companyId: 'Empresa',
  companyName: 'Empresa',
  jobTitle: 'Cargo',
  timeZone: 'Fuso horário',
  time_zone: 'Fuso horário',
  status: 'Situação',
  key: 'Chave',
  baseUrl: 'Endereço do serviço',
  model: 'Modelo',
  monthlyTokenCap: 'Limite mensal de tokens',
  title: 'Título',
  body: 'Texto',
  audience: 'Para quem',
  published: 'Publicado',
  person: 'Pessoa',
  action: 'Ação',
  object: 'Objeto',
  requestId: 'Requisição',
  from: 'De',
  to: 'Até',
  lostReason: 'Motivo da perda',
  ownerId: 'Responsável',
  employeeIds: 'Pessoas',
  tagIds: 'Etiquetas',
  taskKind: 'Tipo de tarefa',
  dueAt: 'Prazo',
  other: 'O outro lead',
  columns: 'Colunas',
  filter: 'Filtro',
  origin: 'Origem da lista',
  originNote: 'Sobre a origem'
}
export const fieldLabel = (field: string): string => fields[field] ?? field

const values: Record<string, string> = {
  ...planLabels,
  ...roleLabels,
  ...permissionLabels,
  ...companyRoleLabels,
  ...companyPermissionLabels,
  ...leadAccessLabels,
  inactive: 'inativa',
  configured: 'configurada',
  replaced: 'substituída',
  rewritten: 'reescrito'
}

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

export const queueLabels: Record<string, string> = {
  leads: 'Leads',
  email: 'E-mail',
  operations: 'Ações em massa',
  imports: 'Importações e exportações',
  chat: 'Assistente'
}
