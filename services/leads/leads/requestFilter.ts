import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { type LeadFilter, parseFilter } from './filter.ts'

/** Reads the filter of a request. Throws 400 that names the field in fault. */
export const readFilter = (request: FastifyRequest, filter: Record<string, unknown>): LeadFilter =>
  parseFilter(filter, request.user.companyEmployee?.id ?? null)
