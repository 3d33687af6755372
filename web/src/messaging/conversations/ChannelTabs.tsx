import type { ChannelKind } from '../../../../services/messaging/channels/rules.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { tabs } from './channelState.ts'
import { screens } from './channels/registry.ts'

/** Conversations and settings of a channel, for those who may set it up. */
export const ChannelTabs = ({ kind }: { kind: ChannelKind }) => <Tabs tabs={tabs} label={screens[kind].title} />
