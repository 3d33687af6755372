import { Type } from '@sinclair/typebox'
import { invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { contentRange } from '../../core/list.ts'
import { IdParams } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import type { Provider } from './client.ts'
import {
  changeIntegration,
  cleanBaseUrl,
  createIntegration,
  isStoredBaseUrl,
  listIntegrations,
  setIntegrationStatus
} from './queries.ts'
import { keyTexts } from './rules.ts'
import {
  ConnectionResult,
  ConnectionTest,
  Integration,
  IntegrationChange,
  IntegrationStatusChange,
  NewIntegration
} from './schema.ts'
import { findConnection, noteCheck } from './service.ts'

/** External services and their keys, which can be set but not read. */
export function register(app: App): void {
  const config = { access: 'staff:manage_integrations' } as const
  const tryConnection = async (provider: Provider): Promise<ConnectionResult> => {
    // Loaded on demand: the provider's library is large, and keys are rarely tested.
    const { testConnection } = await import('./client.ts')
    return testConnection(app.config, provider)
  }

  app.get(
    '/api/admin/integrations',
    { config, schema: { summary: 'Outside services', response: { 200: Type.Array(Integration) } } },
    async (_request, reply) => {
      const found = await app.db.everyCompany(listIntegrations)
      reply.header('Content-Range', contentRange('integrations', 0, found.length, found.length))
      return found
    }
  )

  app.post(
    '/api/admin/integrations',
    { config, schema: { summary: 'Add a service', body: NewIntegration, response: { 201: Integration } } },
    async (request, reply) => {
      const made = await app.db.everyCompany(trx =>
        createIntegration(trx, app.config, request.body, auditActor(request))
      )
      return reply.status(201).send(made)
    }
  )

  app.put(
    '/api/admin/integrations/:id',
    {
      config,
      schema: {
        summary: 'Change what is given; the key can only be replaced',
        params: IdParams,
        body: IntegrationChange,
        response: { 200: Integration }
      }
    },
    request =>
      app.db.everyCompany(trx =>
        changeIntegration(trx, app.config, request.params.id, request.body.config, auditActor(request))
      )
  )

  app.patch(
    '/api/admin/integrations/:id/status',
    {
      config,
      schema: {
        summary: 'Switch a service on or off',
        params: IdParams,
        body: IntegrationStatusChange,
        response: { 200: Integration }
      }
    },
    request =>
      app.db.everyCompany(trx => setIntegrationStatus(trx, request.params.id, request.body.status, auditActor(request)))
  )

  const tries = { rateLimit: routeLimit(app, 20, '1 minute') }

  app.post(
    '/api/admin/integrations/:id/test',
    {
      config: { ...config, ...tries },
      schema: { summary: 'Try the stored key', params: IdParams, response: { 200: ConnectionResult } }
    },
    async request => {
      const { id } = request.params
      const connection = await app.db.everyCompany(trx => findConnection(trx, app.config, id))
      const result = await tryConnection({ ...connection, trusted: true })
      await app.db.everyCompany(trx => noteCheck(trx, id, result.success ? null : result.message))
      return result
    }
  )

  app.post(
    '/api/chat/test-connection',
    {
      config: { ...config, ...tries },
      schema: { summary: 'Try a key', body: ConnectionTest, response: { 200: ConnectionResult } }
    },
    async request => {
      const { apiKey, baseUrl } = request.body
      if (apiKey.trim() === '') throw invalid({ apiKey: keyTexts.emptyTest })
      const url = baseUrl ? cleanBaseUrl(baseUrl) : app.config.openai.baseUrl
      const trusted = url === app.config.openai.baseUrl || (await app.db.everyCompany(trx => isStoredBaseUrl(trx, url)))
      return tryConnection({ apiKey, baseUrl: url, trusted })
    }
  )
}
