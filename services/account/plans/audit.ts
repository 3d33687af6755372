import type {} from '../../core/audit.ts'

/** What the audit log records of this feature, and what staff read of it. */
export const audited = {
  actions: {
    'company.plan_changed': 'Plano da empresa alterado'
  },
  fields: {
    plan: 'Plano',
    priceCents: 'Preço',
    description: 'Descrição',
    leadsPerMonth: 'Leads por mês',
    users: 'Usuários',
    features: 'Recursos',
    limitations: 'Limitações',
    highlights: 'Destaques',
    popular: 'Popular'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
