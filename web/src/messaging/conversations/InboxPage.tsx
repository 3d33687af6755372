import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useRef } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import {
  type ChannelKind,
  channelKinds,
  channelNames,
  channelRules
} from '../../../../services/messaging/channels/rules.ts'
import { useMay } from '../../shell/access.ts'
import { Key } from '../../shell/command/Key.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useTab } from '../../ui/Tabs.tsx'
import { useConversationPages } from './api.ts'
import { ChannelTabs } from './ChannelTabs.tsx'
import { ConversationList } from './ConversationList.tsx'
import { tabs } from './channelState.ts'
import { screens } from './channels/registry.ts'
import { ChannelProvider } from './channels/screen.ts'
import { useUnsent } from './sending/api.ts'
import { useChannel } from './settings/api.ts'
import { DemoConnect } from './settings/DemoConnect.tsx'
import { Frame, Pane } from './style.ts'
import { Thread } from './Thread.tsx'
import { useInboxKeys } from './useInboxKeys.ts'

const kindAt = (pathname: string): ChannelKind =>
  channelKinds.find(kind => `${pathname}/`.startsWith(`${channelRules[kind].page}/`)) ??
  (channelKinds[0] as ChannelKind)

/** Conversations of a channel: the list, one of them, and the person whom it is with. */
export default function InboxPage() {
  const kind = kindAt(useLocation().pathname)
  useUnsent()
  return (
    <ChannelProvider value={screens[kind]}>
      <Channel kind={kind} />
    </ChannelProvider>
  )
}

function Channel({ kind }: { kind: ChannelKind }) {
  const { title, Settings, sentBack } = screens[kind]
  const { id } = useParams()
  const manages = useMay('manage_channels')
  const tab = useTab(manages ? tabs : tabs.slice(0, 1))
  if (sentBack && manages && sentBack.here()) return <sentBack.Page />
  if (tab === 'configuracao')
    return (
      <>
        <PageHead title={title} />
        <ChannelTabs />
        <Settings />
      </>
    )
  return <Inbox kind={kind} id={id} manages={manages} />
}

type Props = { kind: ChannelKind; id: string | undefined; manages: boolean }

const everything: readonly number[] = [0]
const none: readonly number[] = []

function Inbox({ kind, id, manages }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const wide = useMediaQuery('(min-width: 1360px)')
  const { data: channel } = useChannel(kind)
  const missing = channel?.state === 'missing' && id === undefined
  const { pages } = useConversationPages({ channel: kind }, missing ? everything : none)
  useInboxKeys(root)
  const { Icon } = screens[kind]
  if (missing && pages.get(0)?.rows.length === 0)
    return <Disconnected kind={kind} manages={manages} demo={channel.demo} />
  return (
    <Frame
      ref={root}
      data-open={id === undefined ? undefined : ''}
      data-beside={id !== undefined && wide ? '' : undefined}
      data-corner-taken={id !== undefined && !wide ? '' : undefined}
    >
      <Pane className="list" aria-label="Conversas">
        <ConversationList kind={kind} open={id} />
      </Pane>
      {id === undefined ? (
        <Pane className="thread" sx={{ placeContent: 'center', bgcolor: 'background.default' }}>
          <Notice
            icon={<Icon />}
            title="Escolha uma conversa"
            text={
              <>
                Use <Key>j</Key> e <Key>k</Key> para andar pela lista, <Key>Enter</Key> para abrir, <Key>r</Key> para
                responder e <Key>e</Key> para resolver.
              </>
            }
          />
        </Pane>
      ) : (
        <Thread key={id} id={id} kind={kind} wide={wide} />
      )}
    </Frame>
  )
}

/** There is no channel yet, nor anything that came by one. */
function Disconnected({ kind, manages, demo }: Omit<Props, 'id'> & { demo: boolean }) {
  const { title, Icon, missing } = screens[kind]
  const name = channelNames[kind]
  return (
    <>
      <PageHead title={title} />
      {manages && <ChannelTabs />}
      <Card>
        <Notice
          icon={<Icon />}
          title={`O ${name} ainda não está conectado`}
          text={manages ? missing : `${missing} Peça a quem administra a empresa que conecte o canal.`}
        >
          {manages && demo && <DemoConnect kind={kind} />}
          {manages && (
            <Button
              component={Link}
              to={{ search: '?aba=configuracao' }}
              variant={demo ? 'outlined' : 'contained'}
              startIcon={<SettingsIcon />}
            >
              Conectar o {name}
            </Button>
          )}
        </Notice>
      </Card>
    </>
  )
}
