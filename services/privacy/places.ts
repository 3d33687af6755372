/** A table whose rows tell of leads, and the columns by which they name them. */
export type Place = {
  table: string
  columns: readonly string[]
  /** In the certificate, and where something is left. */
  label: string
  /** Whether its rows go, or stay without what they told. */
  fate: 'gone' | 'emptied'
}

/**
 * Every place where personal data of a lead lives, in the order in which it is emptied. A test fails for a column that
 * refers to leads and is not here, and for a table of a company that is neither here nor below.
 */
export const places: readonly Place[] = [
  { table: 'import_rows', columns: ['lead_id', 'planned_lead'], label: 'linhas de importação', fate: 'emptied' },
  { table: 'operation_rows', columns: ['lead_id'], label: 'linhas de ações em massa', fate: 'gone' },
  { table: 'submissions', columns: ['lead_id'], label: 'envios de formulário', fate: 'gone' },
  { table: 'consents', columns: ['lead_id'], label: 'consentimentos', fate: 'gone' },
  { table: 'lead_tags', columns: ['lead_id'], label: 'etiquetas no lead', fate: 'gone' },
  { table: 'notes', columns: ['lead_id'], label: 'notas', fate: 'gone' },
  { table: 'tasks', columns: ['lead_id'], label: 'tarefas', fate: 'gone' },
  { table: 'lead_changes', columns: ['lead_id'], label: 'alterações de campos', fate: 'gone' },
  { table: 'merges', columns: ['lead_id', 'other_id'], label: 'mesclagens', fate: 'gone' },
  { table: 'distinct_leads', columns: ['lead_id', 'other_id'], label: 'comparações com outros leads', fate: 'gone' },
  { table: 'distribution_log', columns: ['lead_id'], label: 'distribuições', fate: 'gone' },
  { table: 'activities', columns: ['lead_id'], label: 'atividades', fate: 'gone' },
  { table: 'mails', columns: ['lead_id'], label: 'e-mails', fate: 'gone' },
  { table: 'notifications', columns: ['lead_id'], label: 'notificações', fate: 'gone' },
  { table: 'person_accesses', columns: ['lead_id'], label: 'acessos à página Meus dados', fate: 'gone' },
  { table: 'chat_proposals', columns: ['lead_id'], label: 'conversas da equipe com a assistente', fate: 'gone' },
  { table: 'chat_sessions', columns: ['lead_id'], label: 'conversas com a assistente', fate: 'gone' },
  { table: 'privacy_requests', columns: ['lead_ids'], label: 'pedidos de privacidade', fate: 'emptied' },
  { table: 'leads', columns: ['id', 'merged_into'], label: 'leads', fate: 'gone' }
]

/** The other tables of a company, as a sentence names them where a contact is still found there. */
export const otherTables: Readonly<Record<string, string>> = {
  account_links: 'convites',
  account_mails: 'mensagens enviadas à pessoa',
  answer_counts: 'contagens de respostas',
  answer_fields: 'campos com opções',
  audit_checks: 'conferências da auditoria',
  audit_log: 'registro de auditoria',
  chat_messages: 'conversas com a assistente',
  companies: 'dados da empresa',
  company_notes: 'observações sobre a empresa',
  dashboard_settings: 'preferências do painel',
  distributions: 'regras de distribuição',
  employees: 'equipe',
  erased_people: 'pessoas excluídas',
  erasure_certificates: 'certificados de exclusão',
  events: 'eventos',
  file_pieces: 'arquivos',
  files: 'nomes de arquivos',
  form_counts: 'contagens do formulário',
  form_versions: 'versões publicadas do formulário',
  forms: 'formulários',
  imports: 'importações',
  lead_counts: 'contagens de leads',
  lead_day_totals: 'totais por dia',
  lead_days: 'contagens por dia',
  lead_facets: 'contagens por filtro',
  lead_months: 'contagens por mês',
  lead_usage: 'uso do plano',
  lead_views: 'visões salvas',
  mail_days: 'contagens de e-mails',
  mail_recipients: 'endereços que recebem leads',
  notification_settings: 'preferências de notificação',
  operations: 'ações em massa',
  privacy_settings: 'configurações de privacidade',
  score_models: 'modelo de pontuação',
  sessions: 'sessões',
  support_accesses: 'acessos do suporte',
  tags: 'nomes de etiquetas'
}

/** What a table is called, for people. */
export const placeLabel = (table: string): string =>
  places.find(place => place.table === table)?.label ?? otherTables[table] ?? table
