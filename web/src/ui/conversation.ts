import type { ChannelKind } from '../../../services/channels/rules.ts'

/** Where a conversation is answered. */
export const conversationAddress = ({ id, channel }: { id: string; channel: ChannelKind }): string =>
  `${channel === 'instagram' ? '/instagram-messages' : '/whatsapp'}/${id}`
