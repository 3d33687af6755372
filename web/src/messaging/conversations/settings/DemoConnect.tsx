import Button from '@mui/material/Button'
import { useNavigate } from 'react-router-dom'
import { type ChannelKind, channelRules } from '../../../../../services/messaging/channels/rules.ts'
import { useDemoConnect } from './api.ts'

/** Connects a channel to the demonstration in one click, and goes to where its first customer has written. */
export function DemoConnect({ kind }: { kind: ChannelKind }) {
  const navigate = useNavigate()
  const connect = useDemoConnect(kind, { onDone: () => navigate(channelRules[kind].page) })
  return (
    <Button
      variant="contained"
      aria-busy={connect.isPending}
      onClick={() => connect.isPending || connect.mutate(undefined)}
    >
      {connect.isPending ? 'Conectando…' : 'Conectar à Demonstração'}
    </Button>
  )
}
