import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useRef } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import type { ChannelKind } from '../../../services/channels/rules.ts'
import { useMay } from '../shell/access.ts'
import { Notice } from '../ui/Notice.tsx'
import { onDemand } from '../ui/onDemand.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useTab } from '../ui/Tabs.tsx'
import { useConversationPages } from './api.ts'
import { ChannelTabs } from './ChannelTabs.tsx'
import { ConversationList } from './ConversationList.tsx'
import { channelWords, pathOf, tabs } from './channels.tsx'
import { useChannel } from './settings/api.ts'
import { Frame, Pane } from './style.ts'
import { Thread } from './Thread.tsx'
import { useInboxKeys } from './useInboxKeys.ts'

const ChannelSettings = onDemand(
  async () => (await import('./settings/ChannelSettings.tsx')).ChannelSettings,
  <Spinner />
)

const InstagramReturn = onDemand(
  async () => (await import('./settings/InstagramReturn.tsx')).InstagramReturn,
  <Spinner />
)

/** Instagram sends people back here after they let the product in, or did not. */
const backFromInstagram = (): boolean => {
  const query = new URLSearchParams(location.search)
  return query.has('state') && (query.has('code') || query.has('error'))
}

/** Conversations of a channel: the list, one of them, and the person whom it is with. */
export default function InboxPage() {
  const kind: ChannelKind = useLocation().pathname.startsWith(pathOf.instagram) ? 'instagram' : 'whatsapp'
  const { id } = useParams()
  const manages = useMay('manage_channels')
  const tab = useTab(manages ? tabs : tabs.slice(0, 1))
  if (kind === 'instagram' && manages && backFromInstagram()) return <InstagramReturn />
  if (tab === 'configuracao')
    return (
      <>
        <PageHead title={channelWords[kind].title} />
        <ChannelTabs kind={kind} />
        <ChannelSettings kind={kind} />
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
  if (missing && pages.get(0)?.rows.length === 0) return <Disconnected kind={kind} manages={manages} />
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
            icon={channelWords[kind].icon}
            title="Escolha uma conversa"
            text="Use j e k para andar pela lista, Enter para abrir, r para responder e e para resolver."
          />
        </Pane>
      ) : (
        <Thread key={id} id={id} kind={kind} wide={wide} />
      )}
    </Frame>
  )
}

/** There is no channel yet, nor anything that came by one. */
function Disconnected({ kind, manages }: Omit<Props, 'id'>) {
  const { title, icon, name, missing } = channelWords[kind]
  return (
    <>
      <PageHead title={title} />
      {manages && <ChannelTabs kind={kind} />}
      <Card>
        <Notice
          icon={icon}
          title={`O ${name} ainda não está conectado`}
          text={manages ? missing : `${missing} Peça a quem administra a empresa que conecte o canal.`}
        >
          {manages && (
            <Button
              component={Link}
              to={{ search: '?aba=configuracao' }}
              variant="contained"
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
