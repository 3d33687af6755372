import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
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
