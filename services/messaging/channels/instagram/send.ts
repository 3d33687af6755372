import { isFileKind } from '../../../platform/files/attachments/rules.ts'
import type { Connection, OutgoingMessage, OutgoingReaction } from '../adapter.ts'
import { GraphUnreachableError } from '../meta/graph.ts'
import type { Accepted } from '../sent.ts'
import { wholeId } from '../updates.ts'
import { ask } from './graph.ts'

/** Sends a message (Meta, "Instagram: send messages"), whose file Instagram fetches from us. */
export async function sendMessage(connection: Connection, message: OutgoingMessage): Promise<Accepted> {
  const { kind, text, replyTo, contact, window, fileUrl } = message
  const type = kind === 'document' ? 'file' : kind
  const { message_id } = await ask(connection, {
    method: 'POST',
    path: 'me/messages',
    body: {
      recipient: { id: contact },
      message: isFileKind(kind) ? { attachment: { type, payload: { url: fileUrl } } } : { text },
      ...(replyTo && { reply_to: { mid: wholeId(replyTo) } }),
      ...(window === 'human' && { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' })
    }
  })
  if (typeof message_id !== 'string')
    throw new GraphUnreachableError('The Graph API accepted a message without an id', true)
  return { externalId: message_id }
}

/** Instagram takes a heart alone, which it calls 'love' (Meta, "Instagram: react to a message"). */
export async function sendReaction(connection: Connection, reaction: OutgoingReaction): Promise<void> {
  const { contact, externalId, emoji, window } = reaction
  await ask(connection, {
    method: 'POST',
    path: 'me/messages',
    body: {
      recipient: { id: contact },
      sender_action: emoji === null ? 'unreact' : 'react',
      payload: { message_id: wholeId(externalId), ...(emoji !== null && { reaction: 'love' }) },
      ...(window === 'human' && { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' })
    }
  })
}
