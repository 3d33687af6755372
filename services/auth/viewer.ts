import type { FastifyRequest } from 'fastify'
import type { Author, LeadViewer } from '../core/viewer.ts'
import type {} from './plugin.ts'

/** The employee of a request, as the history of a lead names them. */
export const authorOf = (request: FastifyRequest): Author => ({
  id: request.user.companyEmployee?.id ?? null,
  name: request.actor.name
})

export const viewerOf = (request: FastifyRequest): LeadViewer => ({ id: request.companyId(), owners: request.owners })

/** Who sees some leads only is shown, and takes back, what they began themselves: their id. Null for who sees all. */
export const onlyOwn = (request: FastifyRequest): string | null =>
  request.owners === null ? null : (authorOf(request).id ?? '')
