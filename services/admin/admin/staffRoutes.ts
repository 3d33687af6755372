import { Type } from '@sinclair/typebox'
import { removeSecondFactor } from '../../account/auth/removal.ts'
import { SecondFactorRemoval } from '../../account/auth/schema.ts'
import type { App } from '../../core/http.ts'
import { contentRange } from '../../core/list.ts'
import { IdParams } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { StaffChange, StaffInvitation, StaffPerson } from './schema.ts'
import {
  cancelStaffInvitation,
  changeStaff,
  inviteStaff,
  listStaff,
  refuseRemoval,
  resendStaffInvitation
} from './staff.ts'

const access = { access: 'staff:manage_employees' as const }

export function registerStaffRoutes(app: App): void {
  const { db, config } = app
  const path = '/api/admin/employees'

  app.get(
    path,
    { config: access, schema: { summary: 'The staff', response: { 200: Type.Array(StaffPerson) } } },
    async (_request, reply) => {
      const people = await db.everyCompany(listStaff)
      reply.header('Content-Range', contentRange('employees', 0, people.length, people.length))
      return people
    }
  )

  app.post(
    path,
    {
      config: access,
      schema: { summary: 'Invite somebody to the staff', body: StaffInvitation, response: { 201: StaffPerson } }
    },
    async (request, reply) => {
      const invited = await db.everyCompany(trx =>
        inviteStaff(trx, config, request.body, request.user, auditActor(request))
      )
      return reply.status(201).send(invited)
    }
  )

  app.put(
    `${path}/:id`,
    {
      config: access,
      schema: {
        summary: 'Change rights, or let in and out',
        params: IdParams,
        body: StaffChange,
        response: { 200: StaffPerson }
      }
    },
    request =>
      db.everyCompany(trx => changeStaff(trx, request.params.id, request.body, request.user, auditActor(request)))
  )

  app.post(
    `${path}/:id/remove-second-factor`,
    {
      config: access,
      schema: {
        summary: 'Take a lost second factor',
        params: IdParams,
        body: SecondFactorRemoval,
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      const { id: userId } = request.params
      const { reason } = request.body
      await db.everyCompany(async trx => {
        await refuseRemoval(trx, userId, request.user)
        await removeSecondFactor(app, trx, { userId, companyId: null, reason, actor: auditActor(request) })
      })
      return reply.status(204).send(null)
    }
  )

  app.post(
    `${path}/:id/resend`,
    {
      config: access,
      schema: { summary: 'Send an invitation again', params: IdParams, response: { 200: StaffPerson } }
    },
    request =>
      db.everyCompany(trx => resendStaffInvitation(trx, config, request.params.id, request.user, auditActor(request)))
  )

  app.post(
    `${path}/:id/cancel`,
    { config: access, schema: { summary: 'Cancel an invitation', params: IdParams, response: { 204: Type.Null() } } },
    async (request, reply) => {
      await db.everyCompany(trx => cancelStaffInvitation(trx, request.params.id, request.user, auditActor(request)))
      return reply.status(204).send(null)
    }
  )
}
