import type { FastifyRequest } from 'fastify'
import type { Trx } from '../core/db.ts'
import { type AuditAction, type AuditedField, providerId } from './rules.ts'

/** Who did it, and through which request. */
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

/** Field to what it was and what it is; no secrets. */
export type AuditChanges = { [Field in AuditedField]?: [unknown, unknown] }

/** Values under names that the record knows, and so has words for. */
type Audited<T> = { [Field in keyof T]: Field extends AuditedField ? unknown : never }

export type AuditEntry = AuditActor & {
  /** Whose chain it belongs to; null for the provider's own. */
  companyId: string | null
  action: AuditAction
  object?: { type: string; id: string; name?: string | null }
  changes?: AuditChanges
  reason?: string | null
}

/** Adds to the record of who did what, in the caller's transaction: the change and its record stand or fall together. */
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

/** The fields whose value differs, as `changes` of an entry. */
export function changed<T extends Audited<T>>(before: { [Field in keyof T]?: unknown }, after: T): AuditChanges {
  const fields = Object.keys(after) as (keyof T & AuditedField)[]
  const differs = fields.filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return Object.fromEntries(differs.map(field => [field, [before[field] ?? null, after[field] ?? null]]))
}

/** The same for what was not there before. */
export const added = <T extends Audited<T>>(values: T): AuditChanges => changed<T>({}, values)
