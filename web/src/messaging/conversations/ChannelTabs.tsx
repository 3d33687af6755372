import { Tabs } from '../../ui/Tabs.tsx'
import { tabs } from './channelState.ts'
import { useShownChannel } from './channels/screen.ts'

/** Conversations and settings of a channel, for those who may set it up. */
export const ChannelTabs = () => <Tabs tabs={tabs} label={useShownChannel().title} />
