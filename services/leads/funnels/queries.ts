import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { takeLocks } from '../../core/locks.ts'
import type { Tables } from '../../core/tables.ts'
import { findUnstorable } from '../../core/text.ts'
import type { Author } from '../../core/viewer.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { type LeadStatus, leadStatuses } from '../leads/rules.ts'
import { tagColors } from '../tags/rules.ts'
import {
  defaultFunnelName,
  defaultSteps,
  isRequirable,
  kindOf,
  maxFunnels,
  maxLostSteps,
  maxOpenSteps,
  type StepKind,
  stepKinds,
  unknownStepText
} from './rules.ts'
import type { Funnel, FunnelChange, Moves, NewFunnel, StepChange } from './schema.ts'
import { toStep } from './steps.ts'

type StepRow = Selectable<Tables['funnel_steps']>
/** A checked step; without a key a new one. */
type CheckedStep = Omit<StepRow, 'company_id' | 'funnel_id' | 'key'> & { key: string | undefined }

/** Changes of one company's funnels take turns. */
const lock = 'funnels'

/** The usual funnel first, then the company's own in the order of their creation. */
export async function listFunnels(trx: Trx, companyId: string): Promise<Funnel[]> {
  const funnels = await trx.selectFrom('funnels').selectAll().orderBy('created_at').orderBy('id').execute()
  const steps = funnels.length
    ? await trx.selectFrom('funnel_steps').selectAll().orderBy('funnel_id').orderBy('position').execute()
    : []
  const stored = funnels.map(({ id, name, version }) => ({
    id,
    name,
    default: id === companyId,
    version,
    steps: steps.filter(step => step.funnel_id === id).map(toStep)
  }))
  const usual = stored.find(({ id }) => id === companyId) ?? {
    id: companyId,
    name: defaultFunnelName,
    default: true,
    version: 0,
    steps: defaultSteps()
  }
  return [usual, ...stored.filter(({ id }) => id !== companyId)]
}

export const findFunnel = async (trx: Trx, companyId: string, id: string): Promise<Funnel | undefined> =>
  (await listFunnels(trx, companyId)).find(funnel => funnel.id === id)

/** The text as it is stored; throws 400 under the name of the field. */
function cleanName(field: string, name: string): string {
  const clean = name.trim().replace(/\s+/g, ' ')
  if (!clean || findUnstorable({ name: clean }) !== null) throw invalid({ [field]: 'Dê um nome.' })
  return clean
}

const folded = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The steps of a funnel in their order: open ones, then won, then lost. Throws 400 that names what is wrong. */
function checkSteps(changes: readonly StepChange[], isUsual: boolean): CheckedStep[] {
  const sorted = [...changes].sort((a, b) => stepKinds.indexOf(a.kind) - stepKinds.indexOf(b.kind))
  const counted = (kind: StepKind) => sorted.filter(step => step.kind === kind).length
  const refuse = (text: string) => invalid({ steps: text })
  if (counted('open') === 0) throw refuse('Um funil precisa de pelo menos uma etapa em aberto.')
  if (counted('open') > maxOpenSteps) throw refuse(`Um funil pode ter até ${maxOpenSteps} etapas em aberto.`)
  if (counted('won') === 0) throw refuse('Um funil precisa de uma etapa de ganho.')
  if (counted('won') > 1) throw refuse('Um funil tem só uma etapa de ganho.')
  if (counted('lost') === 0) throw refuse('Um funil precisa de pelo menos uma etapa de perda.')
  if (counted('lost') > maxLostSteps) throw refuse(`Um funil pode ter até ${maxLostSteps} etapas de perda.`)
  const keys = sorted.flatMap(({ key }) => key ?? [])
  if (new Set(keys).size < keys.length) throw refuse('Uma etapa aparece duas vezes.')
  const steps = sorted.map((step, position): CheckedStep => {
    const name = cleanName('steps', step.name)
    const required = [...new Set(step.required ?? [])]
    const strange = required.find(field => !isRequirable(field))
    if (strange !== undefined) throw refuse(`O campo "${strange}" não pode ser obrigatório em uma etapa.`)
    if (findUnstorable(required) !== null) throw refuse('O texto contém caracteres inválidos.')
    return {
      key: step.key,
      position,
      name,
      kind: step.kind,
      phase: isUsual ? (step.key as LeadStatus) : phaseOf(step.kind, position),
      color: step.color ?? tagColors[position % tagColors.length] ?? 'slate',
      chance: step.kind === 'open' ? (step.chance ?? null) : null,
      stale_days: step.kind === 'open' ? (step.staleDays ?? null) : null,
      required
    }
  })
  const names = steps.map(({ name }) => folded(name))
  const twin = steps.find(({ name }, i) => names.indexOf(folded(name)) < i)
  if (twin) throw refuse(`Há duas etapas com o nome "${twin.name}".`)
  return steps
}

/** The status of leads in a step of an own funnel. None is scheduled: only an appointment says so. */
const phaseOf = (kind: StepKind, position: number): LeadStatus =>
  kind === 'won' ? 'converted' : kind === 'lost' ? 'lost' : position === 0 ? 'new' : 'contacted'

async function refuseTwin(trx: Trx, companyId: string, name: string, except?: string): Promise<void> {
  const funnels = await listFunnels(trx, companyId)
  if (funnels.some(funnel => funnel.id !== except && folded(funnel.name) === folded(name)))
    throw new AppError('conflict', 'Já existe um funil com este nome.', {
      errors: { name: 'Já existe um funil com este nome.' }
    })
}

/** Throws 400 for steps that are no funnel, and 409 for a name that another one has. */
export async function createFunnel(
  trx: Trx,
  companyId: string,
  { name, steps }: NewFunnel,
  actor: AuditActor
): Promise<Funnel> {
  await takeLocks(trx, companyId, lock)
  if ((await listFunnels(trx, companyId)).length >= maxFunnels)
    throw invalid({ name: `Uma empresa pode ter até ${maxFunnels} funis.` })
  const clean = cleanName('name', name)
  const checked = checkSteps(steps, false)
  if (checked.some(({ key }) => key !== undefined)) throw invalid({ steps: unknownStepText })
  await refuseTwin(trx, companyId, clean)
  const { id } = await trx
    .insertInto('funnels')
    .values({ company_id: companyId, name: clean })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addSteps(trx, companyId, id, checked)
  return noteChange(trx, companyId, id, 'funnel.created', clean, null, actor)
}

async function addSteps(trx: Trx, companyId: string, funnelId: string, steps: readonly CheckedStep[]): Promise<void> {
  if (steps.length === 0) return
  await trx
    .insertInto('funnel_steps')
    .values(
      steps.map(({ key, ...step }) => ({
        ...step,
        ...(key !== undefined && { key }),
        company_id: companyId,
        funnel_id: funnelId
      }))
    )
    .execute()
}

async function noteChange(
  trx: Trx,
  companyId: string,
  id: string,
  action: 'funnel.created' | 'funnel.changed',
  name: string,
  before: Funnel | null,
  actor: AuditActor
): Promise<Funnel> {
  const funnel = await findFunnel(trx, companyId, id)
  if (!funnel) throw new Error('The funnel that was written is gone')
  const names = (of: Funnel | null) => of?.steps.map(step => step.name) ?? null
  await audit(trx, {
    ...actor,
    companyId,
    action,
    object: { type: 'funnel', id, name },
    changes: { name: [before?.name ?? null, funnel.name], steps: [names(before), names(funnel)] }
  })
  await announce(trx, { companyId, kind: 'funnels-changed', data: {} })
  return funnel
}

/**
 * Changes a funnel in a scope that sees every lead: the leads of steps that go move to others first. Undefined where
 * there is none; throws 409 where somebody else changed it meanwhile, and for a step that goes with leads and says not
 * where.
 */
export async function changeFunnel(
  trx: Trx,
  companyId: string,
  id: string,
  { name, version, steps, moves = {} }: FunnelChange,
  author: Author,
  actor: AuditActor
): Promise<Funnel | undefined> {
  await takeLocks(trx, companyId, lock)
  const before = await findFunnel(trx, companyId, id)
  if (!before) return undefined
  if (before.version !== version)
    throw new AppError('conflict', 'Outra pessoa mudou este funil enquanto você editava. Abra de novo e confira.', {
      code: 'STALE'
    })
  const clean = cleanName('name', name)
  const checked = checkSteps(steps, before.default)
  refuseOtherSteps(before, checked)
  await refuseTwin(trx, companyId, clean, id)
  await trx
    .insertInto('funnels')
    .values({ id, company_id: companyId, name: clean })
    .onConflict(conflict =>
      conflict.columns(['company_id', 'id']).doUpdateSet({ name: clean, version: sql<number>`funnels.version + 1` })
    )
    .execute()
  const gone = before.steps.filter(({ key }) => !checked.some(step => step.key === key))
  const stored = await trx.selectFrom('funnel_steps').selectAll().where('funnel_id', '=', id).forUpdate().execute()
  const isStored = (key: string | undefined) => stored.some(step => step.key === key)
  for (const { key, ...step } of checked)
    if (key !== undefined && isStored(key))
      await trx.updateTable('funnel_steps').set(step).where('key', '=', key).execute()
  await addSteps(
    trx,
    companyId,
    id,
    checked.filter(({ key }) => !isStored(key))
  )
  await emptySteps(trx, companyId, gone, moves, author)
  // The first open step is another one where the order changed.
  for (const { key, phase } of checked) {
    const was = stored.find(step => step.key === key)
    if (key !== undefined && was && was.phase !== phase) await settlePhase(trx, companyId, key, phase)
  }
  return noteChange(trx, companyId, id, 'funnel.changed', clean, before, actor)
}

/** Throws 400 for steps that are of no use: another funnel's, or of another kind than they were. */
function refuseOtherSteps(before: Funnel, steps: readonly CheckedStep[]): void {
  if (before.default) {
    const isSame = leadStatuses.length === steps.length && leadStatuses.every((key, i) => steps[i]?.key === key)
    if (!isSame || steps.some(({ kind, phase }) => kindOf(phase) !== kind))
      throw invalid({ steps: 'As cinco etapas do funil padrão ficam; só nome, cor e chance mudam.' })
  }
  for (const { key, kind, name } of steps) {
    if (key === undefined) continue
    const was = before.steps.find(step => step.key === key)
    if (!was) throw invalid({ steps: unknownStepText })
    if (was.kind !== kind) throw invalid({ steps: `O tipo da etapa "${name}" não muda. Crie outra etapa.` })
  }
}

/** Leads of one statement, which must end within the statement timeout. */
const portion = 5000

async function settlePhase(trx: Trx, companyId: string, key: string, phase: LeadStatus): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update leads set status = ${phase} where company_id = ${companyId} and id in (
        select id from leads where company_id = ${companyId} and step_key = ${key} and status <> ${phase} limit ${portion})`.execute(
      trx
    )
    if (numAffectedRows < BigInt(portion)) return
  }
}

/** Moves the leads of steps away and deletes the steps. */
async function emptySteps(
  trx: Trx,
  companyId: string,
  gone: readonly Funnel['steps'][number][],
  moves: Moves,
  author: Author
): Promise<void> {
  for (const { key, name, kind } of gone) {
    await sql`select from funnel_steps where company_id = ${companyId} and key = ${key} for update`.execute(trx)
    const to = moves[key]
    const count = await countLeads(trx, companyId, key)
    if (to === undefined && count.all > 0) throw stillUsed(key, name, count.shown)
    if (to !== undefined && count.all > 0) await moveLeads(trx, companyId, { key, name, kind }, to, gone, author)
    await trx.deleteFrom('funnel_steps').where('key', '=', key).execute()
  }
}

function stillUsed(key: string, name: string, shown: number): AppError {
  const leads = `${shown.toLocaleString('pt-BR')} ${shown === 1 ? 'lead' : 'leads'}`
  const text =
    shown > 0
      ? `A etapa "${name}" tem ${leads}. Escolha para onde ${shown === 1 ? 'ele vai' : 'eles vão'}.`
      : `A etapa "${name}" tem leads excluídos ou retidos. Escolha para onde eles vão.`
  return new AppError('conflict', text, { code: 'STEP_IN_USE', errors: { [`moves.${key}`]: text } })
}

async function countLeads(trx: Trx, companyId: string, key: string): Promise<{ all: number; shown: number }> {
  const { rows } = await sql<{ all: number; shown: number }>`
    select count(*)::integer as all,
      (count(*) filter (where held_at is null and deleted_at is null))::integer as shown
    from leads where company_id = ${companyId} and step_key = ${key}`.execute(trx)
  return rows[0] ?? { all: 0, shown: 0 }
}

async function moveLeads(
  trx: Trx,
  companyId: string,
  from: { key: string; name: string; kind: StepKind },
  to: string,
  gone: readonly { key: string }[],
  author: Author
): Promise<void> {
  const row = await trx.selectFrom('funnel_steps').selectAll().where('key', '=', to).forShare().executeTakeFirst()
  const usual = leadStatuses.find(status => status === to)
  if ((!row && !usual) || gone.some(({ key }) => key === to)) throw invalid({ [`moves.${from.key}`]: unknownStepText })
  if ((row?.kind ?? kindOf(usual ?? 'new')) !== from.kind)
    throw invalid({ [`moves.${from.key}`]: `Os leads de "${from.name}" vão para uma etapa do mesmo tipo.` })
  const own = usual ? null : (row ?? null)
  const after = JSON.stringify(own?.name ?? to)
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      with moved as (
        update leads set status = ${own?.phase ?? to}, step_key = ${own?.key ?? null}, funnel_id = ${own?.funnel_id ?? null},
          version = version + 1, updated_at = now()
        where company_id = ${companyId} and id in (
          select id from leads where company_id = ${companyId} and step_key = ${from.key} order by id limit ${portion})
        returning id)
      insert into lead_changes (company_id, lead_id, field, before, after, actor_id, actor_name)
      select ${companyId}, id, 'status', ${JSON.stringify(from.name)}::jsonb, ${after}::jsonb, ${author.id}, ${author.name}
      from moved`.execute(trx)
    if (numAffectedRows < BigInt(portion)) break
  }
  await announce(trx, { companyId, kind: 'leads-changed', data: {} })
}

/**
 * Deletes a funnel in a scope that sees every lead, whose leads go where `moves` says. False where there is none; throws
 * 409 for the usual one, and for a step with leads that says not where.
 */
export async function deleteFunnel(
  trx: Trx,
  companyId: string,
  id: string,
  moves: Moves,
  author: Author,
  actor: AuditActor
): Promise<boolean> {
  await takeLocks(trx, companyId, lock)
  const funnel = await findFunnel(trx, companyId, id)
  if (!funnel) return false
  if (funnel.default) throw new AppError('conflict', 'O funil padrão não pode ser excluído.')
  await emptySteps(trx, companyId, funnel.steps, moves, author)
  await trx.deleteFrom('funnels').where('id', '=', id).execute()
  await audit(trx, { ...actor, companyId, action: 'funnel.deleted', object: { type: 'funnel', id, name: funnel.name } })
  await announce(trx, { companyId, kind: 'funnels-changed', data: {} })
  return true
}
