import { isFileKind } from '../../files/attachments/rules.ts'
import type { Connection, OutgoingMessage } from '../adapter.ts'
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
