/** The events that employees are notified of. */
export const notificationKinds = [
  'lead_new',
  'lead_returned',
  'lead_assigned',
  'message_new',
  'mention',
  'task_due',
  'appointment_new',
  'appointment_changed',
  'appointment_cancelled',
  'operation_done',
  'privacy_request',
  'mail_limit',
  'channel_trouble',
  'ticket_answered',
  'campaign_trouble'
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** In the application, by e-mail at once, and in the daily mail. */
export const notificationMedia = ['app', 'mail', 'digest'] as const
export type NotificationMedium = (typeof notificationMedia)[number]

export type MediaChoice = Record<NotificationMedium, boolean>

export const kindLabels: Record<NotificationKind, { label: string; help: string }> = {
  lead_new: { label: 'Novo lead', help: 'Chegou pelo formulário. O e-mail vai para quem administra a empresa.' },
  lead_returned: { label: 'Novo envio de quem já é lead', help: 'A mesma pessoa preencheu o formulário outra vez.' },
  lead_assigned: { label: 'Lead atribuído a mim', help: 'Alguém ou a distribuição passou um lead para você.' },
  message_new: {
    label: 'Mensagem de cliente',
    help: 'Pelo WhatsApp ou Instagram, uma vez até alguém responder, e as respostas aos seus e-mails.'
  },
  mention: { label: 'Menção em uma nota', help: 'Alguém escreveu para você na nota de um lead.' },
  task_due: { label: 'Lembrete de tarefa', help: 'Na hora marcada em cada tarefa sua.' },
  appointment_new: { label: 'Novo compromisso', help: 'Alguém da equipe ou um cliente marcou um horário com você.' },
  appointment_changed: { label: 'Compromisso alterado', help: 'Outro horário, outro lugar ou a confirmação.' },
  appointment_cancelled: { label: 'Compromisso cancelado', help: 'O horário voltou a ficar livre.' },
  operation_done: { label: 'Fim de importação ou ação em massa', help: 'Das que você começou.' },
  privacy_request: {
    label: 'Pedido de privacidade',
    help: 'Quando chega e 3 dias antes do prazo, para quem cuida da privacidade.'
  },
  mail_limit: {
    label: 'Limite de e-mails do dia',
    help: 'Quando está perto e quando chega, para quem administra a empresa.'
  },
  channel_trouble: {
    label: 'Problema em um canal',
    help: 'Quando o WhatsApp, o Instagram ou o domínio do e-mail para, ou vai parar, para quem configura os canais.'
  },
  ticket_answered: {
    label: 'Resposta a um chamado',
    help: 'De quem você abriu. A resposta em si sempre chega por e-mail.'
  },
  campaign_trouble: {
    label: 'Campanha que parou',
    help: 'Quando uma campanha sua para sozinha ou não pode ser enviada.'
  }
}

export const mediumLabels: Record<NotificationMedium, string> = {
  app: 'No sino',
  mail: 'Por e-mail',
  digest: 'No resumo diário'
}

export const weekDays = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'] as const

/** The hour of the weekly mail for those without a daily mail. */
export const weekHour = 8

/** The defaults until a person chooses otherwise. */
export const usualMedia: Record<NotificationKind, MediaChoice> = {
  lead_new: { app: true, mail: true, digest: true },
  lead_returned: { app: true, mail: false, digest: true },
  lead_assigned: { app: true, mail: true, digest: false },
  message_new: { app: true, mail: false, digest: false },
  mention: { app: true, mail: true, digest: false },
  task_due: { app: true, mail: false, digest: true },
  appointment_new: { app: true, mail: true, digest: true },
  appointment_changed: { app: true, mail: true, digest: false },
  appointment_cancelled: { app: true, mail: true, digest: false },
  operation_done: { app: true, mail: false, digest: false },
  privacy_request: { app: true, mail: true, digest: false },
  mail_limit: { app: true, mail: false, digest: false },
  channel_trouble: { app: true, mail: true, digest: false },
  ticket_answered: { app: true, mail: false, digest: false },
  campaign_trouble: { app: true, mail: true, digest: false }
}

/** The section of the profile in which people choose what they are notified of, and its address. */
export const settingsSection = 'notificacoes'
export const settingsPath = `/profile?aba=${settingsSection}`
