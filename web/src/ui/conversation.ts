import { type ChannelKind, channelRules } from '../../../services/channels/rules.ts'

/** Where a conversation is answered. */
export const conversationAddress = ({ id, channel }: { id: string; channel: ChannelKind }): string =>
  `${channelRules[channel].page}/${id}`
