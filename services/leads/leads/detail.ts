import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import type { Tables } from '../../core/tables.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import type { CompanyPerson, LeadDetail } from './pageSchema.ts'
import { findLead } from './queries.ts'

/** One lead with the fields that only its page shows. */
export async function findDetail(trx: Trx, id: string): Promise<LeadDetail | undefined> {
  const lead = await findLead(trx, id)
  if (!lead) return undefined
  const row = await trx
    .selectFrom('leads')
    .select(['score_reasons', 'first_touch', 'last_touch'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...lead, scoreReasons: row.score_reasons, firstTouch: row.first_touch, lastTouch: row.last_touch }
}

/** The most people of a firm that are shown. */
const maxOfCompany = 20

/** Other leads of the firm of one; undefined where there is no such lead. */
export async function findCompanyPeople(trx: Trx, companyId: string, id: string): Promise<CompanyPerson[] | undefined> {
  const lead = await trx.selectFrom('leads').select(['cnpj', 'company']).where('id', '=', id).executeTakeFirst()
  if (!lead) return undefined
  const { rows } = await sql<CompanyPerson>`
    select l.id, l.name, l.company_role as "companyRole"
    from people_of_company(${id}, ${lead.cnpj}::text, ${lead.company}::text, ${maxOfCompany}) as found
    join leads l on l.company_id = ${companyId} and l.id = found order by fold(l.name), l.id`.execute(trx)
  return rows
}

/** Longer than any real chain of merges. */
const longestWay = 20

/**
 * The lead that a merged one has become part of, in a scope that sees deleted leads; undefined where it was not merged.
 */
export async function findSurvivor(trx: Trx, id: string): Promise<string | undefined> {
  let at = id
  for (let step = 0; step < longestWay; step++) {
    const row = await trx
      .selectFrom('leads')
      .select(['merged_into', 'deleted_at'])
      .where('id', '=', at)
      .executeTakeFirst()
    if (!row?.merged_into) return row && !row.deleted_at && at !== id ? at : undefined
    at = row.merged_into
  }
  return undefined
}

/** Shows others who have the lead open that this employee does too. False where there is no such lead. */
export async function announceViewer(trx: Trx, companyId: string, leadId: string, employeeId: string | null) {
  const lead = await trx.selectFrom('leads').select('id').where('id', '=', leadId).executeTakeFirst()
  if (lead && employeeId) await announce(trx, { companyId, kind: 'viewing', data: { leadId, employeeId } })
  return lead !== undefined
}

const tables = ['submissions', 'consents', 'notes', 'tasks', 'lead_changes', 'activities', 'mails', 'merges'] as const

/** Everything stored about one lead, with a record of who exported it; undefined where there is no such lead. */
export async function exportLead(
  trx: Trx,
  companyId: string,
  id: string,
  actor: AuditActor
): Promise<Record<string, unknown> | undefined> {
  const lead = await trx.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst()
  if (!lead) return undefined
  const parts: Record<string, unknown> = {}
  for (const table of tables) parts[table] = await trx.selectFrom(table).selectAll().where('lead_id', '=', id).execute()
  const tags = lead.tags.length
    ? await trx.selectFrom('tags').select('name').where('id', 'in', lead.tags).execute()
    : []
  await audit(trx, { ...actor, companyId, action: 'lead.exported', object: { type: 'lead', id } })
  return { exportedAt: new Date().toISOString(), lead: withoutKeys(lead), tags: tags.map(({ name }) => name), ...parts }
}

/** Without the columns that only serve the database's own searches and ordering. */
function withoutKeys({ search: _, phone_key: __, email_key: ___, rank: ____, ...lead }: Selectable<Tables['leads']>) {
  return lead
}
