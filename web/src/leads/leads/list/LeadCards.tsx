import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { formatCents } from '../../../../../services/core/money/rules.ts'
import { sourceLabel } from '../../../../../services/leads/leads/marks/rules.ts'
import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import { usePhoneText } from '../../../core/phoneText.ts'
import { Moment } from '../../../shell/Moment.tsx'
import { TagChips } from '../../tags/TagChips.tsx'
import { ContactLinks } from '../ContactLinks.tsx'
import { MarksIcon } from '../MarksIcon.tsx'
import { StatusTag } from '../StatusTag.tsx'
import { NextTask } from './NextTask.tsx'
import { useReturn } from './useReturn.ts'
import type { Selection } from './useSelection.ts'

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

const Tick = styled('label')(({ theme }) => ({
  position: 'relative',
  zIndex: 1,
  display: 'grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  margin: '-11px -4px -11px -14px',
  '& input': { width: 18, height: 18, margin: 0, accentColor: theme.palette.primary.main }
}))

const detail = { color: 'text.secondary', overflowWrap: 'anywhere' } as const

type CardProps = {
  lead: Lead
  selected: boolean
  returned: boolean
  onToggle: () => void
  timeZone: string | undefined
}

const Phone = ({ phone }: { phone: string }) => usePhoneText()(phone)

const LeadCard = ({ lead, selected, returned, onToggle, timeZone }: CardProps) => (
  <Card
    component="li"
    data-row={lead.id}
    sx={{
      position: 'relative',
      px: 1.5,
      py: 1,
      overflow: 'visible',
      ...(returned && { borderColor: 'primary.main' }),
      ...(selected && { borderColor: 'primary.main', bgcolor: theme => theme.tokens.tones.brand.soft })
    }}
  >
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
      <Tick>
        <input type="checkbox" aria-label={`Selecionar ${lead.name}`} checked={selected} onChange={onToggle} />
      </Tick>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <NameLink data-open to={`/leads/${lead.id}`}>
          {lead.name}
        </NameLink>
        <Box sx={{ ...detail, fontVariantNumeric: 'tabular-nums', fontSize: '0.8125rem', lineHeight: 1.35 }}>
          {lead.phone ? <Phone phone={lead.phone} /> : lead.email}
          {(lead.phone || lead.email) && ' · '}
          {sourceLabel(lead.source)}
        </Box>
      </Box>
      <Above sx={{ mt: -0.75, mr: -1 }}>
        <ContactLinks lead={lead} large />
      </Above>
    </Box>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5, mt: 0.5 }}>
      <StatusTag status={lead.status} name={lead.statusName} />
      {lead.valueCents !== null && (
        <Box component="strong" sx={{ fontSize: '0.8125rem', fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
          {formatCents(lead.valueCents)}
        </Box>
      )}
      {lead.marks.length > 0 && (
        <Above>
          <MarksIcon marks={lead.marks} />
        </Above>
      )}
      <TagChips ids={lead.tags} />
      {lead.nextTaskAt && (
        <Box component="span" sx={{ fontSize: '0.8125rem' }}>
          <NextTask at={lead.nextTaskAt} timeZone={timeZone} />
        </Box>
      )}
      <Box
        component="span"
        sx={{ ...detail, display: 'flex', flexGrow: 1, justifyContent: 'flex-end', minWidth: 0, fontSize: '0.8125rem' }}
      >
        <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {lead.ownerName ?? 'Sem responsável'}
        </Box>
        <Box component="span" sx={{ whiteSpace: 'pre' }}>
          {' · '}
          <Moment at={lead.receivedAt} {...(timeZone && { timeZone })} relative />
        </Box>
      </Box>
    </Box>
  </Card>
)

type Props = { leads: Lead[]; selection: Selection; timeZone: string | undefined }

/** The leads of a page on a phone. */
export function LeadCards({ leads, selection, timeZone }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const returned = useReturn(list)
  return (
    <Box
      component="ul"
      ref={list}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, m: 0, p: 0, listStyle: 'none' }}
    >
      {leads.map(lead => (
        <LeadCard
          key={lead.id}
          lead={lead}
          selected={selection.all || selection.ids.has(lead.id)}
          returned={lead.id === returned}
          onToggle={() => selection.toggle(lead.id)}
          timeZone={timeZone}
        />
      ))}
    </Box>
  )
}
