import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { type AutomationKind, automationKinds } from './rules.ts'
import { Automation, AutomationChange, AutomationParams, AutomationTry, TriedAutomation } from './schema.ts'
import { changeAutomation, listAutomations } from './settings.ts'
import { tryAutomation } from './try.ts'

const path = '/api/whatsapp/automations'
const access = 'company:manage_channels' as const

/** Throws 404. */
function readKind({ kind }: { kind: string }): AutomationKind {
  const found = automationKinds.find(each => each === kind)
  if (!found) throw new AppError('notFound', 'Mensagem automática não encontrada')
  return found
}

/** The automatic messages of a company's WhatsApp. */
export function register(app: App): void {
  app.get(
    path,
    {
      config: { access },
      schema: { summary: 'The automatic messages of WhatsApp', response: { 200: Type.Array(Automation) } }
    },
    request => request.company(trx => listAutomations(trx, request.companyId()))
  )

  app.put(
    `${path}/:kind`,
    {
      config: { access },
      schema: {
        summary: 'Change an automatic message, or switch it on or off',
        params: AutomationParams,
        body: AutomationChange,
        response: { 200: Automation }
      }
    },
    request =>
      request.company(trx =>
        changeAutomation(trx, request.companyId(), readKind(request.params), request.body, auditActor(request))
      )
  )

  app.post(
    `${path}/:kind/try`,
    {
      config: { access },
      schema: {
        summary: 'What a lead would get and when, or why not, without sending anything',
        params: AutomationParams,
        body: AutomationTry,
        response: { 200: TriedAutomation }
      }
    },
    request =>
      request.company(trx =>
        tryAutomation(trx, app.config, {
          companyId: request.companyId(),
          kind: readKind(request.params),
          leadId: request.body.leadId
        })
      )
  )
}
