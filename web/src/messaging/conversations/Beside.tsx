import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { stepName } from '../../../../services/leads/funnels/rules.ts'
import type { LeadDetail } from '../../../../services/leads/leads/pageSchema.ts'
import { type ChannelKind, channelRules } from '../../../../services/messaging/channels/rules.ts'
import type { Conversation } from '../../../../services/messaging/conversations/schema.ts'
import { formatDate } from '../../core/format.ts'
import { usePhoneText } from '../../core/phoneText.ts'
import { ContactLinks } from '../../leads/leads/ContactLinks.tsx'
import { useLead, useNewNote } from '../../leads/leads/page/api.ts'
import { NextAction } from '../../leads/leads/page/NextAction.tsx'
import { NoteForm } from '../../leads/leads/page/NoteForm.tsx'
import { OwnerField } from '../../leads/leads/page/OwnerField.tsx'
import { TagsField } from '../../leads/leads/page/TagsField.tsx'
import { StatusMenu } from '../../leads/leads/StatusMenu.tsx'
import { StatusTag } from '../../leads/leads/StatusTag.tsx'
import { useStatusChange } from '../../leads/leads/useStatusChange.tsx'
import { useMay } from '../../shell/access.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { AssignMenu } from './AssignMenu.tsx'
import { BlockButton } from './BlockButton.tsx'
import { LinkButton } from './LinkButton.tsx'

/** The person whom the conversation is with, as far as one needs to know while answering. */
export function Beside({ conversation }: { conversation: Conversation }) {
  const { data: lead, error, refetch } = useLead(conversation.leadId)
  const sends = useMay('send_messages')
  return (
    <Box
      sx={{ overflowY: 'auto', p: 2, pb: 11, display: 'grid', gap: 2, alignContent: 'start', minHeight: 0 }}
      tabIndex={0}
    >
      <Part title="Quem responde">
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', fontSize: '0.875rem' }}>
          {conversation.assigneeName ?? 'Sem responsável'}
          {sends && <AssignMenu conversation={conversation} />}
        </Box>
      </Part>
      {lead ? (
        <LeadPart lead={lead} conversation={conversation} />
      ) : error ? (
        <Failure title="Falha ao carregar o lead" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={240} animation={false} />
      )}
    </Box>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Typography variant="h3" component="h2" sx={{ fontSize: '0.8125rem', color: 'text.secondary', mb: 0.75 }}>
      {title}
    </Typography>
    {children}
  </section>
)

function LeadPart({ lead, conversation }: { lead: LeadDetail; conversation: Conversation }) {
  const phoneText = usePhoneText()
  const edits = useMay('edit_leads')
  const sends = useMay('send_messages')
  const note = useRef<HTMLTextAreaElement>(null)
  const save = useNewNote(lead.id)
  return (
    <>
      <Part title="Lead">
        <Typography variant="h2" component="p" dir="auto" sx={{ m: 0, fontSize: '1.0625rem' }}>
          <Link to={`/leads/${lead.id}`} style={{ color: 'inherit' }}>
            {lead.name}
          </Link>
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 0.5, mt: 0.5, fontSize: '0.875rem' }}>
          {lead.phone ? phoneText(lead.phone) : 'Sem telefone'}
          <ContactLinks lead={lead} open={conversation.id} />
        </Box>
        {lead.email && <Box sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>{lead.email}</Box>}
        <Wish lead={lead} channel={conversation.channel} />
        <Box sx={{ mt: 1 }}>
          <StatusPart lead={lead} editable={edits} />
        </Box>
        <Box sx={{ mt: 2.25, display: 'flex' }}>
          <OwnerField lead={lead} />
        </Box>
        {edits && sends && <LinkButton conversation={conversation} />}
        {sends && <BlockButton conversation={conversation} />}
      </Part>
      <Part title="Etiquetas">
        <div data-labels>
          <TagsField lead={lead} editable={edits} />
        </div>
      </Part>
      <Box
        sx={{
          '& > section': { p: 0, bgcolor: 'transparent', borderRadius: 0, overflow: 'visible' },
          '& h2': { fontSize: '0.9375rem' }
        }}
      >
        <NextAction lead={lead} />
      </Box>
      {edits && (
        <Part title="Nota no lead">
          <NoteForm
            leadId={lead.id}
            kept={`inbox note ${lead.id}`}
            label="Nota no lead"
            action="Salvar nota"
            busy={save.isPending}
            input={note}
            onSave={({ text, mentions }, done) => save.mutate({ text, mentions, done })}
          />
        </Part>
      )}
    </>
  )
}

/** A refusal of advertising by WhatsApp, which stands above whatever else the team sees of the person. */
function Wish({ lead, channel }: { lead: LeadDetail; channel: ChannelKind }) {
  const zone = useTimeZone()
  const { advertising } = channelRules[channel]
  const { state, at } = (advertising && lead.consents[advertising.consent]) ?? {}
  if (!advertising || !at || state === 'granted') return null
  return (
    <Box sx={{ mt: 1 }}>
      <Tag tone="error">
        {advertising.refused}, desde {formatDate(at, zone)}
      </Tag>
    </Box>
  )
}

function StatusPart({ lead, editable }: { lead: LeadDetail; editable: boolean }) {
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const { change, dialog } = useStatusChange()
  if (!editable) return <StatusTag status={lead.status} name={lead.statusName} />
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        aria-haspopup="menu"
        aria-label={`Situação do lead: ${stepName(lead)}`}
        onClick={event => setMenu(event.currentTarget)}
      >
        <StatusTag status={lead.status} name={lead.statusName} />
      </Button>
      <StatusMenu
        anchor={menu}
        label="Situação do lead"
        current={lead.status}
        onClose={() => setMenu(null)}
        onChoose={status => change(lead, status)}
      />
      {dialog}
    </>
  )
}
