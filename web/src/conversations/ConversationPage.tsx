import BackIcon from '@mui/icons-material/ArrowBack'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Link as RouterLink, useParams } from 'react-router-dom'
import type { HandOver } from '../../../services/chat/schema.ts'
import { formatPhone } from '../../../services/leads/rules.ts'
import { Loaded } from '../admin/Loaded.tsx'
import { plainText } from '../chat/markdown.ts'
import { useUser } from '../shell/access.ts'
import { Moment } from '../shell/Moment.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Tag } from '../ui/Tag.tsx'
import { useConclusion, useConversation, useTaking } from './api.ts'
import { audienceLabels, stateLabels, stateTones } from './labels.ts'

/** One conversation that a person was asked for in: who asked, how to reach them, and what was said. */
export default function ConversationPage() {
  const { id = '' } = useParams()
  const reading = useConversation(id)
  return (
    <>
      <Button
        component={RouterLink}
        to="/admin/conversations"
        size="small"
        startIcon={<BackIcon />}
        sx={{ ml: -1, mb: 1 }}
      >
        Conversas
      </Button>
      <Loaded of={reading} what="a conversa" page>
        {conversation => <Conversation conversation={conversation} />}
      </Loaded>
    </>
  )
}

function Conversation({ conversation }: { conversation: HandOver }) {
  const { name, state, audience, companyId, companyName, askedAt, takenByName, concludedAt, messages } = conversation
  return (
    <>
      <PageHead
        title={name}
        aside={
          <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Tag tone={stateTones[state]}>{stateLabels[state]}</Tag>
            <span>{audienceLabels[audience]}</span>
            {companyId && (
              <Link component={RouterLink} to={`/admin/companies/${companyId}`}>
                {companyName}
              </Link>
            )}
            <span>
              Pediu <Moment at={askedAt} relative />
            </span>
            {takenByName && <span>Com {takenByName}</span>}
          </Box>
        }
        actions={concludedAt === null && <Actions conversation={conversation} />}
      />
      <Box sx={{ display: 'grid', gap: 2, maxWidth: 860 }}>
        <Contact conversation={conversation} />
        <Panel title="Conversa com a assistente">
          <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
            {messages.map(({ id, message, response, askedAt: at }) => (
              <Box component="li" key={id} sx={{ display: 'grid', gap: 1 }}>
                <Said who={name} at={at} text={message} />
                {response !== null && <Said who="Assistente" text={plainText(response)} assistant />}
              </Box>
            ))}
          </Box>
        </Panel>
      </Box>
    </>
  )
}

function Actions({ conversation: { id, takenBy, state } }: { conversation: HandOver }) {
  const mine = takenBy === useUser()?.id
  const take = useTaking(id)
  const conclude = useConclusion(id)
  const busy = take.isPending || conclude.isPending
  return (
    <>
      {!mine && (
        <Button
          variant={state === 'waiting' ? 'contained' : 'outlined'}
          disabled={busy}
          onClick={() => take.mutate(takenBy)}
        >
          Assumir
        </Button>
      )}
      {state === 'taken' && (
        <Button variant={mine ? 'contained' : 'outlined'} disabled={busy} onClick={() => conclude.mutate()}>
          Concluir
        </Button>
      )}
    </>
  )
}

function Contact({ conversation: { email, phone } }: { conversation: HandOver }) {
  if (!email && !phone) return <Alert severity="info">Esta pessoa não deixou contato.</Alert>
  return (
    <Panel title="Contato">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {email && (
          <Button variant="outlined" href={`mailto:${email}`} sx={{ textTransform: 'none', overflowWrap: 'anywhere' }}>
            {email}
          </Button>
        )}
        {phone && (
          <Button variant="outlined" href={`tel:${phone}`}>
            {formatPhone(phone)}
          </Button>
        )}
      </Box>
    </Panel>
  )
}

type SaidProps = { who: string; text: string; at?: string; assistant?: boolean }

/** As it was written: nothing in it is read as anything but text. */
const Said = ({ who, text, at, assistant = false }: SaidProps) => (
  <Box sx={{ pl: assistant ? 2 : 0, borderLeft: assistant ? 2 : 0, borderColor: 'divider' }}>
    <Box sx={{ display: 'flex', gap: 1, color: 'text.secondary', fontSize: '0.8125rem' }}>
      <strong>{who}</strong>
      {at && <Moment at={at} />}
    </Box>
    <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>
  </Box>
)
