import type { Board, Lead } from '../../../../../services/leads/leads/schema.ts'
import { stepsNow } from '../../funnels/steps.ts'

export type Column = Board[number]

/** A card on its way to under another one of a column, or to its top. */
export type Move = { lead: Lead; from: string; to: string; above: string | null; lostReason?: string }

/** The columns as they are once the move is done; the same where it is done already. */
export function applyMove(columns: readonly Column[], { lead, from, to, above, lostReason }: Move): Column[] {
  const held = columns.find(({ leads }) => leads.some(({ id }) => id === lead.id))?.status ?? from
  return columns.map(column => {
    const { status, total } = column
    const others = column.leads.filter(({ id }) => id !== lead.id)
    const grown = Number(status === to && held !== to) - Number(status === held && held !== to)
    // A column whose last value leaves says nothing of values once the server has answered.
    const valueCents =
      lead.valueCents === null || grown === 0 ? column.valueCents : (column.valueCents ?? 0) + grown * lead.valueCents
    if (status !== to) return { ...column, total: Math.max(0, total + grown), valueCents, leads: others }
    const place = above === null ? 0 : others.findIndex(({ id }) => id === above) + 1
    const { kind, name } = stepsNow().of(to)
    const moved = {
      ...lead,
      status: to,
      statusKind: kind,
      statusName: name,
      lostReason: lostReason ?? (kind === 'lost' ? lead.lostReason : null)
    }
    return { ...column, total: total + grown, valueCents, leads: others.toSpliced(place, 0, moved) }
  })
}
