import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { findUnstorable } from '../../core/text.ts'
import type { LeadView, NewView, ViewChange } from './schema.ts'
import type {} from './tables.ts'

const columns = ['id', 'name', 'shared', 'employee_id', 'view'] as const
const maxViews = 100

type Row = { id: string; name: string; shared: boolean; employee_id: string; view: unknown }

const toView = ({ employee_id, ...row }: Row, me: string): LeadView => ({
  ...row,
  view: row.view as LeadView['view'],
  own: employee_id === me
})

/** The person's own views and shared ones, by name. */
export async function listViews(trx: Trx, me: string): Promise<LeadView[]> {
  const rows = await trx
    .selectFrom('lead_views')
    .select(columns)
    .where(({ eb, or }) => or([eb('employee_id', '=', me), eb('shared', '=', true)]))
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .limit(500)
    .execute()
  return rows.map(row => toView(row, me))
}

export async function createView(trx: Trx, companyId: string, me: string, input: NewView): Promise<LeadView> {
  const own = await trx
    .selectFrom('lead_views')
    .select(row => row.fn.countAll<number>().as('n'))
    .where('employee_id', '=', me)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (own.n >= maxViews) throw invalid({ name: `Você pode guardar até ${maxViews} visões.` })
  const { name, view, shared = false } = cleaned(input)
  const row = await trx
    .insertInto('lead_views')
    .values({ company_id: companyId, employee_id: me, name: name ?? '', shared, view: JSON.stringify(view) })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toView(row, me)
}

/** Undefined where the person has no such view. */
export async function changeView(trx: Trx, me: string, id: string, change: ViewChange): Promise<LeadView | undefined> {
  const { name, view, shared } = cleaned(change)
  const row = await trx
    .updateTable('lead_views')
    .set({
      ...(name !== undefined && { name }),
      ...(shared !== undefined && { shared }),
      ...(view !== undefined && { view: JSON.stringify(view) })
    })
    .where('id', '=', id)
    .where('employee_id', '=', me)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
  return row && toView(row, me)
}

/** Deletes a view, or restores it with `deleted` false. Undefined where the person has no such view. */
export async function setViewDeleted(
  trx: Trx,
  me: string,
  id: string,
  deleted: boolean
): Promise<LeadView | undefined> {
  const row = await trx
    .updateTable('lead_views')
    .set({ deleted_at: deleted ? sql<string>`now()` : null })
    .where('id', '=', id)
    .where('employee_id', '=', me)
    .where('deleted_at', deleted ? 'is' : 'is not', null)
    .returning(columns)
    .executeTakeFirst()
  return row && toView(row, me)
}

function cleaned<V extends ViewChange>(view: V): V {
  const unstorable = findUnstorable(view)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
  const name = view.name?.trim()
  if (name === '') throw invalid({ name: 'Dê um nome à visão.' })
  return { ...view, ...(name !== undefined && { name }) }
}
