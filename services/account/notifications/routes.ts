import { Type } from '@sinclair/typebox'
import type { App } from '../../core/http.ts'
import { Id } from '../../core/schema.ts'
import type {} from '../auth/plugin.ts'
import { employeeOf } from '../auth/viewer.ts'
import { changeNotificationSettings, listNotifications, markRead, readNotificationSettings } from './queries.ts'
import { NotificationSettings, Notifications } from './schema.ts'

const shown = 30

export function register(app: App): void {
  app.get(
    '/api/notifications',
    {
      config: { access: 'company' },
      schema: { summary: 'The person’s notifications', response: { 200: Notifications } }
    },
    request => request.company(trx => listNotifications(trx, employeeOf(request), shown))
  )

  app.post(
    '/api/notifications/read',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Mark some as read, or all',
        body: Type.Object({ ids: Type.Optional(Type.Array(Id, { maxItems: 100 })) }, { additionalProperties: false }),
        response: { 200: Notifications }
      }
    },
    request =>
      request.company(async trx => {
        const me = employeeOf(request)
        await markRead(trx, request.companyId(), me, request.body.ids)
        return listNotifications(trx, me, shown)
      })
  )

  app.get(
    '/api/notifications/settings',
    {
      config: { access: 'company' },
      schema: { summary: 'The person’s notification settings', response: { 200: NotificationSettings } }
    },
    request => request.company(trx => readNotificationSettings(trx, employeeOf(request)))
  )

  app.put(
    '/api/notifications/settings',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Change the notification settings',
        body: NotificationSettings,
        response: { 200: NotificationSettings }
      }
    },
    request =>
      request.company(trx => changeNotificationSettings(trx, request.companyId(), employeeOf(request), request.body))
  )
}
