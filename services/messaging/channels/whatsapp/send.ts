import { isFileKind } from '../../../platform/files/attachments/rules.ts'
import type { Connection, OutgoingMessage, OutgoingReaction } from '../adapter.ts'
import { GraphUnreachableError } from '../meta/graph.ts'
import type { Accepted } from '../sent.ts'
import { ask } from './graph.ts'
import { groupKind } from './groups.ts'
import { templateBody } from './templates.ts'

/**
 * Sends a message (Meta, "WhatsApp Cloud API: send messages"). WhatsApp repeats our id in its states, and has had its
 * file before.
 */
export async function sendMessage(connection: Connection, message: OutgoingMessage): Promise<Accepted> {
  const { id, replyTo } = message
  const answer = await ask(connection, {
    method: 'POST',
    path: `${connection.channel.account}/messages`,
    body: {
      messaging_product: 'whatsapp',
      ...recipientOf(message),
      ...contentOf(message),
      ...(replyTo && { context: { message_id: replyTo } }),
      biz_opaque_callback_data: id
    }
  })
  const [sent] = (answer.messages ?? []) as { id?: unknown }[]
  const [person] = (answer.contacts ?? []) as { wa_id?: unknown }[]
  if (typeof sent?.id !== 'string')
    throw new GraphUnreachableError('The Graph API accepted a message without an id', true)
  // The number that WhatsApp knows may lack the ninth digit.
  const other = typeof person?.wa_id === 'string' && person.wa_id !== message.contact ? person.wa_id : null
  return { externalId: sent.id, ...(other !== null && { identity: { kind: 'wa_id' as const, value: other } }) }
}

/** A number, the id of somebody who hides it, or a group. */
const recipientOf = ({ contact, contactKind }: Pick<OutgoingMessage, 'contact' | 'contactKind'>) => ({
  recipient_type: contactKind === groupKind ? 'group' : 'individual',
  ...(contactKind === 'bsuid' ? { recipient: contact } : { to: contact })
})

/** An empty sign takes the reaction back. */
export async function sendReaction(connection: Connection, reaction: OutgoingReaction): Promise<void> {
  await ask(connection, {
    method: 'POST',
    path: `${connection.channel.account}/messages`,
    body: {
      messaging_product: 'whatsapp',
      ...recipientOf(reaction),
      type: 'reaction',
      reaction: { message_id: reaction.externalId, emoji: reaction.emoji ?? '' }
    }
  })
}

function contentOf({ kind, text, data }: OutgoingMessage): Record<string, unknown> {
  const { media, buttons, list, place, template } = data
  if (template) return { type: 'template', template: templateBody(template) }
  if (isFileKind(kind)) {
    const file = {
      id: media?.id,
      ...(text && { caption: text }),
      ...(kind === 'document' && { filename: media?.name }),
      // WhatsApp makes voice messages of Opus only.
      ...(kind === 'audio' && media?.voice && media.type === 'audio/ogg; codecs=opus' && { voice: true })
    }
    return { type: kind, [kind]: file }
  }
  if (kind === 'location') return { type: 'location', location: place }
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

/** Everything up to a message is read; `typing` shows that somebody is writing too. */
export async function markRead(connection: Connection, externalId: string, typing?: 'typing'): Promise<void> {
  await ask(connection, {
    method: 'POST',
    path: `${connection.channel.account}/messages`,
    body: {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: externalId,
      ...(typing && { typing_indicator: { type: 'text' } })
    },
    // A moment later it is hardly true any longer that somebody is writing.
    ...(typing && { timeout: 5000 })
  })
}

/** Blocks a person, who must have written within a day, or ends that (Meta, "WhatsApp Cloud API: block users"). */
export async function blockUser(
  connection: Connection,
  { contact }: Pick<OutgoingMessage, 'contact'>,
  blocked: boolean
): Promise<void> {
  await ask(connection, {
    method: blocked ? 'POST' : 'DELETE',
    path: `${connection.channel.account}/block_users`,
    body: { messaging_product: 'whatsapp', block_users: [{ user: contact }] },
    timeout: 10_000
  })
}
