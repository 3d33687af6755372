import MessageIcon from '@mui/icons-material/ChatOutlined'
import AppointmentIcon from '@mui/icons-material/EventOutlined'
import NewLeadIcon from '@mui/icons-material/PersonAddAltOutlined'
import CallIcon from '@mui/icons-material/PhoneOutlined'
import ImportIcon from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type ActivityType, activityLabels } from '../../../../services/account/activities/rules.ts'
import type { Activity } from '../../../../services/account/activities/schema.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Moment } from '../../shell/Moment.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { SequenceItem } from '../../ui/SequenceItem.ts'
import type { useActivities } from './api.ts'

const icons: Record<ActivityType, ReactNode> = {
  call: <CallIcon />,
  new_lead: <NewLeadIcon />,
  message: <MessageIcon />,
  import: <ImportIcon />,
  appointment: <AppointmentIcon />
}

const Items = styled('ol')({ listStyle: 'none', margin: 0, padding: 0 })

const Icon = styled('span')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 32,
  height: 32,
  borderRadius: '50%',
  color: theme.tokens.tones.brand.onSoft,
  backgroundColor: theme.tokens.tones.brand.soft,
  '& svg': { fontSize: 17 }
}))

const LeadLink = styled(Link)(({ theme }) => ({
  color: theme.palette.primary.main,
  textUnderlineOffset: 3
}))

type Props = {
  activities: ReturnType<typeof useActivities>
  /** Whether each entry leads to its lead; on a lead's own page it would lead nowhere. */
  linked?: boolean
}

/** Activities as a sequence; a failed load shows as an empty list, with a way to retry. */
export function ActivityList({ activities, linked = false }: Props) {
  const { data = [], isPending, isError, refetch } = activities
  const timeZone = useTimeZone()

  if (isPending) return <LoadingRows label="Carregando atividades" />
  if (data.length === 0)
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        Nenhuma atividade para mostrar.
        {isError && (
          <Button size="small" onClick={() => void refetch()}>
            Tentar novamente
          </Button>
        )}
      </Box>
    )
  return (
    <Items>
      {data.map(activity => (
        <SequenceItem key={activity.id}>
          <Icon aria-hidden>{icons[activity.type]}</Icon>
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box sx={{ fontWeight: 600 }}>
              <Words activity={activity} linked={linked} />
            </Box>
            <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums' }}>
              {activityLabels[activity.type]}
              {' · '}
              <Moment at={activity.createdAt} timeZone={timeZone} relative={linked} />
            </Box>
          </Box>
        </SequenceItem>
      ))}
    </Items>
  )
}

/** The description, linked to its lead if there is one. Most descriptions name the lead already. */
function Words({ activity: { description, leadId, leadName }, linked }: { activity: Activity; linked: boolean }) {
  if (!linked || !leadId) return description
  const link = `/leads/${leadId}`
  if (!leadName || description.includes(leadName)) return <LeadLink to={link}>{description}</LeadLink>
  return (
    <>
      {description} · <LeadLink to={link}>{leadName}</LeadLink>
    </>
  )
}
