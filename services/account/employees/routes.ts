import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { listRoute } from '../../core/list.ts'
import { Id, IdParams } from '../../core/schema.ts'
import { findUnstorable, unstorable } from '../../core/text.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { removeSecondFactor } from '../auth/removal.ts'
import { type CompanyRole, companyRoles, hasPermission } from '../auth/rules.ts'
import { SecondFactorRemoval } from '../auth/schema.ts'
import { cancelInvitation, invite, resendInvitation } from './invitations.ts'
import { type EmployeeFilter, listNames, listOptions, listTeam, sortableEmployeeFields } from './lists.ts'
import { changeEmployee, deactivateEmployee, findEmployee, findForRemoval, reactivateEmployee } from './queries.ts'
import { type EmployeeStatus, employeeStatuses } from './rules.ts'
import { Deactivation, Employee, EmployeeChange, EmployeeOption, NewInvitation, SentInvitation } from './schema.ts'
import type { TeamChange } from './team.ts'

const manages = { access: 'company:manage_team' } as const

const changeOf = (request: FastifyRequest): TeamChange => ({
  companyId: request.companyId(),
  userId: request.actor.userId,
  actor: auditActor(request)
})

/** The company's team, for its own people. */
export function register(app: App): void {
  registerTeam(app)
  registerRights(app)
  registerInvitations(app)
}

function registerTeam(app: App): void {
  listRoute(app, '/api/employees', {
    name: 'employees',
    summary: 'The team: names and roles; for those who manage it all the rest and the open invitations',
    access: 'company',
    row: Employee,
    sort: '["name","ASC"]',
    sortable: sortableEmployeeFields,
    filterable: ['q', 'status', 'role'],
    read: async (request, list) => {
      const filter = readFilter(list.filter)
      const readTeam = hasPermission(request.user, 'manage_team') ? listTeam : listNames
      const { employees, total } = await request.company(trx => readTeam(trx, list, filter))
      return { rows: employees, total }
    }
  })

  app.get(
    '/api/employees/options',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Whom a lead can be given to, and whether they see one',
        querystring: Type.Object({ leadId: Type.Optional(Id) }, { additionalProperties: false }),
        response: { 200: Type.Array(EmployeeOption) }
      }
    },
    request => request.company(trx => listOptions(trx, request.query.leadId))
  )
}

function registerRights(app: App): void {
  app.put(
    '/api/employees/:id',
    {
      config: manages,
      schema: {
        summary: 'Change what a person may do',
        params: IdParams,
        body: EmployeeChange,
        response: { 200: Employee }
      }
    },
    async request => {
      const { id } = request.params
      refuseUnstorable(request.body)
      await app.db.everyCompany(trx => changeEmployee(trx, changeOf(request), id, request.body))
      return request.company(trx => findEmployee(trx, id))
    }
  )

  app.post(
    '/api/employees/:id/deactivate',
    {
      config: manages,
      schema: {
        summary: 'Take a person out of the team',
        params: IdParams,
        body: Deactivation,
        response: { 200: Employee }
      }
    },
    async request => {
      const { id } = request.params
      await app.db.everyCompany(trx => deactivateEmployee(trx, changeOf(request), id, request.body.heirId))
      return request.company(trx => findEmployee(trx, id))
    }
  )

  app.post(
    '/api/employees/:id/reactivate',
    {
      config: manages,
      schema: { summary: 'Take a person back into the team', params: IdParams, response: { 200: Employee } }
    },
    async request => {
      const { id } = request.params
      await app.db.everyCompany(trx => reactivateEmployee(trx, changeOf(request), id))
      return request.company(trx => findEmployee(trx, id))
    }
  )

  app.post(
    '/api/employees/:id/second-factor/remove',
    {
      config: manages,
      schema: {
        summary: 'Take the lost second factor from a person',
        params: IdParams,
        body: SecondFactorRemoval,
        response: { 200: Employee }
      }
    },
    async request => {
      const { id } = request.params
      const change = changeOf(request)
      await app.db.everyCompany(async trx => {
        const userId = await findForRemoval(trx, change, id)
        await removeSecondFactor(app, trx, { ...change, userId, reason: request.body.reason })
      })
      return request.company(trx => findEmployee(trx, id))
    }
  )
}

function registerInvitations(app: App): void {
  /** Each sends a mail to an address that somebody typed. */
  const mails = { ...manages, rateLimit: routeLimit(app, 60, '1 hour') }

  app.post(
    '/api/employees/invitations',
    {
      config: mails,
      schema: { summary: 'Invite a person', body: NewInvitation, response: { 201: SentInvitation } }
    },
    async (request, reply) => {
      refuseUnstorable(request.body)
      const sent = await app.db.everyCompany(trx => invite(trx, app.config, changeOf(request), request.body))
      return reply.status(201).send(sent)
    }
  )

  app.post(
    '/api/employees/invitations/:id/resend',
    {
      config: mails,
      schema: { summary: 'Send an invitation again', params: IdParams, response: { 200: SentInvitation } }
    },
    request => app.db.everyCompany(trx => resendInvitation(trx, app.config, changeOf(request), request.params.id))
  )

  app.delete(
    '/api/employees/invitations/:id',
    {
      config: manages,
      schema: { summary: 'Cancel an invitation', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await app.db.everyCompany(trx => cancelInvitation(trx, changeOf(request), request.params.id))
      return reply.status(204).send(null)
    }
  )
}

function refuseUnstorable(body: unknown): void {
  const field = findUnstorable(body)
  if (field !== null) throw invalid({ [field]: 'O texto contém caracteres inválidos.' })
}

function readFilter({ q, status, role }: Record<string, unknown>): EmployeeFilter {
  const wrong = invalid({ filter: 'Filtro inválido.' })
  if (q !== undefined && (typeof q !== 'string' || q.length > 200 || unstorable(q))) throw wrong
  if (status !== undefined && !employeeStatuses.includes(status as EmployeeStatus)) throw wrong
  if (role !== undefined && !companyRoles.includes(role as CompanyRole)) throw wrong
  return { q: q?.trim() || undefined, status: status as EmployeeStatus, role: role as CompanyRole }
}
