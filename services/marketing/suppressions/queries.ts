import { type RawBuilder, sql } from 'kysely'
import { eachAlone } from '../../core/alone.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { ListRequest } from '../../core/list.ts'
import { unstorable } from '../../core/text.ts'
import type {} from '../../leads/leads/tables.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { hashOf } from './hashes.ts'
import { type SuppressionReason, suppressionTexts } from './rules.ts'
import type { NewSuppression, Suppression } from './schema.ts'
import type {} from './tables.ts'

/** Counts stop here. */
const countCap = 100_000

/** True for a suppression `s` that also keeps away what a series sends, which is no promotion. */
export const holdsSeries: RawBuilder<boolean> = sql<boolean>`s.reason <> 'promotions'`

// A person who sees some leads only is shown the contacts of those, and of no lead's.
const seen = sql`(s.lead_id is null or l.id is not null)`
const rowOf = sql`s.id, case when ${seen} then s.contact end as email, s.lead_id as "leadId", l.name as "leadName", s.reason, s.note,
  s.actor_name as "actorName", s.created_at as "createdAt", s.until`

/** The contacts that the company must not write to, the last one first. `q`: a part of the address. */
export async function listSuppressions(
  trx: Trx,
  companyId: string,
  { sort, skip, take, filter }: ListRequest<'createdAt'>
): Promise<{ rows: Suppression[]; total: number; capped: boolean }> {
  const part = typeof filter.q === 'string' ? filter.q.trim().toLowerCase() : ''
  const reason = typeof filter.reason === 'string' ? filter.reason : null
  if (unstorable(part)) throw invalid({ filter: 'Filtro inválido.' })
  const where = sql`s.company_id = ${companyId} and s.kind = 'email' and s.lifted_at is null
    and (${part} = '' or ${seen} and strpos(s.contact, ${part}) > 0) and (${reason}::text is null or s.reason = ${reason})`
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  const { rows } = await sql<Suppression>`
    select ${rowOf} from suppressions s left join leads l on l.company_id = s.company_id and l.id = s.lead_id
    where ${where} order by s.created_at ${direction}, s.id ${direction} offset ${skip} limit ${take}`.execute(trx)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select from suppressions s left join leads l on l.company_id = s.company_id and l.id = s.lead_id where ${where} limit ${countCap}) as c`.execute(
    trx
  )
  const total = counted[0]?.n ?? 0
  return { rows, total, capped: total === countCap }
}

async function findSuppression(trx: Trx, companyId: string, id: string): Promise<Suppression> {
  const { rows } = await sql<Suppression>`
    select ${rowOf} from suppressions s left join leads l on l.company_id = s.company_id and l.id = s.lead_id
    where s.company_id = ${companyId} and s.id = ${id} and s.lifted_at is null`.execute(trx)
  if (!rows[0]) throw new AppError('notFound', suppressionTexts.gone)
  return rows[0]
}

type NewHold = {
  contact: string | null
  hash: Buffer
  leadId: string | null
  reason: SuppressionReason
  note?: string
  actorName?: string | null
  /** Days after which it ends automatically. */
  days?: number
}

type Kind = 'email' | 'phone'

/** Whether a reason takes the place of that of the suppression `s`: a person's word weighs more than a server's. */
const outweighs = sql<boolean>`(s.reason <> excluded.reason and case excluded.reason
  when 'capped' then s.reason = 'no_whatsapp'
  when 'no_whatsapp' then s.reason = 'capped'
  when 'unreachable' then s.reason = 'promotions'
  when 'bounced' then s.reason in ('promotions', 'unreachable')
  when 'promotions' then s.reason in ('unreachable', 'bounced')
  else s.reason in ('promotions', 'unreachable', 'bounced', 'no_whatsapp', 'capped') end)`

/**
 * Has the company write to these contacts no more, e-mails unless `kind` says otherwise. One that is suppressed already keeps its reason, unless the new one
 * weighs more: what a person asked for weighs more than what a server said, and everything more than promotions, which
 * stay refused below it. Returns the ids of those that were not suppressed so.
 */
export async function suppress(
  trx: Trx,
  companyId: string,
  holds: readonly NewHold[],
  kind: Kind = 'email'
): Promise<string[]> {
  if (holds.length === 0) return []
  const { rows } = await sql<{ id: string; fresh: boolean }>`
    insert into suppressions as s
      (company_id, kind, hash, contact, lead_id, reason, note, actor_name, promotions_left_at, until)
    select distinct on (hash) ${companyId}, ${kind}, hash, contact, lead_id, reason, note, actor_name,
      case when reason = 'promotions' then now() end, now() + days * interval '1 day'
    from unnest(${holds.map(each => each.hash)}::bytea[], ${holds.map(each => each.contact)}::text[],
      ${holds.map(each => each.leadId)}::text[], ${holds.map(each => each.reason)}::text[],
      ${holds.map(({ note = '' }) => note)}::text[], ${holds.map(({ actorName = null }) => actorName)}::text[],
      ${holds.map(({ days = null }) => days)}::integer[])
      as n (hash, contact, lead_id, reason, note, actor_name, days)
    order by hash
    on conflict (company_id, kind, hash) do update set reason = excluded.reason, note = excluded.note,
      actor_name = excluded.actor_name, until = excluded.until, created_at = now(), lifted_at = null, lifted_by = null, lifted_reason = null,
      contact = coalesce(excluded.contact, s.contact), lead_id = coalesce(excluded.lead_id, s.lead_id),
      promotions_left_at = case when excluded.reason = 'unsubscribed' then null
        else coalesce(excluded.promotions_left_at, s.promotions_left_at) end
      where s.lifted_at is not null or ${outweighs}
    returning id, xmax = 0 as fresh`.execute(trx)
  if (rows.length > 0) await announce(trx, { companyId, kind: 'suppressions-changed', data: {} })
  return rows.map(({ id }) => id)
}

/** Suppresses an e-mail that somebody of the team entered. Throws 409 where it is suppressed already. */
export async function addSuppression(
  trx: Trx,
  companyId: string,
  key: Buffer,
  { email, note }: NewSuppression,
  actor: AuditActor
): Promise<Suppression> {
  if (unstorable(note)) throw invalid({ note: 'O texto contém caracteres inválidos.' })
  const lead = await trx
    .selectFrom('leads')
    .select('id')
    .where('company_id', '=', companyId)
    .where(leads =>
      leads.or([
        leads('email_key', '=', email),
        leads(
          'id',
          'in',
          leads
            .selectFrom('lead_addresses')
            .select('lead_id')
            .where('company_id', '=', companyId)
            .where('key', '=', email)
        )
      ])
    )
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst()
  const hold = { contact: email, hash: hashOf(key, companyId, 'email', email), leadId: lead?.id ?? null }
  const [id] = await suppress(trx, companyId, [
    { ...hold, reason: 'blocked', note: note.trim(), actorName: actor.actorName }
  ])
  if (!id) throw new AppError('conflict', suppressionTexts.already)
  await audit(trx, { ...actor, companyId, action: 'suppression.added', object: { type: 'suppression', id } })
  return findSuppression(trx, companyId, id)
}

/** The person's refusal of promotions outlives a hold above it. */
const keepsPromotions = sql<boolean>`(promotions_left_at is not null and reason <> 'promotions')`

/** Ends a hold of the row that is updated, by whom and why; a refusal of promotions below it holds on. */
const ended = (by: string | null, why: string) => {
  const kept = <T>(left: RawBuilder<T>, otherwise: RawBuilder<T>) =>
    sql<T>`case when ${keepsPromotions} then ${left} else ${otherwise} end`
  return {
    reason: kept(sql<SuppressionReason>`'promotions'`, sql`reason`),
    note: kept(sql<string>`''`, sql`note`),
    actor_name: kept(sql<string | null>`null`, sql`actor_name`),
    created_at: kept(sql<string>`promotions_left_at`, sql`created_at`),
    promotions_left_at: kept(sql<string>`promotions_left_at`, sql`null`),
    until: null,
    lifted_at: kept(sql<string>`null`, sql`now()`),
    lifted_by: kept(sql<string | null>`null`, sql`${by}::text`),
    lifted_reason: kept(sql<string | null>`null`, sql`${why}::text`)
  }
}

/**
 * Lets the company write to a contact again, as far as there is consent; where the person wants no promotions, that
 * stays, as a hold of its own. Throws 404 where it is not suppressed.
 */
export async function liftSuppression(
  trx: Trx,
  companyId: string,
  id: string,
  reason: string,
  actor: AuditActor
): Promise<void> {
  const trimmed = reason.trim()
  if (trimmed.length < 3 || unstorable(trimmed)) throw invalid({ reason: suppressionTexts.reason })
  const { numUpdatedRows } = await trx
    .updateTable('suppressions')
    .set(ended(actor.actorName, trimmed))
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('notFound', suppressionTexts.gone)
  // The audit log can never be erased, so it names no address.
  await audit(trx, {
    ...actor,
    companyId,
    action: 'suppression.lifted',
    object: { type: 'suppression', id },
    reason: trimmed
  })
  await announce(trx, { companyId, kind: 'suppressions-changed', data: {} })
}

/** Suppressions that end in one statement. */
const portion = 1000

/** The companies of which a suppression has come to its end. */
async function findEnding(trx: Trx): Promise<{ companyId: string }[]> {
  const { rows } = await sql<{ companyId: string }>`
    select distinct company_id as "companyId" from suppressions where until <= now()`.execute(trx)
  return rows
}

/** Ends the expired suppressions of all companies, each company alone. May run twice. */
export async function endSuppressions(db: Db): Promise<void> {
  await eachAlone(
    await db.everyCompany(findEnding),
    ({ companyId }) => `suppressions of company ${companyId}`,
    async ({ companyId }) => {
      while ((await db.company(companyId, trx => endDue(trx, companyId))) === portion);
    }
  )
}

async function endDue(trx: Trx, companyId: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('suppressions')
    .set(ended(null, 'O prazo passou'))
    .where('id', 'in', query =>
      query
        .selectFrom('suppressions')
        .select('id')
        .where('company_id', '=', companyId)
        .where('until', '<=', sql<string>`now()`)
        .limit(portion)
    )
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await announce(trx, { companyId, kind: 'suppressions-changed', data: {} })
  return Number(numUpdatedRows)
}
