import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import type { ContactChannel, ContactOutcome } from '../../../../services/account/activities/rules.ts'
import { periodEnds, periodStarts } from '../../../../services/leads/dashboard/rules.ts'
import type { QueueItem } from '../../../../services/leads/dashboard/schema.ts'
import { nearText } from '../../core/format.ts'
import { useTimeZone } from '../../shell/company.ts'
import { useConversation } from '../../shell/useConversation.ts'
import { timeAgo } from '../../ui/ago.ts'
import { toAnswer } from '../../ui/conversation.ts'
import { callLink } from '../leads/contact.ts'
import { LaterMenu } from '../leads/Later.tsx'
import { Outcomes } from '../leads/Outcomes.tsx'
import { useContact, useNewTask, useOutcome, useTaskChange } from '../leads/page/api.ts'
import { StatusTag } from '../leads/StatusTag.tsx'
import { useWhatsapp } from '../leads/useWhatsapp.ts'

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  padding: '12px 0',
  '&:first-of-type': { paddingTop: 0 },
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center' }
}))

const LeadLink = styled(Link)(({ theme }) => ({
  color: theme.palette.text.primary,
  fontWeight: 600,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline' }
}))

/** The reason why the lead is in the queue, with its time. */
function reason({ why, dueAt, period, task, receivedAt }: QueueItem, timeZone: string | undefined): string {
  if (why === 'message') return `Espera resposta ${timeAgo(dueAt ?? receivedAt)}`
  if (why === 'waiting') return `Espera o primeiro contato ${timeAgo(receivedAt)}`
  if (why === 'task') return [task?.title, dueAt && nearText(dueAt, timeZone)].filter(Boolean).join(', ')
  const hours = period && `das ${periodStarts[period]}h às ${periodEnds[period]}h`
  const day = dueAt ? nearText(dueAt, timeZone).slice(0, -6) : ''
  return `Pediu contato ${/\d/.test(day) ? `em ${day}` : day}${hours ? `, ${hours}` : ''}`
}

type Props = {
  item: QueueItem
  mayEdit: boolean
  /** The contact that was begun, whose outcome is asked for; null until the server has noted it. */
  started: string | null | undefined
  onBegin: (activityId: string | null) => void
  onEnd: () => void
}

/** A lead of the queue. A contact that was begun asks what came of it, and the lead goes when that is said. */
export function QueueRow({ item, mayEdit, started, onBegin, onEnd }: Props) {
  const timeZone = useTimeZone()
  const { leadId, name, words, phone, why, dueAt, late, task, conversation } = item
  const answer = useConversation(conversation)
  const [whatsapp, call] = [useWhatsapp(item), callLink(phone)]
  const [contact, outcome, change, create] = [useContact(leadId), useOutcome(leadId), useTaskChange(), useNewTask()]

  const begin = (channel: ContactChannel) => {
    if (!mayEdit) return
    onBegin(null)
    contact.mutate({ channel }, { onSuccess: ({ id }) => onBegin(id), onError: onEnd })
  }
  const say = (came: ContactOutcome) => {
    if (started) outcome.mutate({ activityId: started, outcome: came }, { onSuccess: onEnd })
    if (task && came === 'talked') change.mutate({ id: task.id, done: true })
  }
  const putOff = (at: Date) => {
    const dueAt = at.toISOString()
    if (task) change.mutate({ id: task.id, dueAt })
    else create.mutate({ leadId, title: 'Entrar em contato', kind: 'call', dueAt })
  }
  return (
    <Row>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
          <LeadLink to={`/leads/${leadId}`}>{name}</LeadLink>
          <StatusTag status={item.status} />
        </Box>
        <Typography variant="body2" sx={{ color: late ? 'error.main' : 'text.secondary' }}>
          {reason(item, timeZone)}
          {late && why !== 'waiting' && dueAt && ` · atrasado, venceu ${timeAgo(dueAt)}`}
        </Typography>
        {words && (
          <Typography variant="body2" noWrap sx={{ color: 'text.primary', fontStyle: 'italic' }}>
            “{words}”
          </Typography>
        )}
      </Box>
      {started !== undefined ? (
        <Box
          role="group"
          aria-label={`O que aconteceu com ${name}?`}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
        >
          <Outcomes busy={started === null || outcome.isPending} onSay={say} />
          <Button size="small" onClick={onEnd}>
            Depois
          </Button>
        </Box>
      ) : (
        <Box sx={{ display: 'flex', gap: 0.5, justifySelf: { sm: 'end' } }}>
          {answer && (
            <Button
              component={Link}
              to={answer.address}
              state={toAnswer}
              size="small"
              variant="contained"
              startIcon={<answer.Icon />}
              aria-label={`Responder a ${name}`}
            >
              Responder
            </Button>
          )}
          {whatsapp && !answer && (
            <Button
              component="a"
              href={whatsapp}
              target="_blank"
              rel="noopener noreferrer"
              size="small"
              variant="outlined"
              startIcon={<WhatsAppIcon />}
              aria-label={`Conversar com ${name} no WhatsApp`}
              onClick={() => begin('whatsapp')}
            >
              WhatsApp
            </Button>
          )}
          {call && (
            <IconButton component="a" href={call} aria-label={`Ligar para ${name}`} onClick={() => begin('phone')}>
              <PhoneIcon fontSize="small" />
            </IconButton>
          )}
          {mayEdit && <LaterMenu label={`Adiar ${name}`} onChoose={putOff} />}
        </Box>
      )}
    </Row>
  )
}
