import { queueLabels } from './labels.ts'

/** What the jobs and the recurring tasks do, for the queues and the record. */
export const jobLabels: Record<string, string> = {
  'leads-created': 'Avisar de novos leads',
  'leads-held': 'Avisar de leads retidos',
  'leads-returned': 'Avisar de leads que voltaram',
  'leads-unowned': 'Dar responsável a leads',
  'limits-changed': 'Aplicar novos limites',
  'options-added': 'Acrescentar opções ao formulário',
  'recipient-named': 'Pedir confirmação a um destinatário',
  'export-requested': 'Exportar leads',
  'import-check-asked': 'Conferir uma planilha',
  'import-confirmed': 'Importar uma planilha',
  'import-undo-asked': 'Desfazer uma importação',
  'operation-queued': 'Fazer uma ação em massa',
  'undo-queued': 'Desfazer uma ação em massa',
  'account-mail-queued': 'Enviar um e-mail de conta',
  'mail-queued': 'Enviar um e-mail',
  'question-asked': 'Responder uma pergunta',
  'privacy-request-answered': 'Avisar da resposta a um pedido',
  'deliveries-received': 'Ler o que a Meta avisou',
  'messages-received': 'Guardar mensagens recebidas',
  'media-received': 'Guardar um arquivo recebido',
  'messages-queued': 'Enviar mensagens',
  'messages-due': 'Mensagens que esperam para ser enviadas',
  'conversations-return': 'Conversas adiadas que voltam',
  'audit-check': 'Conferir a auditoria',
  'week-mails': 'Enviar resumos da semana',
  'release-by-month': 'Liberar leads retidos',
  'notification-mails': 'Enviar avisos por e-mail',
  digests: 'Enviar resumos do dia',
  'mail-limits': 'Avisar de limites de e-mail',
  'privacy-terms': 'Avisar de prazos de privacidade',
  retention: 'Excluir leads fora do prazo de guarda',
  scores: 'Pontuar leads',
  'task-reminders': 'Lembrar de tarefas',
  tidy: 'Remover o que venceu'
}

/** A job in words, with its queue: 'E-mail: Enviar um e-mail'. */
export const jobText = (queue: string, name: string): string =>
  `${queueLabels[queue] ?? queue}: ${jobLabels[name] ?? name}`
