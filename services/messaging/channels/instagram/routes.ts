import { Type } from '@sinclair/typebox'
import type {} from '../../../account/auth/plugin.ts'
import { authorOf } from '../../../account/auth/viewer.ts'
import type { App } from '../../../core/http.ts'
import { routeLimit } from '../../../core/limits.ts'
import { auditActor } from '../../../platform/audit/queries.ts'
import { countConnected, readSettings, recordSetUp } from '../settings.ts'
import { loginReturn } from './app.ts'
import { beginLogin, finishLogin } from './login.ts'
import { InstagramAdminConfig, InstagramSettings, LoginAnswer } from './schema.ts'

/** Connecting an account by Instagram Login, and the installation's app for it. */
export function register(app: App): void {
  const config = { access: 'company:manage_channels', rateLimit: routeLimit(app, 20, '1 minute') } as const

  app.post(
    '/api/instagram/login',
    {
      config,
      schema: {
        summary: 'Begin to connect the account by Instagram Login',
        response: { 200: Type.Object({ url: Type.String({ description: 'Where the person lets the product in' }) }) }
      }
    },
    async request => ({
      url: await beginLogin(app, { companyId: request.companyId(), userId: request.actor.userId })
    })
  )

  app.post(
    '/api/instagram/login/finish',
    {
      config,
      schema: {
        summary: 'Connect the account with what Instagram sent the person back with',
        body: LoginAnswer,
        response: { 200: InstagramSettings }
      }
    },
    async request => {
      const companyId = request.companyId()
      const caller = { companyId, by: auditActor(request), userId: request.actor.userId }
      await finishLogin(app, caller, request.body)
      return request.company(async trx => {
        await recordSetUp(trx, companyId, 'instagram', authorOf(request))
        return (await readSettings(trx, app.config, 'instagram', { mayManage: true })) as InstagramSettings
      })
    }
  )

  app.get(
    '/api/instagram/admin/config',
    {
      config: { access: 'staff:manage_integrations' },
      schema: { summary: "The installation's Instagram app", response: { 200: InstagramAdminConfig } }
    },
    async () => {
      const { meta, publicUrl } = app.config
      return {
        appId: meta.instagramApp?.id ?? null,
        appSecretSet: meta.instagramSecret !== undefined,
        verifyTokenSet: meta.verifyToken !== undefined,
        callbackUrl: `${publicUrl}/webhooks/instagram`,
        loginReturnUrl: loginReturn(app.config),
        graphUrl: meta.instagramUrl,
        graphVersion: meta.graphVersion,
        connected: await app.db.everyCompany(trx => countConnected(trx, 'instagram'))
      }
    }
  )
}
