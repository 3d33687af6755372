import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
export const audited = {
  actions: {
    'article.created': 'Artigo criado',
    'article.changed': 'Artigo alterado',
    'article.deleted': 'Artigo excluído',
    'conversation.taken': 'Conversa assumida',
    'conversation.concluded': 'Conversa concluída',
    'assistant.confirmed': 'Ação da assistente confirmada'
  },
  fields: {
    assistantName: 'Nome da assistente',
    starterQuestions: 'Perguntas iniciais',
    title: 'Título',
    audiences: 'Para quem'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
