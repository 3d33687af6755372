import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { findUnstorable } from '../../core/text.ts'
import { ticketTexts } from '../tickets/rules.ts'
import { deskTexts } from './rules.ts'
import type {} from './tables.ts'
import type { DeskView, NewDeskView } from './toolSchema.ts'

const columns = ['id', 'name', 'shared', 'user_id', 'filter'] as const
const maxViews = 100

type Row = { id: string; name: string; shared: boolean; user_id: string; filter: Record<string, unknown> }

const toView = ({ user_id, ...row }: Row, me: string): DeskView => ({ ...row, own: user_id === me })

function checked(view: NewDeskView) {
  if (findUnstorable(view) !== null) throw invalid({ name: ticketTexts.characters })
  return { name: view.name.trim(), shared: view.shared ?? false, filter: JSON.stringify(view.filter) }
}

/** The person's own saved filters and shared ones, by name. */
export async function listDeskViews(trx: Trx, me: string): Promise<DeskView[]> {
  const rows = await trx
    .selectFrom('ticket_views')
    .select(columns)
    .where(({ eb, or }) => or([eb('user_id', '=', me), eb('shared', '=', true)]))
    .orderBy('name')
    .limit(500)
    .execute()
  return rows.map(row => toView(row, me))
}

export async function createDeskView(trx: Trx, me: string, view: NewDeskView): Promise<DeskView> {
  const { n } = await trx
    .selectFrom('ticket_views')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', me)
    .executeTakeFirstOrThrow()
  if (n >= maxViews) throw invalid({ name: `Você pode guardar até ${maxViews} filtros.` })
  const row = await trx
    .insertInto('ticket_views')
    .values({ user_id: me, ...checked(view) })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toView(row, me)
}

/** Throws 404 where the person has no such filter. */
export async function changeDeskView(trx: Trx, me: string, id: string, view: NewDeskView): Promise<DeskView> {
  const row = await trx
    .updateTable('ticket_views')
    .set(checked(view))
    .where('id', '=', id)
    .where('user_id', '=', me)
    .returning(columns)
    .executeTakeFirstOrThrow(() => new AppError('notFound', deskTexts.noView))
  return toView(row, me)
}

/** Throws 404 where the person has no such filter. */
export async function deleteDeskView(trx: Trx, me: string, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('ticket_views')
    .where('id', '=', id)
    .where('user_id', '=', me)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('notFound', deskTexts.noView)
}
