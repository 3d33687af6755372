import Checkbox from '@mui/material/Checkbox'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { ticketCategoryLabels, ticketPriorityLabels } from '../../../../services/support/tickets/rules.ts'
import { Moment } from '../../shell/Moment.tsx'
import { LinkRow } from '../../ui/LinkRow.ts'
import { Tag } from '../../ui/Tag.tsx'
import { priorityTones, staffStatusLabel, statusTones } from '../tickets/words.ts'
import type { DeskRow } from './api.ts'
import { DueMark } from './DueMark.tsx'

const Row = styled(LinkRow)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '38px minmax(0, 1fr) 190px 150px',
  gap: '2px 16px',
  alignItems: 'start',
  padding: '12px 20px 12px 8px',
  '&[data-selected]': { backgroundColor: theme.palette.action.selected },
  // Above the link, which covers the row.
  '& .choose': { position: 'relative', zIndex: 1, gridRow: 'span 2', margin: '-6px 0 0 -2px' },
  '& .main': { minWidth: 0 },
  '& a': { fontWeight: 600, overflowWrap: 'anywhere' },
  '& .quiet': { fontSize: '0.8125rem', color: theme.palette.text.secondary },
  '& .last': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .states': { display: 'flex', flexWrap: 'wrap', gap: 6 },
  '& .who': { marginTop: 4 },
  '& .due': { fontSize: '0.8125rem', textAlign: 'right' },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: '38px minmax(0, 1fr)',
    padding: '12px 16px 12px 4px',
    '& .choose': { gridRow: 'span 3' },
    '& .side': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
    '& .who': { marginTop: 0 },
    '& .due': { display: 'flex', flexWrap: 'wrap', gap: '0 8px', textAlign: 'left' }
  }
}))

type Props = { ticket: DeskRow; selected: boolean; onSelect: (selected: boolean) => void }

/** A ticket of a queue: what it is about, whose it is, who answers and by when. */
export function QueueRow({ ticket, selected, onSelect }: Props) {
  const { id, number, subject, status, priority, category, lastBy, lastText, lastAt, dueAt, looksAutomatic } = ticket
  const { companyName, requesterName, requesterEmail, assigneeName } = ticket
  return (
    <Row data-selected={selected ? '' : undefined}>
      <Checkbox
        className="choose"
        size="small"
        checked={selected}
        slotProps={{ input: { 'aria-label': `Escolher o chamado #${number}` } }}
        onChange={(_event, on) => onSelect(on)}
      />
      <div className="main">
        <div>
          <Link to={`/admin/tickets/${id}`}>{subject}</Link> <span className="quiet">#{number}</span>
        </div>
        <div className="quiet">
          {companyName ?? 'Sem empresa'} · {requesterName || requesterEmail} · {ticketCategoryLabels[category]}
        </div>
        <div className="quiet last">
          {lastBy === 'staff' ? 'Suporte: ' : ''}
          {lastText}
        </div>
      </div>
      <div className="side">
        <div className="states">
          <Tag tone={statusTones[status]}>{staffStatusLabel(status)}</Tag>
          {looksAutomatic && <Tag tone="neutral">Parece automático</Tag>}
          {(priority === 'high' || priority === 'urgent') && (
            <Tag tone={priorityTones[priority]}>{ticketPriorityLabels[priority]}</Tag>
          )}
        </div>
        <div className="quiet who">{assigneeName ?? 'Sem responsável'}</div>
      </div>
      <div className="due">
        <DueMark dueAt={dueAt} status={status} />
        <div className="quiet">
          <Moment at={lastAt} relative />
        </div>
      </div>
    </Row>
  )
}
