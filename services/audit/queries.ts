import type { FastifyRequest } from 'fastify'
import type { Trx } from '../core/db.ts'
import { type AuditAction, providerId } from './rules.ts'

/** Who did it, and through which request. */
export type By = { actorId: string | null; actorName: string | null; ip: string | null; requestId: string | null }

/** The signed-in person of a request. */
export const by = (request: FastifyRequest): By => ({
  actorId: request.actor.userId,
  actorName: request.actor.name,
  ip: request.ip,
  requestId: request.id
})

export type AuditEntry = By & {
  /** Whose chain it belongs to; null for the provider's own. */
  companyId: string | null
  action: AuditAction
  object?: { type: string; id: string; name?: string | null }
  /** Field to what it was and what it is; no secrets. */
  changes?: Record<string, [unknown, unknown]>
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
export function changed<T extends object>(before: T, after: Partial<T>): Record<string, [unknown, unknown]> {
  const differs = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(before[key as keyof T]) !== JSON.stringify(value)
  )
  return Object.fromEntries(differs.map(([key, value]) => [key, [before[key as keyof T] ?? null, value ?? null]]))
}
