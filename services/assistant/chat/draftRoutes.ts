import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { authorOf, viewerOf } from '../../account/auth/viewer.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { IdParams } from '../../core/schema.ts'
import { draftAnswer } from './draft.ts'

/** The assistant's help with an answer to a customer. */
export function register(app: App): void {
  app.post(
    '/api/conversations/:id/draft',
    {
      config: { access: 'company:send_messages', rateLimit: routeLimit(app, 20, '1 minute') },
      schema: {
        summary: 'A draft of the next answer, by the assistant; nothing is sent',
        params: IdParams,
        response: { 200: Type.Object({ text: Type.String() }) }
      }
    },
    async request => ({
      text: await draftAnswer(app, viewerOf(request), {
        conversationId: request.params.id,
        author: authorOf(request).name ?? 'alguém da equipe'
      })
    })
  )
}
