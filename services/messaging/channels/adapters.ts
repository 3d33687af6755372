import type { ChannelAdapter } from './adapter.ts'
import { instagram } from './instagram/adapter.ts'
import { type ChannelKind, channelKinds } from './rules.ts'
import { whatsapp } from './whatsapp/adapter.ts'

/** Every kind of channel, as the server speaks for it. A new one is added here and in `rules.ts`. */
export const adapters: Readonly<Record<ChannelKind, ChannelAdapter>> = {
  whatsapp,
  instagram
}

/** The kinds of channels that have an optional part. */
export const kindsWith = (part: 'confirmReading' | 'showTyping' | 'profile'): ChannelKind[] =>
  channelKinds.filter(kind => adapters[kind][part] !== undefined)
