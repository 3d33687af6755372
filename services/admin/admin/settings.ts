import { Value } from '@sinclair/typebox/value'
import { sql } from 'kysely'
import { listPlans } from '../../account/plans/queries.ts'
import type { Plan } from '../../account/plans/schema.ts'
import { lockSettings, readSettings, storeSettings } from '../../account/settings/queries.ts'
import { Settings } from '../../account/settings/schema.ts'
import type { AuditAction } from '../../core/audit.ts'
import { signalAfterCommit, type Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { findUnstorable } from '../../core/text.ts'
import { type AuditActor, audit, changed } from '../../platform/audit/queries.ts'
import { providerId } from '../../platform/audit/rules.ts'
import type { AuditRow } from './logSchema.ts'
import { auditColumns } from './logs.ts'
import type { SettingChange } from './schema.ts'

const noChange = 'Alteração não encontrada'
const noPlan = 'Plano não encontrado'

type Changes = Record<string, [unknown, unknown]>

/** Stores the changed settings; every process picks them up. */
export async function changeSettings(trx: Trx, settings: Partial<Settings>, actor: AuditActor): Promise<Settings> {
  refuseUnstorable(settings)
  await lockSettings(trx)
  await applySettings(trx, changed(await readSettings(trx), settings), 'settings.changed', actor)
  return readSettings(trx)
}

async function applySettings(trx: Trx, changes: Changes, action: AuditAction, actor: AuditActor): Promise<void> {
  if (Object.keys(changes).length === 0) return
  const values = Object.fromEntries(Object.entries(changes).map(([key, [, after]]) => [key, after]))
  await storeSettings(trx, values as Partial<Settings>, actor.actorId)
  await audit(trx, { ...actor, companyId: null, action, object: { type: 'settings', id: 'settings' }, changes })
}

export async function findPlan(trx: Trx, key: string): Promise<Plan> {
  const plan = (await listPlans(trx)).find(each => each.key === key)
  if (!plan) throw new AppError('notFound', noPlan)
  return plan
}

export async function changePlan(trx: Trx, key: string, plan: Partial<Plan>, actor: AuditActor): Promise<Plan> {
  refuseUnstorable(plan)
  if (plan.key !== undefined && plan.key !== key) throw invalid({ key: 'A chave de um plano não muda.' })
  await lockSettings(trx)
  const before = await findPlan(trx, key)
  await applyPlan(trx, before, changed(before, plan), 'plan.changed', actor)
  return findPlan(trx, key)
}

async function applyPlan(
  trx: Trx,
  before: Plan,
  changes: Changes,
  action: AuditAction,
  actor: AuditActor
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  const values = Object.fromEntries(Object.entries(changes).map(([key, [, after]]) => [key, after]))
  const plan = { ...before, ...values }
  await trx
    .updateTable('plans')
    .set({
      name: plan.name,
      price_cents: plan.priceCents,
      description: plan.description,
      leads_per_month: plan.leadsPerMonth,
      users: plan.users,
      features: plan.features,
      limitations: plan.limitations,
      highlights: plan.highlights,
      popular: plan.popular,
      updated_at: sql<string>`now()`
    })
    .where('key', '=', before.key)
    .execute()
  const object = { type: 'plan', id: before.key, name: before.name }
  await audit(trx, { ...actor, companyId: null, action, object, changes })
  signalAfterCommit(trx, 'settings')
}

const undoableActions = ['settings.changed', 'settings.undone', 'plan.changed', 'plan.undone']

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The latest changes of settings and plans, with whether each can still be undone. */
export async function listChanges(trx: Trx, limit = 50): Promise<SettingChange[]> {
  const { rows } = await sql<AuditRow>`
    select ${auditColumns} from audit_log a left join companies c on c.id = a.company_id
    where a.company_id = ${providerId} and a.action = any (${undoableActions}::text[])
    order by a.seq desc limit ${limit}`.execute(trx)
  const current = await stateNow(trx)
  return rows.map(row => ({ ...row, undoable: stillAsLeft(current, row) }))
}

type State = { settings: Record<string, unknown>; plans: Map<string, Record<string, unknown>> }

async function stateNow(trx: Trx): Promise<State> {
  const plans = await listPlans(trx)
  return { settings: await readSettings(trx), plans: new Map(plans.map(plan => [plan.key, plan])) }
}

const stateOf = ({ settings, plans }: State, row: AuditRow) =>
  row.objectType === 'plan' ? plans.get(row.objectId ?? '') : settings

function stillAsLeft(state: State, row: AuditRow): boolean {
  const now = stateOf(state, row)
  const changes = Object.entries(row.changes as Changes)
  return now !== undefined && changes.every(([key, [, after]]) => same(now[key] ?? null, after))
}

/** Undoes a change, unless the setting was changed again since. */
export async function undoChange(trx: Trx, seq: number, actor: AuditActor): Promise<void> {
  await lockSettings(trx)
  const { rows } = await sql<AuditRow>`
    select ${auditColumns} from audit_log a left join companies c on c.id = a.company_id
    where a.company_id = ${providerId} and a.seq = ${seq} and a.action = any (${undoableActions}::text[])`.execute(trx)
  const [row] = rows
  if (!row) throw new AppError('notFound', noChange)
  if (!stillAsLeft(await stateNow(trx), row))
    throw new AppError('conflict', 'Este valor foi alterado de novo depois. Desfaça primeiro a alteração mais recente.')
  const entries = Object.entries(row.changes as Changes)
  const changes: Changes = Object.fromEntries(entries.map(([key, [before, after]]) => [key, [after, before]]))
  if (row.objectType === 'plan') {
    await applyPlan(trx, await findPlan(trx, row.objectId ?? ''), changes, 'plan.undone', actor)
  } else {
    // A value of an older version may be out of today's bounds.
    const values = Object.fromEntries(entries.map(([key, [before]]) => [key, before]))
    if (!Value.Check(Settings, { ...(await readSettings(trx)), ...values }))
      throw new AppError('conflict', 'O valor anterior não é mais aceito.')
    await applySettings(trx, changes, 'settings.undone', actor)
  }
}

function refuseUnstorable(value: unknown): void {
  const unstorable = findUnstorable(value)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
}
