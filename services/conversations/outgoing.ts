import { isFileKind } from '../attachments/rules.ts'
import type { ChannelKind } from '../channels/rules.ts'
import { type MessageKind, windowOf } from './rules.ts'
import type { ChoiceList } from './schema.ts'
import { type IdentityKind, type Media, wholeId } from './updates.ts'

/** A message that is due, with its conversation. */
export type Due = {
  id: string
  conversationId: string
  leadId: string
  kind: MessageKind
  text: string | null
  data: { media?: Media; buttons?: string[]; list?: ChoiceList }
  replyTo: string | null
  attempts: number
  channel: ChannelKind
  contact: string
  contactKind: IdentityKind
  windowEndsAt: string | null
}

/**
 * How a message is asked of the Graph API (Meta, "WhatsApp Cloud API: send messages" and "Instagram: send messages").
 * WhatsApp repeats our id in the states of the message, which settles those whose end is not known, and has had the file of
 * a message before; Instagram fetches it from `fileUrl`.
 */
export function requestOf(
  message: Due,
  account: string,
  { now, fileUrl }: { now: Date; fileUrl: string }
): { path: string; body: Record<string, unknown> } {
  const { id, kind, text, replyTo, channel, contact, contactKind, windowEndsAt } = message
  if (channel === 'instagram') {
    const human = windowOf(channel, windowEndsAt, now).window === 'human'
    const type = kind === 'document' ? 'file' : kind
    return {
      path: 'me/messages',
      body: {
        recipient: { id: contact },
        message: isFileKind(kind) ? { attachment: { type, payload: { url: fileUrl } } } : { text },
        ...(replyTo && { reply_to: { mid: wholeId(replyTo) } }),
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
      ...contentOf(message),
      ...(replyTo && { context: { message_id: replyTo } }),
      biz_opaque_callback_data: id
    }
  }
}

function contentOf({ kind, text, data }: Due): Record<string, unknown> {
  const { media, buttons, list } = data
  if (isFileKind(kind)) {
    const file = {
      id: media?.id,
      ...(text && { caption: text }),
      ...(kind === 'document' && { filename: media?.name })
    }
    return { type: kind, [kind]: file }
  }
  if (buttons) {
    const action = { buttons: buttons.map((title, n) => ({ type: 'reply', reply: { id: `button-${n + 1}`, title } })) }
    return { type: 'interactive', interactive: { type: 'button', body: { text }, action } }
  }
  if (list) {
    const rows = list.rows.map((row, n) => ({ id: `row-${n + 1}`, ...row }))
    const action = { button: list.button, sections: [{ rows }] }
    return { type: 'interactive', interactive: { type: 'list', body: { text }, action } }
  }
  return { type: 'text', text: { body: text, preview_url: true } }
}
