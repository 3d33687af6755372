import type { ChannelKind } from '../../../../../services/messaging/channels/rules.ts'
import { instagram } from './instagram/screen.tsx'
import type { ChannelScreen } from './screen.ts'
import { whatsapp } from './whatsapp/screen.tsx'

/** Every kind of channel, as the browser shows it. */
export const screens: Readonly<Record<ChannelKind, ChannelScreen>> = {
  whatsapp,
  instagram
}
