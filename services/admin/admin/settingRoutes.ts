import { Type } from '@sinclair/typebox'
import { listPlans } from '../../account/plans/queries.ts'
import { Plan, PlanChange } from '../../account/plans/schema.ts'
import { readSettings } from '../../account/settings/queries.ts'
import { Settings } from '../../account/settings/schema.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { listRoute } from '../../core/list.ts'
import { planKeys } from '../../core/planKeys/rules.ts'
import { IdParams, oneOf } from '../../core/schema.ts'
import { audit, auditActor } from '../../platform/audit/queries.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { findAccountMail, listAccountMails } from './mails.ts'
import { AccountMail, SettingChange, SettingsChange, UndoRequest } from './schema.ts'
import { changePlan, changeSettings, findPlan, listChanges, undoChange } from './settings.ts'

const access = { access: 'staff:edit_system_settings' as const }
const PlanParams = Type.Object({ key: oneOf(planKeys) }, { additionalProperties: false })

export function registerSettingRoutes(app: App): void {
  const { db, config } = app

  app.get('/api/admin/settings', { config: access, schema: { summary: 'Settings', response: { 200: Settings } } }, () =>
    db.everyCompany(readSettings)
  )

  app.put(
    '/api/admin/settings',
    { config: access, schema: { summary: 'Change settings', body: SettingsChange, response: { 200: Settings } } },
    request => db.everyCompany(trx => changeSettings(trx, request.body, auditActor(request)))
  )

  app.get(
    '/api/admin/settings/changes',
    { config: access, schema: { summary: 'Who changed what', response: { 200: Type.Array(SettingChange) } } },
    () => db.everyCompany(trx => listChanges(trx))
  )

  app.post(
    '/api/admin/settings/undo',
    { config: access, schema: { summary: 'Take a change back', body: UndoRequest, response: { 204: Type.Null() } } },
    async (request, reply) => {
      await db.everyCompany(trx => undoChange(trx, request.body.seq, auditActor(request)))
      return reply.status(204).send(null)
    }
  )

  app.post(
    '/api/admin/settings/test-mail',
    {
      config: { ...access, rateLimit: routeLimit(app, 10, '1 hour') },
      schema: {
        summary: 'Send a mail to oneself',
        response: { 202: Type.Object({ to: Type.String(), kept: Type.Boolean({ description: 'No server is set' }) }) }
      }
    },
    async (request, reply) => {
      const { email, name } = request.user
      await db.everyCompany(async trx => {
        await sendAccountMail(trx, config, {
          to: email,
          subject: 'Teste de e-mail',
          paragraphs: [`Olá, ${name}.`, 'Se você está lendo esta mensagem, o envio de e-mails funciona.']
        })
        await audit(trx, { ...auditActor(request), companyId: null, action: 'mail.tested' })
      })
      return reply.status(202).send({ to: email, kept: config.smtpUrl === undefined })
    }
  )

  app.get(
    '/api/admin/plans',
    { config: { access: 'staff' }, schema: { summary: 'Plans', response: { 200: Type.Array(Plan) } } },
    () => db.everyCompany(listPlans)
  )

  app.get(
    '/api/admin/plans/:key',
    { config: { access: 'staff' }, schema: { summary: 'One plan', params: PlanParams, response: { 200: Plan } } },
    request => db.everyCompany(trx => findPlan(trx, request.params.key))
  )

  app.put(
    '/api/admin/plans/:key',
    {
      config: access,
      schema: { summary: 'Change a plan', params: PlanParams, body: PlanChange, response: { 200: Plan } }
    },
    request => db.everyCompany(trx => changePlan(trx, request.params.key, request.body, auditActor(request)))
  )

  registerMails(app)
}

function registerMails(app: App): void {
  const access = { access: 'staff:read_account_mails' as const }

  listRoute(app, '/api/admin/account-mails', {
    name: 'account-mails',
    summary: 'Mails about accounts',
    ...access,
    row: AccountMail,
    sortable: ['createdAt'],
    filterable: [],
    read: async (_request, list) => {
      const { mails, total } = await app.db.everyCompany(trx => listAccountMails(trx, list))
      return { rows: mails, total }
    }
  })

  app.get(
    '/api/admin/account-mails/:id',
    { config: access, schema: { summary: 'One of them', params: IdParams, response: { 200: AccountMail } } },
    request =>
      app.db.everyCompany(async trx => {
        const mail = await findAccountMail(trx, request.params.id)
        if (!mail) throw new AppError('notFound', 'E-mail não encontrado')
        // The mail's link is as good as a password, so reading it is audited.
        const object = { type: 'mail', id: mail.id, name: mail.to }
        await audit(trx, { ...auditActor(request), companyId: null, action: 'mail.read', object })
        return mail
      })
  )
}
