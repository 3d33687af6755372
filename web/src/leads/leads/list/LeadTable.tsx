import ArrowIcon from '@mui/icons-material/ArrowDownward'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import { useMay } from '../../../shell/access.ts'
import type { Sort } from '../address.ts'
import { CellEditor, StatusMenu } from '../lazily.ts'
import { useStatusChange } from '../useStatusChange.tsx'
import { type ColumnName, classOf, columnOf, type EditedColumn, sortName } from './columns.tsx'
import { useDensity } from './density.ts'
import { LeadRow } from './LeadRow.tsx'
import { TableFrame } from './tableStyle.ts'
import { useColumns } from './useColumns.ts'
import { useReturn } from './useReturn.ts'
import { useRowKeys } from './useRowKeys.ts'
import type { Selection } from './useSelection.ts'

type Props = {
  leads: Lead[]
  sort: Sort
  onSort: (sort: Sort) => void
  selection: Selection
  timeZone: string | undefined
}

/** The leads of a page as rows. */
export function LeadTable({ leads, sort, onSort, selection, timeZone }: Props) {
  const [changes, assigns] = [useMay('edit_leads'), useMay('assign_leads')]
  const edits = useMemo<EditedColumn[]>(
    () => [
      ...(changes ? (['status', 'value', 'tags', 'nextTaskAt'] as const) : []),
      ...(assigns ? (['owner'] as const) : [])
    ],
    [changes, assigns]
  )
  const [density] = useDensity()
  const [shown] = useColumns()
  const written = shown.join()
  const columns = useMemo(() => written.split(',') as ColumnName[], [written])
  const sorted = columns.find(name => sortName(name) === sort.field)
  const [editing, setEditing] = useState<{ lead: Lead; column: EditedColumn; button: HTMLElement } | null>(null)
  const { change, dialog } = useStatusChange()
  const frame = useRef<HTMLDivElement>(null)
  const edit = useCallback(
    (lead: Lead, column: EditedColumn, button: HTMLElement) => setEditing({ lead, column, button }),
    []
  )
  const close = () => setEditing(null)
  const returned = useReturn(frame)
  useRowKeys(frame, selection.toggle)

  return (
    <TableFrame ref={frame} data-density={density}>
      <table aria-label="Leads">
        <thead>
          <tr>
            <th className="tick" scope="col">
              <PageTick leads={leads} selection={selection} />
            </th>
            {columns.map(name => (
              <Head key={name} name={name} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {leads.map(lead => (
            <LeadRow
              key={lead.id}
              lead={lead}
              columns={columns}
              sorted={sorted}
              selected={selection.all || selection.ids.has(lead.id)}
              returned={lead.id === returned}
              timeZone={timeZone}
              onToggle={selection.toggle}
              edits={edits}
              onEdit={edit}
            />
          ))}
        </tbody>
      </table>
      {editing?.column === 'status' && (
        <StatusMenu
          anchor={editing.button}
          label={`Situação de ${editing.lead.name}`}
          current={editing.lead.status}
          onClose={close}
          onChoose={status => change(editing.lead, status)}
        />
      )}
      {editing && editing.column !== 'status' && (
        <CellEditor
          // As it is now: tags are changed one after the other.
          lead={leads.find(({ id }) => id === editing.lead.id) ?? editing.lead}
          column={editing.column}
          anchor={editing.button}
          onClose={close}
        />
      )}
      {dialog}
    </TableFrame>
  )
}

function PageTick({ leads, selection: { ids, all, togglePage } }: Pick<Props, 'leads' | 'selection'>) {
  const chosen = leads.filter(({ id }) => ids.has(id)).length
  const every = all || (leads.length > 0 && chosen === leads.length)
  return (
    <label>
      <input
        type="checkbox"
        aria-label="Selecionar todos desta página"
        checked={every}
        ref={box => {
          if (box) box.indeterminate = !every && chosen > 0
        }}
        onChange={() => togglePage(!every)}
      />
    </label>
  )
}

type HeadProps = { name: ColumnName; sort: Sort; onSort: (sort: Sort) => void }

function Head({ name, sort, onSort }: HeadProps) {
  const { sort: first, label } = columnOf(name)
  const on = sort.field === sortName(name)
  const className = name === 'name' ? 'name' : classOf(name, on ? name : undefined)
  if (!first)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  const other = sort.order === 'ASC' ? 'DESC' : 'ASC'
  return (
    <th
      scope="col"
      className={className}
      aria-sort={on ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className="sort"
        onClick={() => onSort({ field: sortName(name), order: on ? other : first })}
      >
        {label}
        <ArrowIcon />
      </button>
    </th>
  )
}
