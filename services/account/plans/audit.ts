import type {} from '../../core/audit.ts'

/** The entries of this feature in the audit log, by the Portuguese names that staff read. */
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
