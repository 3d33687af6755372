import { channelKinds, channelNames, channelRules } from '../../../../services/messaging/channels/rules.ts'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'
import { screens } from './channels/registry.ts'
import { UnreadMark } from './UnreadMark.tsx'

const InboxPage = pageOnDemand(() => import('./InboxPage.tsx'))

export const inbox: Feature = {
  name: 'inbox',
  // The list stays as it is while one conversation after another is opened.
  pages: channelKinds.flatMap(kind => [
    { path: channelRules[kind].page, Page: InboxPage, stays: true },
    { path: `${channelRules[kind].page}/:id`, Page: InboxPage, stays: true }
  ]),
  menu: channelKinds.map((kind, place) => {
    const { Icon, letter } = screens[kind]
    return {
      under: 'Atendimento',
      to: channelRules[kind].page,
      label: channelNames[kind],
      letter,
      frequent: place === 0,
      icon: <Icon />,
      count: <UnreadMark channel={kind} />
    }
  }),
  channels: Object.fromEntries(
    channelKinds.map(kind => [kind, { page: channelRules[kind].page, Icon: screens[kind].Icon }])
  ),
  leadParts: async () => (await import('./lead/leadParts.tsx')).leadParts,
  refreshes: [
    { key: 'inbox', on: ['conversation-changed', 'lead-changed', 'leads-changed'] },
    { key: 'channels', on: ['channel-changed'] }
  ]
}
