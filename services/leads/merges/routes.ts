import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { hasPermission } from '../../account/auth/rules.ts'
import { authorOf, viewerOf } from '../../account/auth/viewer.ts'
import type { CompanyScope } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { mergeLeads } from './merge.ts'
import { Merged, NewMerge } from './schema.ts'
import { undoMerge } from './undo.ts'

/** Merged leads count as deleted. */
const scopeOf = (request: FastifyRequest): CompanyScope => ({ ...viewerOf(request), deleted: true })

export function register(app: App): void {
  app.post(
    '/api/leads/:id/merge',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Put another lead into this one', params: IdParams, body: NewMerge, response: { 200: Merged } }
    },
    async request => {
      if (request.body.fields.ownerId === 'other' && !hasPermission(request.user, 'assign_leads'))
        throw new AppError('forbidden', 'Você não tem permissão para fazer isso.')
      const merged = await app.db.company(scopeOf(request), trx =>
        mergeLeads(trx, request.companyId(), request.params.id, request.body, authorOf(request), auditActor(request))
      )
      if (!merged) throw new AppError('notFound', 'Lead não encontrado')
      return merged
    }
  )

  app.post(
    '/api/merges/:id/undo',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Take a merge apart again, for 30 days', params: IdParams, response: { 200: Merged } }
    },
    async request => {
      const merged = await app.db.company(scopeOf(request), trx =>
        undoMerge(trx, request.companyId(), request.params.id, authorOf(request), auditActor(request))
      )
      if (!merged) throw new AppError('notFound', 'Mesclagem não encontrada')
      return merged
    }
  )
}
