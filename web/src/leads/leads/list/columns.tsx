import type { ReactNode } from 'react'
import { formatCents } from '../../../../../services/core/money/rules.ts'
import { sourceLabel } from '../../../../../services/leads/leads/marks/rules.ts'
import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import { formatDate } from '../../../core/format.ts'
import { usePhoneText } from '../../../core/phoneText.ts'
import { Moment } from '../../../shell/Moment.tsx'
import { Initials } from '../../../ui/Initials.tsx'
import { stepsNow } from '../../funnels/steps.ts'
import { TagChips } from '../../tags/TagChips.tsx'
import { mailLink } from '../contact.ts'
import { dueText } from '../due.ts'
import { StatusTag } from '../StatusTag.tsx'
import { Consent } from './Consent.tsx'
import { NextTask } from './NextTask.tsx'

export type CellProps = {
  lead: Lead
  timeZone: string | undefined
  /** The columns whose values the person may change. */
  edits: readonly EditedColumn[]
  /** Opens what changes a value, at its button. */
  onEdit: (lead: Lead, column: EditedColumn, button: HTMLElement) => void
}

/** Columns whose values are changed where they stand. */
export type EditedColumn = 'status' | 'owner' | 'value' | 'tags' | 'nextTaskAt'

/** All that the table, its head and its menu know of a column. */
export type Column = {
  label: string
  /** The way in which the server sorts by it first. Without it nobody sorts by the column. */
  sort?: 'ASC' | 'DESC'
  /** Its name for the server, where that is another. */
  sortName?: string
  /** Numbers stand at the right. */
  isNumber?: boolean
  /** The widths of the window at which it is there for somebody who has chosen no columns. */
  from: 'laptop' | 'wide' | 'roomy' | 'chosen'
  Cell: (props: CellProps) => ReactNode
}

/** Columns that the row draws itself have no cell. */
const noCell = () => null

/** In the order of the table. */
export const columns = {
  name: { label: 'Nome', sort: 'ASC', from: 'laptop', Cell: noCell },
  phone: { label: 'Telefone', from: 'laptop', Cell: PhoneCell },
  email: {
    label: 'E-mail',
    from: 'roomy',
    Cell: ({ lead: { email } }) =>
      email && (
        <a className="mail cut" href={mailLink(email)} title={email}>
          {email}
        </a>
      )
  },
  consent: {
    label: 'Consentimento',
    from: 'wide',
    Cell: ({ lead, timeZone }) => <Consent consents={lead.consents} timeZone={timeZone} />
  },
  status: { label: 'Situação', sort: 'ASC', from: 'laptop', Cell: StatusCell },
  value: {
    label: 'Valor',
    sort: 'DESC',
    sortName: 'valueCents',
    isNumber: true,
    from: 'laptop',
    Cell: props => {
      const { valueCents } = props.lead
      const text = valueCents === null ? '' : formatCents(valueCents)
      return (
        <Edited {...props} column="value" title="Valor" text={text || 'nenhum'}>
          {text}
        </Edited>
      )
    }
  },
  expectedOn: {
    label: 'Previsão',
    from: 'chosen',
    Cell: ({ lead: { expectedOn } }) => expectedOn !== null && formatDate(expectedOn)
  },
  soldOn: {
    label: 'Data da venda',
    from: 'chosen',
    Cell: ({ lead: { soldOn } }) => soldOn !== null && formatDate(soldOn)
  },
  source: {
    label: 'Origem',
    sort: 'ASC',
    from: 'roomy',
    Cell: ({ lead }) => <span className="cut">{sourceLabel(lead.source)}</span>
  },
  owner: { label: 'Responsável', from: 'laptop', Cell: OwnerCell },
  tags: {
    label: 'Etiquetas',
    from: 'laptop',
    Cell: props => {
      const { tags } = props.lead
      return (
        <Edited {...props} column="tags" title="Etiquetas" text={tags.length === 0 ? 'nenhuma' : String(tags.length)}>
          {tags.length > 0 && (
            <span className="tags">
              <TagChips ids={tags} maxShown={1} />
            </span>
          )}
        </Edited>
      )
    }
  },
  score: { label: 'Pontuação', sort: 'DESC', isNumber: true, from: 'chosen', Cell: ({ lead }) => lead.score },
  receivedAt: {
    label: 'Recebido em',
    sort: 'DESC',
    from: 'laptop',
    Cell: ({ lead, timeZone }) => moment(lead.receivedAt, timeZone)
  },
  lastContactAt: {
    label: 'Último contato',
    sort: 'DESC',
    from: 'roomy',
    Cell: ({ lead, timeZone }) => moment(lead.lastContactAt, timeZone, true)
  },
  nextTaskAt: {
    label: 'Próxima ação',
    sort: 'ASC',
    from: 'laptop',
    Cell: props => {
      const { lead, timeZone } = props
      const text = lead.nextTaskAt ? dueText(lead.nextTaskAt, timeZone) : 'nenhuma'
      return (
        <Edited {...props} column="nextTaskAt" title="Próxima ação" text={text}>
          {lead.nextTaskAt && <NextTask at={lead.nextTaskAt} timeZone={timeZone} />}
        </Edited>
      )
    }
  }
} as const satisfies Record<string, Column>

export type ColumnName = keyof typeof columns

export const columnNames = Object.keys(columns) as ColumnName[]

export const columnOf = (name: ColumnName): Column => columns[name]

/** Under which name the server sorts by a column. */
export const sortName = (name: ColumnName): string => columnOf(name).sortName ?? name

/** The classes of a column's cells; the one that the list is sorted by stays in sight. */
export const classOf = (name: ColumnName, sorted: ColumnName | undefined): string =>
  [columnOf(name).isNumber && 'number', name === sorted && 'sorted'].filter(Boolean).join(' ')

const moment = (at: string | null, timeZone: string | undefined, relative = false) =>
  at && <Moment at={at} {...(timeZone && { timeZone })} relative={relative} />

function PhoneCell({ lead: { phone } }: CellProps) {
  const phoneText = usePhoneText()
  return phone && phoneText(phone)
}

type EditedProps = CellProps & {
  column: EditedColumn
  title: string
  /** Its value in words, as its button says it. */
  text: string
  /** Nothing where there is no value. */
  children: ReactNode
}

/** A value that a press changes; a sign stands in the place of one that is missing, once the row is pointed at. */
function Edited({ lead, edits, onEdit, column, title, text, children }: EditedProps) {
  if (!edits.includes(column)) return children
  return (
    <button
      type="button"
      className={children ? 'cell' : 'cell add'}
      aria-haspopup={column === 'owner' ? 'menu' : 'dialog'}
      aria-label={`${title} de ${lead.name}: ${text}`}
      onClick={event => onEdit(lead, column, event.currentTarget)}
    >
      {children || '+'}
    </button>
  )
}

function StatusCell({ lead, edits, onEdit }: CellProps) {
  if (!edits.includes('status')) return <StatusTag status={lead.status} name={lead.statusName} />
  return (
    <button
      type="button"
      className="status"
      aria-haspopup="menu"
      aria-label={`Situação de ${lead.name}: ${stepsNow().of(lead.status, lead.statusName).name}`}
      onClick={event => onEdit(lead, 'status', event.currentTarget)}
    >
      <StatusTag status={lead.status} name={lead.statusName} />
    </button>
  )
}

function OwnerCell(props: CellProps) {
  const { ownerName } = props.lead
  return (
    <Edited {...props} column="owner" title="Responsável" text={ownerName ?? 'ninguém'}>
      {ownerName ? (
        <Initials name={ownerName} />
      ) : (
        !props.edits.includes('owner') && (
          <span className="faint" role="img" aria-label="Sem responsável" title="Sem responsável">
            —
          </span>
        )
      )}
    </Edited>
  )
}
