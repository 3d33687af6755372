import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { perMinute } from '../../leads/leads/receive.ts'
import { receiveContact } from './receive.ts'
import { ContactAccepted, ContactMessage } from './schema.ts'

export function register(app: App): void {
  app.post(
    '/public/contact',
    {
      bodyLimit: 32 * 1024,
      config: {
        access: 'public',
        rateLimit: routeLimit(app, perMinute.max, '1 minute')
      },
      schema: { summary: 'Write to the provider', body: ContactMessage, response: { 201: ContactAccepted } }
    },
    async (request, reply) => {
      const protocol = await receiveContact(app, request, request.body, null)
      return reply.status(201).send({ protocol })
    }
  )
}
