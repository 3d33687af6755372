import type { ChannelKind } from '../../../../../services/messaging/channels/rules.ts'
import type { LeadParts } from '../../../shell/features.ts'
import { screens } from '../channels/registry.ts'
import { Addresses } from './Addresses.tsx'
import { ConversationDay } from './ConversationDay.tsx'

/** The parts about conversations on the page of a lead. */
export const leadParts: LeadParts = {
  Addresses,
  timeline: {
    conversation: {
      icon: ({ channel }) => {
        const { Icon } = screens[channel as ChannelKind]
        return <Icon />
      },
      tone: () => 'brand',
      Body: ConversationDay
    }
  }
}
