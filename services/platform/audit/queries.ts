import type { FastifyRequest } from 'fastify'
import type { AuditAction, AuditedField } from '../../core/audit.ts'
import type { Trx } from '../../core/db.ts'
import { providerId } from './rules.ts'

/** The acting person, and the request. */
export type AuditActor = {
  actorId: string | null
  actorName: string | null
  ip: string | null
  requestId: string | null
}

/** The signed-in person of a request. */
export const auditActor = (request: FastifyRequest): AuditActor => ({
  actorId: request.actor.userId,
  actorName: request.actor.name,
  ip: request.ip,
  requestId: request.id
})

/** Changed fields with their old and new values; no secrets. */
export type AuditChanges = { [Field in AuditedField]?: [unknown, unknown] }

/** Only fields that the audit log has labels for. */
type Audited<T> = { [Field in keyof T]: Field extends AuditedField ? unknown : never }

type AuditEntry = AuditActor & {
  /** The chain it belongs to; null for the provider's own. */
  companyId: string | null
  action: AuditAction
  object?: { type: string; id: string; name?: string | null }
  changes?: AuditChanges
  reason?: string | null
}

/**
 * Adds an entry to the audit log in the caller's transaction: the change and its entry commit together or not at all.
 */
export async function audit(trx: Trx, entry: AuditEntry): Promise<void> {
  const { companyId, action, object, changes = {}, reason = null, actorId, actorName, ip, requestId } = entry
  await trx
    .insertInto('audit_log')
    .values({
      company_id: companyId ?? providerId,
      actor_id: actorId,
      actor_name: actorName,
      action,
      object_type: object?.type ?? null,
      object_id: object?.id ?? null,
      object_name: object?.name ?? null,
      changes: JSON.stringify(changes),
      reason,
      ip,
      request_id: requestId
    })
    .execute()
}

/** The fields whose values differ, for `changes` of an entry. */
export function changed<T extends Audited<T>>(before: { [Field in keyof T]?: unknown }, after: T): AuditChanges {
  const fields = Object.keys(after) as (keyof T & AuditedField)[]
  const differs = fields.filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return Object.fromEntries(differs.map(field => [field, [before[field] ?? null, after[field] ?? null]]))
}

/** The same for a new object. */
export const added = <T extends Audited<T>>(values: T): AuditChanges => changed<T>({}, values)
