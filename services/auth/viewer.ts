import type { FastifyRequest } from 'fastify'
import type { Author, LeadViewer } from '../core/viewer.ts'
import type {} from './plugin.ts'

/** The request's employee, as a lead's history names them. */
export const authorOf = (request: FastifyRequest): Author => ({
  id: request.user.companyEmployee?.id ?? null,
  name: request.actor.name
})

export const viewerOf = (request: FastifyRequest): LeadViewer => ({ id: request.companyId(), owners: request.owners })

/**
 * Somebody who sees only some leads sees and undoes only what they started themselves: their id. Null for those who see
 * all.
 */
export const onlyOwn = (request: FastifyRequest): string | null =>
  request.owners === null ? null : (authorOf(request).id ?? '')
