import MoveIcon from '@mui/icons-material/MoreVert'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { formatCents } from '../../../../../services/core/money/rules.ts'
import { sourceLabel } from '../../../../../services/leads/leads/marks/rules.ts'
import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import { Initials } from '../../../ui/Initials.tsx'
import { stepsNow } from '../../funnels/steps.ts'
import { TagChips } from '../../tags/TagChips.tsx'
import { ContactLinks } from '../ContactLinks.tsx'
import { daysSince, elapsed, idleDays } from '../due.ts'
import { NextTask } from '../list/NextTask.tsx'
import { MarksIcon, marksText } from '../MarksIcon.tsx'

/** From so many days on without anything done, a card says so. */
const idleFrom = 3

/**
 * How long a lead waits for its first contact, or how long nobody has done anything with it; null where all is well.
 */
function idleText(lead: Lead): string | null {
  if (lead.statusKind !== 'open') return null
  if (!lead.firstContactAt && lead.status === 'new') return `Aguarda há ${elapsed(lead.receivedAt)}`
  const { staleDays } = stepsNow().of(lead.status)
  const inStep = daysSince(lead.statusAt)
  if (staleDays !== null && inStep >= staleDays) return `Nesta etapa há ${inStep} ${inStep === 1 ? 'dia' : 'dias'}`
  const days = idleDays(lead)
  return days >= idleFrom ? `Parado há ${days} dias` : null
}

/**
 * The last line with words of what somebody wrote: messages are kept one below the other. As much as a card may show.
 */
const lastLine = (message: string): string => (message.trimEnd().split('\n').at(-1) ?? '').slice(0, 120)

type Props = {
  lead: Lead
  timeZone: string | undefined
  phone: boolean
  /** Undefined where the person may not move cards. */
  onMenu: ((lead: Lead, button: HTMLElement) => void) | undefined
  /** Undefined where the person may not give leads to somebody. */
  onOwner: ((lead: Lead, button: HTMLElement) => void) | undefined
}

/** A lead on the board: one stop of the Tab key, its link (keys.ts). */
export const BoardCard = memo(function BoardCard({ lead, timeZone, phone, onMenu, onOwner }: Props) {
  const idle = idleText(lead)
  const waits = idle !== null && (idleDays(lead) >= idleFrom || idle.startsWith('Nesta etapa'))
  return (
    <li className="card" data-card={lead.id} data-movable={onMenu ? '' : undefined}>
      <span className="top">
        <Link
          data-open
          to={`/leads/${lead.id}`}
          draggable={false}
          title={lead.name}
          aria-keyshortcuts={onMenu && 'M'}
          aria-description={lead.marks.length > 0 ? marksText(lead.marks) : undefined}
        >
          {lead.name}
        </Link>
        {lead.marks.length > 0 && (
          <span className="above">
            <MarksIcon marks={lead.marks} tabIndex={-1} />
          </span>
        )}
        {onMenu && (
          <span className="above">
            <button
              type="button"
              tabIndex={-1}
              className="move"
              aria-haspopup="menu"
              aria-label={`Mover ${lead.name} para...`}
              title="Mover para..."
              onClick={event => onMenu(lead, event.currentTarget)}
            >
              <MoveIcon />
            </button>
          </span>
        )}
      </span>
      <span className="facts">
        {lead.valueCents !== null && <span className="value">{formatCents(lead.valueCents)}</span>}
        <span className="soft">{sourceLabel(lead.source)}</span>
      </span>
      {lead.message && <span className="soft words">{lastLine(lead.message)}</span>}
      {lead.tags.length > 0 && <TagChips ids={lead.tags} maxShown={3} wrap />}
      {(idle || lead.nextTaskAt) && (
        <span className="when">
          {idle && <span className={waits ? 'soft idle' : 'soft'}>{idle}</span>}
          {lead.nextTaskAt && (
            <span className="task">
              <NextTask at={lead.nextTaskAt} timeZone={timeZone} />
            </span>
          )}
        </span>
      )}
      <span className="foot">
        {lead.ownerName ? (
          <span className="above">
            <Initials name={lead.ownerName} label={`Responsável: ${lead.ownerName}`} />
          </span>
        ) : onOwner ? (
          <span className="above">
            <button
              type="button"
              tabIndex={-1}
              className="move"
              aria-haspopup="menu"
              aria-label={`Dar um responsável a ${lead.name}`}
              title="Dar um responsável"
              onClick={event => onOwner(lead, event.currentTarget)}
            >
              +
            </button>
          </span>
        ) : (
          <span className="soft" role="img" aria-label="Sem responsável" title="Sem responsável">
            —
          </span>
        )}
        <span className="above">
          <ContactLinks lead={lead} large={phone} tabIndex={-1} />
        </span>
      </span>
    </li>
  )
})
