import { type MouseEvent, memo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { ContactLinks } from '../ContactLinks.tsx'
import { MarksIcon } from '../MarksIcon.tsx'
import { type CellProps, type ColumnName, classOf, columnOf } from './columns.tsx'

type Props = CellProps & {
  columns: readonly ColumnName[]
  /** The one that the list is sorted by: it stays in sight. */
  sorted: ColumnName | undefined
  selected: boolean
  /** Was just come back from. */
  returned: boolean
  onToggle: (id: string, shift: boolean) => void
}

/** A lead as a row of the table. A click beside its buttons and links opens it. */
export const LeadRow = memo(function LeadRow({
  lead,
  columns,
  sorted,
  selected,
  returned,
  timeZone,
  edits,
  onToggle,
  onEdit
}: Props) {
  const navigate = useNavigate()

  function open({ target, shiftKey }: MouseEvent): void {
    if (target instanceof Element && target.closest('a,button,input,label')) return
    if (shiftKey) onToggle(lead.id, true)
    else if (getSelection()?.type !== 'Range') void navigate(`/leads/${lead.id}`)
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
      {columns.map(name => {
        const { Cell } = columnOf(name)
        return (
          name !== 'name' && (
            <td key={name} className={classOf(name, sorted)}>
              <Cell lead={lead} timeZone={timeZone} edits={edits} onEdit={onEdit} />
            </td>
          )
        )
      })}
    </tr>
  )
})
