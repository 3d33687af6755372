import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'user.changed': 'Dados pessoais alterados',
    'user.email_change_asked': 'Troca de e-mail pedida',
    'user.email_change_given_up': 'Troca de e-mail desistida',
    'user.email_changed': 'E-mail trocado',
    'user.email_confirmed': 'E-mail confirmado',
    'user.password_changed': 'Senha alterada',
    'user.password_reset': 'Senha redefinida',
    'user.second_factor_on': 'Verificação em duas etapas ativada',
    'user.second_factor_off': 'Verificação em duas etapas desativada',
    'user.second_factor_removed': 'Verificação em duas etapas removida por outra pessoa',
    'user.recovery_code_used': 'Código de recuperação usado',
    'user.recovery_codes_renewed': 'Códigos de recuperação renovados',
    'user.session_ended': 'Sessão encerrada',
    'user.sessions_ended': 'Sessões encerradas',
    'support.read': 'Leitura pelo suporte'
  },
  fields: {
    jobTitle: 'Cargo',
    timeZone: 'Fuso horário',
    time_zone: 'Fuso horário'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
