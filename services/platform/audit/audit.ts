/** Fields that several features record, or the log itself, are declared here. */
export const audited = {
  actions: {
    'audit.checked': 'Integridade verificada'
  },
  fields: {
    name: 'Nome',
    email: 'E-mail',
    phone: 'Telefone',
    status: 'Situação',
    body: 'Texto',
    companyId: 'Empresa',
    person: 'Pessoa',
    action: 'Ação',
    object: 'Objeto',
    requestId: 'Requisição',
    from: 'De',
    to: 'Até',
    broken: 'Cadeias quebradas',
    error: 'Erro'
  }
}

declare module '../../core/audit.ts' {
  interface AuditActions extends Record<keyof typeof audited.actions, string> {}
  interface AuditedFields extends Record<keyof typeof audited.fields, string> {}
}
