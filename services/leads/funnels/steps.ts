import type { Selectable } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import type { Tables } from '../../core/tables.ts'
import { type LeadStatus, leadStatuses } from '../leads/rules.ts'
import { type TagColor, tagColors } from '../tags/rules.ts'
import { defaultSteps, isStatus, requirableFields, type Step, unknownFunnelText, unknownStepText } from './rules.ts'
import type {} from './tables.ts'

/** A step with the columns that it gives to a lead; `funnelId` is null in the usual funnel. */
export type PlacedStep = Step & { phase: LeadStatus; funnelId: string | null }

type StepRow = Selectable<Tables['funnel_steps']>
type LeadRow = Selectable<Tables['leads']>

export const toStep = ({ key, name, kind, color, chance, stale_days, required }: StepRow): Step => ({
  key,
  name,
  kind,
  color: (tagColors as readonly string[]).includes(color) ? (color as TagColor) : 'slate',
  chance,
  staleDays: stale_days,
  required
})

const toPlaced = (row: StepRow): PlacedStep => ({
  ...toStep(row),
  phase: row.phase,
  funnelId: isStatus(row.key) ? null : row.funnel_id
})

const usualSteps: readonly PlacedStep[] = defaultSteps().map(step => ({
  ...step,
  phase: step.key as LeadStatus,
  funnelId: null
}))

/** The key of the step that a lead is in. */
export const keyOf = (lead: Pick<LeadRow, 'status' | 'step_key'>): string => lead.step_key ?? lead.status

/** Every step of the company in scope by its key: those of the usual funnel first, then funnel by funnel in their order. */
export async function listSteps(trx: Trx): Promise<Map<string, PlacedStep>> {
  const rows = await trx
    .selectFrom('funnel_steps')
    .innerJoin('funnels', join =>
      join
        .onRef('funnels.company_id', '=', 'funnel_steps.company_id')
        .onRef('funnels.id', '=', 'funnel_steps.funnel_id')
    )
    .selectAll('funnel_steps')
    .orderBy('funnels.created_at')
    .orderBy('funnels.id')
    .orderBy('funnel_steps.position')
    .execute()
  const steps = new Map<string, PlacedStep>(usualSteps.map(step => [step.key, step]))
  for (const row of rows) steps.set(row.key, toPlaced(row))
  return steps
}

/**
 * The step with this key, which is not deleted before the transaction ends. Throws 400 for a key that no step of the
 * company has.
 */
export async function holdStep(trx: Trx, key: string): Promise<PlacedStep> {
  const row = await trx.selectFrom('funnel_steps').selectAll().where('key', '=', key).forShare().executeTakeFirst()
  const step = row ? toPlaced(row) : usualSteps.find(usual => usual.key === key)
  if (!step) throw invalid({ status: unknownStepText })
  return step
}

/** The step in which a lead comes to a funnel: its first open one. Throws 400 for a funnel that there is not. */
export async function firstStepOf(trx: Trx, companyId: string, funnelId: string): Promise<string> {
  if (funnelId === companyId) return 'new'
  const row = await trx
    .selectFrom('funnel_steps')
    .select('key')
    .where('funnel_id', '=', funnelId)
    .where('kind', '=', 'open')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw invalid({ funnelId: unknownFunnelText })
  return row.key
}

/** The keys of a funnel's steps in their order; none for a funnel that there is not. */
export async function keysOfFunnel(trx: Trx, companyId: string, funnelId: string): Promise<string[]> {
  if (funnelId === companyId) return [...leadStatuses]
  const rows = await trx
    .selectFrom('funnel_steps')
    .select('key')
    .where('funnel_id', '=', funnelId)
    .orderBy('position')
    .execute()
  return rows.map(({ key }) => key)
}

/** The columns of a lead in a step. */
export const columnsOf = ({ key, phase, funnelId }: PlacedStep) => ({
  status: phase,
  funnel_id: funnelId,
  step_key: funnelId === null ? null : key
})

/** The words of a step in the history of a lead: the key of a status, else the name, which outlives the step. */
export const historyName = (steps: ReadonlyMap<string, PlacedStep>, key: string): string =>
  isStatus(key) ? key : (steps.get(key)?.name ?? key)

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * The fields that a step requires and a lead lacks, by their API's names; `fieldOf` reads a field, or an answer by
 * `custom.` and its name.
 */
export const missingFields = ({ required }: Pick<Step, 'required'>, fieldOf: (field: string) => unknown): string[] =>
  required.filter(field => isEmpty(fieldOf(field)))

/** Throws 400 that names every field that the step requires and the lead lacks. */
export function refuseIncomplete(step: PlacedStep, fieldOf: (field: string) => unknown): void {
  const missing = missingFields(step, fieldOf)
  if (missing.length === 0) return
  const label = (field: string) =>
    field in requirableFields ? requirableFields[field as keyof typeof requirableFields] : field.slice('custom.'.length)
  throw invalid(
    Object.fromEntries(
      missing.map(field => [field, `Preencha ${label(field)} antes de passar o lead para "${step.name}".`])
    )
  )
}
