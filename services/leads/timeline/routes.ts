import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { readCursor, readTimeline } from './queries.ts'
import { type TimelineKind, timelineKinds } from './rules.ts'
import { Timeline } from './schema.ts'

function readKinds(text: string | undefined): TimelineKind[] | null {
  if (text === undefined || text === '') return null
  const names = text.split(',')
  const kinds = timelineKinds.filter(kind => names.includes(kind))
  if (kinds.length < new Set(names).size) throw invalid({ kinds: 'O valor não é uma das opções aceitas.' })
  return kinds
}

export function register(app: App): void {
  app.get(
    '/api/leads/:id/timeline',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Everything that happened with a lead, a page at a time',
        params: IdParams,
        querystring: Type.Object(
          {
            before: Type.Optional(Type.String({ maxLength: 100, description: '`next` of the page before' })),
            kinds: Type.Optional(
              Type.String({ maxLength: 200, description: `Some of ${timelineKinds.join(', ')}, with commas` })
            ),
            field: Type.Optional(Type.String({ maxLength: 40, description: 'Changes of this field alone' }))
          },
          { additionalProperties: false }
        ),
        response: { 200: Timeline }
      }
    },
    async request => {
      const kinds = readKinds(request.query.kinds)
      const before = request.query.before === undefined ? null : readCursor(request.query.before)
      if (before === undefined) throw invalid({ before: 'O valor está em um formato inválido.' })
      const timeline = await request.company(trx =>
        readTimeline(trx, request.companyId(), request.params.id, { kinds, field: request.query.field, before })
      )
      if (!timeline) throw new AppError('notFound', 'Lead não encontrado')
      return timeline
    }
  )
}
