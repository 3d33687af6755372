import { type MouseEvent, memo, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { formatCents } from '../../../../../services/core/money/rules.ts'
import { sourceLabel } from '../../../../../services/leads/leads/marks/rules.ts'
import { statusLabels } from '../../../../../services/leads/leads/rules.ts'
import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import { usePhoneText } from '../../../core/phoneText.ts'
import { Moment } from '../../../shell/Moment.tsx'
import { Initials } from '../../../ui/Initials.tsx'
import { TagChips } from '../../tags/TagChips.tsx'
import { ContactLinks } from '../ContactLinks.tsx'
import { mailLink } from '../contact.ts'
import { MarksIcon } from '../MarksIcon.tsx'
import { StatusTag } from '../StatusTag.tsx'
import { Consent } from './Consent.tsx'
import { type ColumnName, classOf } from './columns.ts'
import { NextTask } from './NextTask.tsx'

type Props = {
  lead: Lead
  columns: readonly ColumnName[]
  /** The one that the list is sorted by: it stays in sight. */
  sorted: ColumnName | undefined
  selected: boolean
  /** Was just come back from. */
  returned: boolean
  timeZone: string | undefined
  onToggle: (id: string, shift: boolean) => void
  /** Opens the choice of statuses at the button; undefined where the person may not change them. */
  onStatus: ((lead: Lead, button: HTMLElement) => void) | undefined
}

const moment = (at: string | null, timeZone: string | undefined, relative = false) =>
  at && <Moment at={at} {...(timeZone && { timeZone })} relative={relative} />

/** A lead as a row of the table. A click beside its buttons and links opens it. */
export const LeadRow = memo(function LeadRow({
  lead,
  columns,
  sorted,
  selected,
  returned,
  timeZone,
  onToggle,
  onStatus
}: Props) {
  const navigate = useNavigate()
  const phoneText = usePhoneText()

  function open({ target, shiftKey }: MouseEvent): void {
    if (target instanceof Element && target.closest('a,button,input,label')) return
    if (shiftKey) onToggle(lead.id, true)
    else if (getSelection()?.type !== 'Range') void navigate(`/leads/${lead.id}`)
  }

  const cells: Record<Exclude<ColumnName, 'name'>, () => ReactNode> = {
    phone: () => lead.phone && phoneText(lead.phone),
    email: () =>
      lead.email && (
        <a className="mail cut" href={mailLink(lead.email)} title={lead.email}>
          {lead.email}
        </a>
      ),
    status: () =>
      onStatus ? (
        <button
          type="button"
          className="status"
          aria-haspopup="menu"
          aria-label={`Situação de ${lead.name}: ${statusLabels[lead.status]}`}
          onClick={event => onStatus(lead, event.currentTarget)}
        >
          <StatusTag status={lead.status} />
        </button>
      ) : (
        <StatusTag status={lead.status} />
      ),
    source: () => <span className="cut">{sourceLabel(lead.source)}</span>,
    owner: () =>
      lead.ownerName ? (
        <Initials name={lead.ownerName} />
      ) : (
        <span className="faint" role="img" aria-label="Sem responsável" title="Sem responsável">
          —
        </span>
      ),
    tags: () =>
      lead.tags.length > 0 && (
        <span className="tags">
          <TagChips ids={lead.tags} most={1} />
        </span>
      ),
    score: () => lead.score,
    value: () => lead.valueCents !== null && formatCents(lead.valueCents),
    receivedAt: () => moment(lead.receivedAt, timeZone),
    lastContactAt: () => moment(lead.lastContactAt, timeZone, true),
    nextTaskAt: () => <NextTask at={lead.nextTaskAt} timeZone={timeZone} />,
    consent: () => <Consent consents={lead.consents} timeZone={timeZone} />
  }

  return (
    <tr data-row={lead.id} data-returned={returned || undefined} aria-selected={selected} onClick={open}>
      <td className="tick">
        <label>
          <input
            type="checkbox"
            aria-label={`Selecionar ${lead.name}`}
            checked={selected}
            onChange={event => onToggle(lead.id, (event.nativeEvent as globalThis.MouseEvent).shiftKey)}
          />
        </label>
      </td>
      <th scope="row" className="name">
        <span className="who">
          <Link className="cut" data-open to={`/leads/${lead.id}`} title={lead.name}>
            {lead.name}
          </Link>
          <MarksIcon marks={lead.marks} />
        </span>
        {lead.phone && (
          <span className="acts">
            <ContactLinks lead={lead} />
          </span>
        )}
      </th>
      {columns.map(
        name =>
          name !== 'name' && (
            <td key={name} className={classOf(name, sorted)}>
              {cells[name]()}
            </td>
          )
      )}
    </tr>
  )
})
