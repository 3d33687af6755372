import type { FastifyRequest } from 'fastify'
import type {} from '../auth/plugin.ts'
import type { Author } from './changes.ts'
import { type LeadFilter, readQuestion } from './filter.ts'
import type { LeadViewer } from './queries.ts'

/** The employee of a request, as the history of a lead names them. */
export const authorOf = (request: FastifyRequest): Author => ({
  id: request.user.companyEmployee?.id ?? null,
  name: request.actor.name
})

export const viewerOf = (request: FastifyRequest): LeadViewer => ({ id: request.companyId(), owners: request.owners })

/** Who sees some leads only is shown, and takes back, what they began themselves: their id. Null for who sees all. */
export const onlyOwn = (request: FastifyRequest): string | null =>
  request.owners === null ? null : (authorOf(request).id ?? '')

/** What a request asks of the leads; throws 400 that names the field in fault. */
export const readFilter = (request: FastifyRequest, filter: Record<string, unknown>): LeadFilter =>
  readQuestion(filter, request.user.companyEmployee?.id ?? null)
