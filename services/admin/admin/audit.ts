import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'company.created': 'Empresa criada',
    'company.changed': 'Empresa alterada',
    'company.noted': 'Observação interna alterada',
    'company.suspended': 'Empresa suspensa',
    'company.reactivated': 'Empresa reativada',
    'company.trial_extended': 'Teste estendido',
    'invitation.sent': 'Convite enviado',
    'user.reset_sent': 'Redefinição de senha enviada',
    'support.started': 'Acesso de suporte iniciado',
    'support.ended': 'Acesso de suporte encerrado',
    'staff.invited': 'Funcionário convidado',
    'staff.invitation_cancelled': 'Convite de funcionário cancelado',
    'staff.changed': 'Direitos de um funcionário alterados',
    'staff.activated': 'Funcionário reativado',
    'staff.deactivated': 'Funcionário desativado',
    'settings.changed': 'Configurações alteradas',
    'settings.undone': 'Alteração de configurações desfeita',
    'plan.changed': 'Plano alterado',
    'plan.undone': 'Alteração de plano desfeita',
    'mail.tested': 'E-mail de teste enviado',
    'mail.read': 'E-mail de conta lido',
    'mail.read_again': 'E-mail recebido lido de novo',
    'log.exported': 'Registro exportado',
    'job.retried': 'Trabalho reenviado',
    'job.discarded': 'Trabalho descartado',
    'schedule.run': 'Tarefa periódica executada'
  },
  fields: {
    active: 'Ativo',
    adminName: 'Nome do administrador',
    adminEmail: 'E-mail do administrador',
    notes: 'Observações',
    minutes: 'Minutos',
    trialEndsAt: 'Fim do teste',
    leadsLimit: 'Limite de leads',
    usersLimit: 'Limite de usuários',
    limitsReason: 'Motivo dos limites',
    limitsUntil: 'Limites até',
    productName: 'Nome do produto',
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
    maintenanceNotice: 'Aviso'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
