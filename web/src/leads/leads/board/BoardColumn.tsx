import Button from '@mui/material/Button'
import { memo } from 'react'
import { formatCents } from '../../../../../services/core/money/rules.ts'
import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import { formatNumber } from '../../../core/format.ts'
import { useSteps } from '../../funnels/steps.ts'
import { elapsed } from '../due.ts'
import { StatusDot } from '../StatusDot.tsx'
import { BoardCard } from './BoardCard.tsx'
import type { Column } from './moves.ts'

type Props = {
  column: Column
  /** Some column has a sum of values: all of them keep a line for it. */
  valued: boolean
  busy: boolean
  timeZone: string | undefined
  phone: boolean
  onMore: (status: string) => void
  onMenu: ((lead: Lead, button: HTMLElement) => void) | undefined
  onOwner: ((lead: Lead, button: HTMLElement) => void) | undefined
}

/** The leads of a status, the first ones and as many more as were asked for. */
export const BoardColumn = memo(function BoardColumn({
  column,
  valued,
  busy,
  timeZone,
  phone,
  onMore,
  onMenu,
  onOwner
}: Props) {
  const { status, total, capped, leads, oldestAt, valueCents } = column
  const step = useSteps().of(status)
  const id = `column-${status}`
  return (
    <section data-column={status} aria-labelledby={id}>
      <div className="head">
        <h2 className="title">
          <StatusDot status={status} />
          <span id={id}>{step.name}</span>
          <span className={valued ? 'count sum' : 'count'}>
            {formatNumber(total)}
            {capped && '+'}
            {valueCents !== null && ` · ${formatCents(valueCents)}`}
          </span>
        </h2>
        <div className="oldest">{oldestAt && step.kind === 'open' && `Mais antigo há ${elapsed(oldestAt)}`}</div>
      </div>
      <ul data-cards aria-labelledby={id}>
        {leads.map(lead => (
          <BoardCard key={lead.id} lead={lead} timeZone={timeZone} phone={phone} onMenu={onMenu} onOwner={onOwner} />
        ))}
        {total === 0 && <li className="empty">Nenhum lead aqui</li>}
        {total > leads.length && (
          <li>
            <Button fullWidth size="small" aria-busy={busy} onClick={() => busy || onMore(status)}>
              {busy ? 'Carregando' : 'Carregar mais'}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
})
