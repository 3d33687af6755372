import type { FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { Author, LeadViewer } from '../../core/viewer.ts'
import type {} from './plugin.ts'

/** The request's employee, as a lead's history names them. */
export const authorOf = (request: FastifyRequest): Author => ({
  id: request.user.companyEmployee?.id ?? null,
  name: request.actor.name
})

/** The id of the request's employee, for personal data; throws 403 for staff with a support access, who have none. */
export function employeeOf(request: FastifyRequest): string {
  const id = request.user.companyEmployee?.id
  if (!id) throw new AppError('forbidden', 'Você não tem acesso a esta área.')
  return id
}

export const viewerOf = (request: FastifyRequest): LeadViewer => ({ id: request.companyId(), owners: request.owners })

/**
 * Somebody who sees only some leads sees and undoes only what they started themselves: their id. Null for those who see
 * all.
 */
export const onlyOwn = (request: FastifyRequest): string | null =>
  request.owners === null ? null : (authorOf(request).id ?? '')
