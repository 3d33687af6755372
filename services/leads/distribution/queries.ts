import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { editsLeads } from '../../account/auth/rights.ts'
import { notifyOfEach } from '../../account/notifications/queries.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { assignedNotice } from '../leads/rules.ts'
import { type Candidate, choose } from './rules.ts'
import type { Distributed, Distribution, DistributionChange } from './schema.ts'
import type {} from './tables.ts'

/** The company's distribution, without people who have left or may no longer edit leads. */
export async function readDistribution(trx: Trx, companyId: string): Promise<Distribution> {
  const row = await trx.selectFrom('distributions').selectAll().where('company_id', '=', companyId).executeTakeFirst()
  if (!row) return { mode: 'off', members: [], fallbackId: null }
  const able = await findAble(trx, [...row.members.map(({ employeeId }) => employeeId), row.fallback_id])
  return {
    mode: row.mode,
    members: row.members.filter(({ employeeId }) => able.has(employeeId)),
    fallbackId: row.fallback_id && able.has(row.fallback_id) ? row.fallback_id : null
  }
}

/** Those of the people who are active and may edit leads. */
async function findAble(trx: Trx, ids: readonly (string | null)[]): Promise<Set<string>> {
  const named = ids.filter(id => id !== null)
  if (named.length === 0) return new Set()
  const rows = await trx
    .selectFrom('employees')
    .select('id')
    .where('id', 'in', named)
    .where('active', '=', true)
    .where(editsLeads('employees'))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Returns the old and the new distribution. Throws 400 for somebody who cannot receive leads or is listed twice, and
 * 409 where it is no longer as `expected`.
 */
export async function changeDistribution(
  trx: Trx,
  companyId: string,
  { expected, ...wanted }: DistributionChange
): Promise<{ before: Distribution; after: Distribution }> {
  const { mode, members, fallbackId } = wanted
  const ids = members.map(({ employeeId }) => employeeId)
  if (new Set(ids).size < ids.length) throw invalid({ members: 'Cada pessoa aparece uma vez na lista.' })
  if (mode !== 'off' && ids.length === 0) throw invalid({ members: 'Escolha quem recebe os leads.' })
  // Inserted first, so that concurrent saves are serialised even without a row.
  await trx
    .insertInto('distributions')
    .values({ company_id: companyId, mode: 'off', members: '[]', fallback_id: null })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await trx.selectFrom('distributions').select('mode').where('company_id', '=', companyId).forUpdate().execute()
  const before = await readDistribution(trx, companyId)
  if (expected && !isDeepStrictEqual(before, expected))
    throw new AppError('conflict', 'Outra pessoa mudou a distribuição enquanto você editava.', { code: 'STALE' })
  const able = await findAble(trx, [...ids, fallbackId])
  if (![...ids, ...(fallbackId ? [fallbackId] : [])].every(id => able.has(id)))
    throw invalid({ members: 'Escolha pessoas ativas da equipe que possam editar leads.' })
  await trx
    .updateTable('distributions')
    .set({ mode, members: JSON.stringify(members), fallback_id: fallbackId })
    .where('company_id', '=', companyId)
    .execute()
  return { before, after: wanted }
}

type Assignment = { leadId: string; name: string; ownerId: string | null; reason: string }

/**
 * Assigns leads without an owner in turn, and records why. Leads with an owner or from a robot are skipped, and all of
 * them where distribution is off, so it may run twice. Locks the company's row, so that concurrent leads go to
 * different people. Returns the assigned leads.
 */
export async function distribute(trx: Trx, companyId: string, leadIds: readonly string[]): Promise<Set<string>> {
  const row = await trx
    .selectFrom('distributions')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('mode', '<>', 'off')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return new Set()
  // Lock employees before leads: deactivation takes them in that order.
  const people = await candidates(trx, companyId, row.members)
  const able = await findAble(trx, [row.fallback_id])
  const fallback = row.fallback_id && able.has(row.fallback_id) ? row.fallback_id : null
  // Locked, so that an owner assigned meanwhile is not overwritten.
  const leads = await trx
    .selectFrom('leads')
    .select(['id', 'name', 'owner_id', 'marks'])
    .where('id', '=', sql<string>`any (${[...leadIds]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const byId = new Map(leads.map(lead => [lead.id, lead]))

  let last = row.last_id
  const assignments: Assignment[] = []
  for (const leadId of leadIds) {
    const lead = byId.get(leadId)
    if (!lead || lead.owner_id !== null || lead.marks.includes('bot')) continue
    const choice = choose(row.mode, people, last)
    const chosen = people.find(({ employeeId }) => employeeId === choice?.employeeId)
    if (chosen) {
      chosen.open++
      last = chosen.employeeId
    }
    const reason =
      choice?.reason ??
      (fallback ? 'Ninguém disponível: vai para a pessoa reserva' : 'Ninguém disponível: fica sem responsável')
    assignments.push({ leadId, name: lead.name, ownerId: choice?.employeeId ?? fallback, reason })
  }
  await giveTo(trx, companyId, assignments)
  if (row.mode === 'turns' && last !== row.last_id)
    await trx.updateTable('distributions').set({ last_id: last }).where('company_id', '=', companyId).execute()
  return new Set(assignments.flatMap(({ leadId, ownerId }) => (ownerId ? [leadId] : [])))
}

/** Writes the owners, the history, the reasons, and the notifications. */
async function giveTo(trx: Trx, companyId: string, assignments: readonly Assignment[]): Promise<void> {
  if (assignments.length === 0) return
  await sql`
    insert into distribution_log (company_id, lead_id, owner_id, reason)
    select ${companyId}, * from unnest(${assignments.map(({ leadId }) => leadId)}::text[],
      ${assignments.map(({ ownerId }) => ownerId)}::text[], ${assignments.map(({ reason }) => reason)}::text[])`.execute(
    trx
  )
  const owned = assignments.flatMap(({ ownerId, ...rest }) => (ownerId ? [{ ...rest, ownerId }] : []))
  if (owned.length === 0) return
  const ids = owned.map(({ leadId }) => leadId)
  const pairs = sql`unnest(${ids}::text[],
    ${owned.map(({ ownerId }) => ownerId)}::text[]) as assignments (lead_id, owner_id)`
  await sql`
    update leads set owner_id = assignments.owner_id, version = version + 1, updated_at = now()
    from ${pairs}
    -- Listed twice: without statistics the planner would read all leads for the join.
    where leads.company_id = ${companyId} and leads.id = any (${ids}::text[]) and leads.id = assignments.lead_id`.execute(
    trx
  )
  await sql`
    insert into lead_changes (company_id, lead_id, field, before, after, actor_name)
    select ${companyId}, lead_id, 'ownerId', 'null', to_jsonb(owner_id), 'Distribuição' from ${pairs}`.execute(trx)
  await notifyOfEach(
    trx,
    companyId,
    'lead_assigned',
    owned.map(({ leadId, ownerId, name }) => ({ ...assignedNotice(leadId, name), employeeId: ownerId }))
  )
  const [first, ...others] = owned
  await announce(
    trx,
    first && others.length === 0
      ? { companyId, kind: 'lead-changed', data: { leadId: first.leadId } }
      : { companyId, kind: 'leads-changed', data: {} }
  )
}

/** Members who can receive leads, in the order of their turns, with their open leads from the kept counts. */
async function candidates(trx: Trx, companyId: string, members: Distribution['members']): Promise<Candidate[]> {
  const { rows } = await sql<{ id: string; name: string; open: number }>`
    select e.id, e.name, coalesce((
      select sum(n) from lead_facets f left join funnel_steps s on s.company_id = f.company_id and s.key = f.status
      where f.company_id = ${companyId} and f.tag_id = ''
        and coalesce(s.phase, f.status) in ('new', 'contacted', 'scheduled') and f.owner_id = e.id), 0)::integer as open
    from employees e where e.company_id = ${companyId} and e.active and ${editsLeads('e')}
      and e.id = any (${members.map(({ employeeId }) => employeeId)}::text[]) order by e.id for share of e`.execute(trx)
  return members.flatMap(member => {
    const found = rows.find(({ id }) => id === member.employeeId)
    return found ? [{ ...member, name: found.name, open: found.open }] : []
  })
}

/** The latest assignments with their reasons. */
export async function listDistributed(trx: Trx, companyId: string, limit: number): Promise<Distributed[]> {
  const { rows } = await sql<Distributed>`
    select d.id, d.lead_id as "leadId", l.name as "leadName", e.name as "ownerName", d.reason, d.created_at as "createdAt"
    from distribution_log d join leads l on l.company_id = d.company_id and l.id = d.lead_id
    left join employees e on e.company_id = d.company_id and e.id = d.owner_id
    where d.company_id = ${companyId} order by d.created_at desc, d.id desc limit ${limit}`.execute(trx)
  return rows
}
