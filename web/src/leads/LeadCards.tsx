import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import { useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { formatPhone } from '../../../services/leads/rules.ts'
import type { Lead } from '../../../services/leads/schema.ts'
import { Moment } from '../client/parts/Moment.tsx'
import { ContactLinks } from './ContactLinks.tsx'
import { sourceLabel } from './labels.ts'
import { MarksIcon } from './MarksIcon.tsx'
import { StatusTag } from './StatusTag.tsx'

/** Its invisible edge covers the card, so that all of the card opens the lead. */
const NameLink = styled(Link)(({ theme }) => ({
  color: theme.palette.text.primary,
  fontSize: '1rem',
  fontWeight: 650,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 10 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 }
}))

const Above = styled('span')({ position: 'relative', zIndex: 1 })

const detail = { color: 'text.secondary', overflowWrap: 'anywhere' } as const

const LeadCard = ({ lead, timeZone }: { lead: Lead; timeZone: string | undefined }) => (
  <Card component="li" sx={{ position: 'relative', p: 2, overflow: 'visible' }}>
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <NameLink to={`/leads/${lead.id}`}>{lead.name}</NameLink>
        {lead.phone && <Box sx={{ ...detail, fontVariantNumeric: 'tabular-nums' }}>{formatPhone(lead.phone)}</Box>}
        {lead.email && <Box sx={detail}>{lead.email}</Box>}
      </Box>
      <Above sx={{ mt: -0.75, mr: -1 }}>
        <ContactLinks name={lead.name} phone={lead.phone} large />
      </Above>
    </Box>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.75, mt: 1.25 }}>
      <StatusTag status={lead.status} />
      {lead.marks.length > 0 && (
        <Above>
          <MarksIcon marks={lead.marks} />
        </Above>
      )}
      <Box component="span" sx={{ ...detail, fontSize: '0.8125rem' }}>
        {lead.ownerName ? `${lead.ownerName} · ` : ''}
        {sourceLabel(lead.source)}
      </Box>
      <Box component="span" sx={{ ...detail, ml: 'auto', fontSize: '0.8125rem', whiteSpace: 'nowrap' }}>
        <Moment at={lead.receivedAt} timeZone={timeZone} />
      </Box>
    </Box>
  </Card>
)

/** The leads of a page on a phone. */
export function LeadCards({ timeZone }: { timeZone: string | undefined }) {
  const { data = [] } = useListContext<Lead>()
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1.25, m: 0, p: 0, listStyle: 'none' }}>
      {data.map(lead => (
        <LeadCard key={lead.id} lead={lead} timeZone={timeZone} />
      ))}
    </Box>
  )
}
