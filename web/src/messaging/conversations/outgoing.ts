import { type ChannelKind, channelRules } from '../../../../services/messaging/channels/rules.ts'
import type { Attachment, Message } from '../../../../services/messaging/conversations/schema.ts'
import { longestCaption } from '../../../../services/platform/files/attachments/rules.ts'
import type { Outgoing } from './sending/api.ts'
import { splitText } from './words.ts'

/** A message that is written and not sent. */
export type Draft = { text: string; note: boolean; replyTo: Message | null }

/** A message as it stands in the thread until the server has it. */
export const outgoing = (
  text: string,
  { note, replyTo }: Draft,
  more: Pick<Outgoing, 'file' | 'voice' | 'choices' | 'place' | 'template'> = {}
): Outgoing => ({
  key: crypto.randomUUID(),
  text,
  note,
  replyTo: note ? null : replyTo,
  at: new Date().toISOString(),
  failure: null,
  ...more
})

/** Files as messages of their own, the first one with the text where the channel takes it as a caption. */
export function filesOut(channel: ChannelKind, files: readonly Attachment[], text: string, draft: Draft): Outgoing[] {
  const [first] = files
  const captioned = first && channelRules[channel].captions.includes(first.kind) && [...text].length <= longestCaption
  const later = { ...draft, replyTo: null }
  return [
    ...files.map((file, n) => outgoing(n === 0 && captioned ? text : '', n === 0 ? draft : later, { file })),
    ...(text && !captioned ? [outgoing(text, later)] : [])
  ]
}

/** A text that is too long for one message, as several. */
export const partsOut = (channel: ChannelKind, draft: Draft): Outgoing[] =>
  splitText(channel, draft.text).map((part, n) => outgoing(part, n === 0 ? draft : { ...draft, replyTo: null }))
