import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'ticket.changed': 'Chamado alterado',
    'ticket.answered': 'Resposta em um chamado',
    'ticket.answer_withdrawn': 'Resposta retirada de um chamado',
    'ticket.link_withdrawn': 'Link de um arquivo retirado',
    'ticket.noted': 'Nota em um chamado',
    'ticket.merged': 'Chamados unidos',
    'ticket.linked': 'Chamados ligados',
    'ticket.unlinked': 'Ligação entre chamados desfeita',
    'ticket.placed': 'Chamado passado a uma empresa',
    'ticket.spam': 'Chamado marcado como spam',
    'ticket.not_spam': 'Chamado não é mais spam',
    'ticket.issue_created': 'Problema conhecido criado',
    'ticket.issue_answered': 'Problema conhecido respondido',
    'ticket.rules_changed': 'Prazos de chamados alterados'
  },
  fields: {
    priority: 'Prioridade',
    category: 'Categoria',
    assigneeId: 'Responsável',
    issue: 'Problema conhecido'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
