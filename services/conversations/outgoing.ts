import type { ChannelKind } from '../channels/rules.ts'
import { windowOf } from './rules.ts'
import type { IdentityKind } from './updates.ts'

/** A message that is due, with its conversation. */
export type Due = {
  id: string
  conversationId: string
  leadId: string
  text: string | null
  replyTo: string | null
  attempts: number
  channel: ChannelKind
  contact: string
  contactKind: IdentityKind
  windowEndsAt: string | null
}

/**
 * How a message is asked of the Graph API (Meta, "WhatsApp Cloud API: send messages" and "Instagram: send messages").
 * WhatsApp repeats our id in the states of the message, which settles those whose end is not known.
 */
export function requestOf(message: Due, account: string, now: Date): { path: string; body: Record<string, unknown> } {
  const { id, text, replyTo, channel, contact, contactKind, windowEndsAt } = message
  if (channel === 'instagram') {
    const human = windowOf(channel, windowEndsAt, now).window === 'human'
    return {
      path: 'me/messages',
      body: {
        recipient: { id: contact },
        message: { text },
        ...(replyTo && { reply_to: { mid: replyTo } }),
        ...(human && { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' })
      }
    }
  }
  return {
    path: `${account}/messages`,
    body: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...(contactKind === 'bsuid' ? { recipient: contact } : { to: contact }),
      type: 'text',
      text: { body: text, preview_url: true },
      ...(replyTo && { context: { message_id: replyTo } }),
      biz_opaque_callback_data: id
    }
  }
}
