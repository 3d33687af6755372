import type { FastifyRequest } from 'fastify'
import type {} from '../auth/plugin.ts'
import { type LeadFilter, readQuestion } from './filter.ts'

/** What a request asks of the leads; throws 400 that names the field in fault. */
export const readFilter = (request: FastifyRequest, filter: Record<string, unknown>): LeadFilter =>
  readQuestion(filter, request.user.companyEmployee?.id ?? null)
