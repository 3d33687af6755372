import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import LaterIcon from '@mui/icons-material/ScheduleOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { periodEnds, periodStarts } from '../../../services/dashboard/rules.ts'
import type { QueueItem } from '../../../services/dashboard/schema.ts'
import { type ContactChannel, type ContactOutcome, contactOutcomes } from '../../../services/leads/rules.ts'
import { outcomeLabels } from '../../../services/marks/rules.ts'
import { useTimeZone } from '../client/company.ts'
import { timeAgo } from '../client/parts/ago.ts'
import { formatDate, formatDateTime } from '../core/format.ts'
import { callLink, whatsappLink } from '../leads/contact.ts'
import { StatusTag } from '../leads/StatusTag.tsx'
import { useQueueActions } from './api.ts'
import { laterChoices } from './later.ts'

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

/** Why the lead stands here, and since or until when. */
function reason({ why, dueAt, period, task, receivedAt }: QueueItem, timeZone: string | undefined): string {
  if (why === 'waiting') return `Espera o primeiro contato ${timeAgo(receivedAt)}`
  if (why === 'task') return `${task?.title}, ${formatDateTime(dueAt, timeZone)}`
  const hours = period && `das ${periodStarts[period]}h às ${periodEnds[period]}h`
  return `Pediu contato ${hours ? `${hours} de` : 'em'} ${formatDate(dueAt, timeZone)}`
}

type Props = { item: QueueItem; mayEdit: boolean }

/** A lead of the queue. A contact that was begun asks what came of it, and the lead goes when that is said. */
export function QueueRow({ item, mayEdit }: Props) {
  const timeZone = useTimeZone()
  const { contact, outcome, putOff, finish, refresh } = useQueueActions()
  const [begun, setBegun] = useState<string | null>(null)
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const { leadId, name, phone, why, dueAt, late, task } = item
  const [whatsapp, call] = [whatsappLink(phone), callLink(phone)]

  const begin = (channel: ContactChannel) => {
    if (!mayEdit) return
    contact.mutate({ leadId, channel }, { onSuccess: ({ id }) => setBegun(id) })
  }
  const say = (came: ContactOutcome) => {
    if (begun) outcome.mutate({ leadId, id: begun, outcome: came })
    if (task && came === 'talked') finish.mutate(task.id)
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
      </Box>
      {begun ? (
        <Box
          role="group"
          aria-label={`O que aconteceu com ${name}?`}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
        >
          {contactOutcomes.map(each => (
            <Button key={each} size="small" variant="outlined" disabled={outcome.isPending} onClick={() => say(each)}>
              {outcomeLabels[each]}
            </Button>
          ))}
          <Button size="small" onClick={refresh}>
            Depois
          </Button>
        </Box>
      ) : (
        <Box sx={{ display: 'flex', gap: 0.5, justifySelf: { sm: 'end' } }}>
          {whatsapp && (
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
          {mayEdit && (
            <>
              <IconButton
                aria-label={`Adiar ${name}`}
                aria-haspopup="menu"
                onClick={event => setMenu(event.currentTarget)}
              >
                <LaterIcon fontSize="small" />
              </IconButton>
              <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
                {laterChoices(new Date()).map(({ label, at }) => (
                  <MenuItem
                    key={label}
                    onClick={() => {
                      setMenu(null)
                      putOff.mutate({ leadId, taskId: task?.id, dueAt: at.toISOString() })
                    }}
                  >
                    {label}
                  </MenuItem>
                ))}
              </Menu>
            </>
          )}
        </Box>
      )}
    </Row>
  )
}
