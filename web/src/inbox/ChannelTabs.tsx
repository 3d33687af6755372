import type { ChannelKind } from '../../../services/channels/rules.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { channelWords, tabs } from './channels.tsx'

/** Conversations and settings of a channel, for those who may set it up. */
export const ChannelTabs = ({ kind }: { kind: ChannelKind }) => <Tabs tabs={tabs} label={channelWords[kind].title} />
