import { Type } from '@sinclair/typebox'
import { defineJob } from '../../core/jobs.ts'
import { Id } from '../../core/schema.ts'

/** Messages of a channel wait to be sent. */
export const messagesQueued = defineJob('sending', 'messages-queued', Type.Object({ companyId: Id, channelId: Id }), {
  label: 'Enviar mensagens'
})

/** People wrote in these conversations. */
export const messagesReceived = defineJob(
  'conversations',
  'messages-received',
  Type.Object({ companyId: Id, conversationIds: Type.Array(Id) }),
  { label: 'Guardar mensagens recebidas', joins: 'conversationIds' }
)

/** Somebody of the team has read a conversation. */
export const conversationRead = defineJob(
  'receipts',
  'conversation-read',
  Type.Object({ companyId: Id, conversationId: Id }),
  { label: 'Confirmar a leitura ao cliente' }
)

/** Somebody of the team is writing to the person. */
export const answerBegun = defineJob('receipts', 'answer-begun', Type.Object({ companyId: Id, conversationId: Id }), {
  label: 'Mostrar ao cliente que alguém está digitando'
})

/** The company has another reaction to a message of a person, or none any longer. */
export const reactionChanged = defineJob(
  'receipts',
  'reaction-changed',
  Type.Object({ companyId: Id, messageId: Id }),
  {
    label: 'Enviar uma reação'
  }
)

/** The file of a message is still at the provider. */
export const mediaReceived = defineJob('media', 'media-received', Type.Object({ companyId: Id, messageId: Id }), {
  label: 'Guardar um arquivo recebido'
})

/** The file of a message is to be handed over to the provider, before the message. */
export const fileQueued = defineJob('uploads', 'file-queued', Type.Object({ companyId: Id, messageId: Id }), {
  label: 'Entregar um arquivo ao canal'
})

/** Somebody wrote whose name the provider has not sent. */
export const profileMissing = defineJob(
  'receipts',
  'profile-missing',
  Type.Object({ companyId: Id, conversationId: Id }),
  { label: 'Buscar o nome de quem escreveu' }
)
