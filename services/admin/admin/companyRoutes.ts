import { Type } from '@sinclair/typebox'
import { removeSecondFactor } from '../../account/auth/removal.ts'
import { SecondFactorRemoval } from '../../account/auth/schema.ts'
import { noCompany } from '../../account/companies/rules.ts'
import { findUsage } from '../../account/plans/companyUsage.ts'
import { CompanyUsage } from '../../account/plans/schema.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { listRoute } from '../../core/list.ts'
import { type PlanKey, planKeys } from '../../core/planKeys/rules.ts'
import { Id, IdParams } from '../../core/schema.ts'
import { unstorable } from '../../core/text.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { changeCompany, createCompany, extendTrial, findCompany, setActive } from './companies.ts'
import { type CompanyFilter, listCompanies, sortableCompanyFields } from './companyList.ts'
import { AuditRow, LogPage, LogQuery } from './logSchema.ts'
import { readAudit } from './logs.ts'
import { endSessions, findClient, listPeople, resendInvitation, sendReset } from './people.ts'
import { type Situation, situations } from './rules.ts'
import {
  AdminCompany,
  CompanyChange,
  CompanyPerson,
  CompanyRow,
  NewCompany,
  Reasoned,
  TrialExtension
} from './schema.ts'

export const staff = { access: 'staff' as const }
const managers = { access: 'staff:manage_companies' as const }
export const Nothing = Type.Null()
export const path = '/api/admin/companies'
const PersonParams = Type.Object({ id: Id, userId: Id }, { additionalProperties: false })

export function registerCompanyRoutes(app: App): void {
  registerCompanies(app)
  registerPeople(app)
  registerHistory(app)
}

function registerCompanies(app: App): void {
  const { db, config } = app

  listRoute(app, path, {
    name: 'companies',
    summary: 'Companies',
    ...staff,
    row: CompanyRow,
    sortable: sortableCompanyFields,
    filterable: ['q', 'plan', 'situation'],
    read: async (_request, list) => {
      const filter = readFilter(list.filter)
      const { companies, total } = await db.everyCompany(trx => listCompanies(trx, list, filter))
      return { rows: companies, total }
    }
  })

  app.post(
    path,
    {
      config: managers,
      schema: {
        summary: 'Create a company and invite its first person',
        body: NewCompany,
        response: { 201: AdminCompany }
      }
    },
    async (request, reply) => {
      const { trialDays } = await app.settings()
      const options = { trialDays, actor: auditActor(request) }
      const company = await db.everyCompany(trx => createCompany(trx, config, request.body, options))
      return reply.status(201).send(company)
    }
  )

  app.get(
    `${path}/:id`,
    { config: staff, schema: { summary: 'One company', params: IdParams, response: { 200: AdminCompany } } },
    async request => {
      const company = await db.everyCompany(trx => findCompany(trx, request.params.id))
      if (!company) throw new AppError('notFound', noCompany)
      return company
    }
  )

  app.put(
    `${path}/:id`,
    {
      config: managers,
      schema: { summary: 'Change a company', params: IdParams, body: CompanyChange, response: { 200: AdminCompany } }
    },
    request => db.everyCompany(trx => changeCompany(trx, request.params.id, request.body, auditActor(request)))
  )

  app.post(
    `${path}/:id/suspend`,
    {
      config: managers,
      schema: { summary: 'Suspend a company', params: IdParams, body: Reasoned, response: { 200: AdminCompany } }
    },
    request =>
      db.everyCompany(trx => setActive(trx, request.params.id, false, request.body.reason, auditActor(request)))
  )

  app.post(
    `${path}/:id/reactivate`,
    { config: managers, schema: { summary: 'Let it in again', params: IdParams, response: { 200: AdminCompany } } },
    request => db.everyCompany(trx => setActive(trx, request.params.id, true, null, auditActor(request)))
  )

  app.post(
    `${path}/:id/trial`,
    {
      config: managers,
      schema: {
        summary: 'Add days to the trial',
        params: IdParams,
        body: TrialExtension,
        response: { 200: AdminCompany }
      }
    },
    request => db.everyCompany(trx => extendTrial(trx, request.params.id, request.body.days, auditActor(request)))
  )
}

function registerPeople(app: App): void {
  const { db, config } = app

  app.get(
    `${path}/:id/users`,
    {
      config: staff,
      schema: { summary: 'Its people', params: IdParams, response: { 200: Type.Array(CompanyPerson) } }
    },
    request => db.everyCompany(trx => listPeople(trx, request.params.id))
  )

  const onPerson = {
    resend: { summary: 'Send an invitation again', run: resendInvitation },
    reset: { summary: 'Mail a link for a new password', run: sendReset }
  }
  for (const [action, { summary, run }] of Object.entries(onPerson))
    app.post(
      `${path}/:id/users/:userId/${action}`,
      { config: managers, schema: { summary, params: PersonParams, response: { 204: Nothing } } },
      async (request, reply) => {
        const { id, userId } = request.params
        await db.everyCompany(trx => run(trx, config, id, userId, auditActor(request)))
        return reply.status(204).send(null)
      }
    )

  app.post(
    `${path}/:id/users/:userId/end-sessions`,
    { config: managers, schema: { summary: 'End all sessions', params: PersonParams, response: { 204: Nothing } } },
    async (request, reply) => {
      const { id, userId } = request.params
      await db.everyCompany(trx => endSessions(trx, id, userId, auditActor(request)))
      return reply.status(204).send(null)
    }
  )

  app.post(
    `${path}/:id/users/:userId/remove-second-factor`,
    {
      config: managers,
      schema: {
        summary: 'Take a lost second factor',
        params: PersonParams,
        body: SecondFactorRemoval,
        response: { 204: Nothing }
      }
    },
    async (request, reply) => {
      const { id: companyId, userId } = request.params
      const { reason } = request.body
      await db.everyCompany(async trx => {
        await findClient(trx, companyId, userId)
        await removeSecondFactor(app, trx, { userId, companyId, reason, actor: auditActor(request) })
      })
      return reply.status(204).send(null)
    }
  )
}

function registerHistory(app: App): void {
  const { db } = app

  app.get(
    `${path}/:id/usage`,
    { config: staff, schema: { summary: 'What it uses', params: IdParams, response: { 200: CompanyUsage } } },
    request => db.everyCompany(trx => findUsage(trx, request.params.id))
  )

  app.get(
    `${path}/:id/audit`,
    {
      config: staff,
      schema: {
        summary: 'What was done to it and in it',
        params: IdParams,
        querystring: LogQuery,
        response: { 200: LogPage(AuditRow) }
      }
    },
    async request => {
      const { after, limit, ...filter } = request.query
      return db.everyCompany(async trx => {
        if (!(await findCompany(trx, request.params.id))) throw new AppError('notFound', noCompany)
        const where = { ...filter, companyId: request.params.id }
        return readAudit(trx, where, { after, limit: Number(limit ?? 50) })
      })
    }
  )
}

function readFilter({ q, plan, situation }: Record<string, unknown>): CompanyFilter {
  const texts = [q, plan, situation].filter(value => value !== undefined && value !== null)
  if (texts.some(text => typeof text !== 'string' || text.length > 200 || unstorable(text)))
    throw invalid({ filter: 'Filtro inválido.' })
  if (plan && !planKeys.includes(plan as PlanKey)) throw invalid({ plan: 'Plano desconhecido.' })
  if (situation && !situations.includes(situation as Situation)) throw invalid({ situation: 'Situação desconhecida.' })
  return {
    q: (q as string | undefined)?.trim() || undefined,
    plan: (plan as PlanKey | undefined) || undefined,
    situation: (situation as Situation | undefined) || undefined
  }
}
