import { TypeCompiler } from '@sinclair/typebox/compiler'
import type {} from '../../account/auth/plugin.ts'
import { hasPermission } from '../../account/auth/rules.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { listRoute } from '../../core/list.ts'
import { IdParams } from '../../core/schema.ts'
import { findUnstorable } from '../../core/text.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { readRules } from '../tickets/settings.ts'
import { findCard } from './card.ts'
import { changeMany, changeTicket } from './change.ts'
import { findDeskTicket } from './detail.ts'
import { findDoubt } from './doubt.ts'
import { linkTickets, mergeTickets, placeTicket } from './merge.ts'
import { countDesk, listDesk, sortableDeskFields } from './queues.ts'
import {
  CompanyCard,
  DeskBulkChange,
  DeskBulkResult,
  DeskChange,
  DeskCounts,
  DeskFilter,
  DeskRow,
  DeskTicket,
  Doubt,
  DoubtQuery,
  Link,
  Merge,
  Placing
} from './schema.ts'

const access = { access: 'staff' as const }
const path = '/api/admin/tickets'
const checker = TypeCompiler.Compile(DeskFilter)

/** The tickets of all companies, for the provider's staff. */
export function register(app: App): void {
  registerQueues(app)
  registerTicket(app)
  registerMerging(app)
}

function registerQueues(app: App): void {
  const { db } = app

  listRoute(app, path, {
    name: 'tickets',
    summary: 'The tickets of a queue; by dueAt (soonest first), lastAt or createdAt',
    ...access,
    row: DeskRow,
    sort: '["dueAt","ASC"]',
    sortable: sortableDeskFields,
    filterable: Object.keys(DeskFilter.properties),
    read: (request, list) => {
      const { filter } = list
      if (!checker.Check(filter) || findUnstorable(filter) !== null) throw invalid({ filter: 'Filtro inválido.' })
      return db.everyCompany(trx => listDesk(trx, filter, request.actor.userId, list))
    }
  })

  app.get(
    `${path}/counts`,
    {
      config: access,
      schema: { summary: 'How many each queue holds, up to 100', response: { 200: DeskCounts } }
    },
    request => db.everyCompany(trx => countDesk(trx, request.actor.userId))
  )

  app.get(
    `${path}/doubt`,
    {
      config: access,
      schema: {
        summary: 'The newest open ticket of a person, where the sender of a mail of it is not proved',
        querystring: DoubtQuery,
        response: { 200: Doubt }
      }
    },
    request => db.everyCompany(trx => findDoubt(trx, request.query.email))
  )

  app.patch(
    path,
    {
      config: access,
      schema: { summary: 'Change many tickets', body: DeskBulkChange, response: { 200: DeskBulkResult } }
    },
    request =>
      db.everyCompany(async trx => {
        const { ids, change } = request.body
        return changeMany(trx, (await readRules(trx)).rules, ids, change, auditActor(request))
      })
  )
}

function registerTicket(app: App): void {
  const { db } = app

  app.get(
    `${path}/:id`,
    {
      config: access,
      schema: {
        summary: 'One ticket, with notes, clocks and what the company does not see yet',
        params: IdParams,
        response: { 200: DeskTicket }
      }
    },
    request => db.everyCompany(trx => findDeskTicket(trx, request.params.id, request.actor.userId))
  )

  app.get(
    `${path}/:id/card`,
    {
      config: access,
      schema: { summary: 'Who asks, and what may explain it', params: IdParams, response: { 200: CompanyCard } }
    },
    request => db.everyCompany(trx => findCard(trx, request.params.id))
  )

  app.patch(
    `${path}/:id`,
    {
      config: access,
      schema: {
        summary: 'Change state, priority, category or who answers; 409 where it was changed since `version`',
        params: IdParams,
        body: DeskChange,
        response: { 200: DeskTicket }
      }
    },
    request =>
      db.everyCompany(async trx => {
        const { version, ...change } = request.body
        const { rules } = await readRules(trx)
        await changeTicket(trx, rules, request.params.id, change, version, auditActor(request))
        return findDeskTicket(trx, request.params.id, request.actor.userId)
      })
  )
}

function registerMerging(app: App): void {
  const { db } = app

  app.post(
    `${path}/:id/merge`,
    {
      config: access,
      schema: {
        summary: 'Make it a part of another ticket of the company, which is returned',
        params: IdParams,
        body: Merge,
        response: { 200: DeskTicket }
      }
    },
    request =>
      db.everyCompany(async trx => {
        const { into } = request.body
        const { rules } = await readRules(trx)
        await mergeTickets(trx, rules, request.params.id, into, auditActor(request))
        return findDeskTicket(trx, into, request.actor.userId)
      })
  )

  const linking = { link: 'Link it with another ticket', unlink: 'Take a link back' }
  for (const [name, summary] of Object.entries(linking))
    app.post(
      `${path}/:id/${name}`,
      { config: access, schema: { summary, params: IdParams, body: Link, response: { 200: DeskTicket } } },
      request =>
        db.everyCompany(async trx => {
          const { otherId } = request.body
          await linkTickets(trx, request.params.id, otherId, name === 'link', auditActor(request))
          return findDeskTicket(trx, request.params.id, request.actor.userId)
        })
    )

  app.post(
    `${path}/:id/place`,
    {
      config: access,
      schema: {
        summary: 'Say whose it is; to take it from a company, those who manage companies give its name',
        params: IdParams,
        body: Placing,
        response: { 200: DeskTicket }
      }
    },
    request =>
      db.everyCompany(async trx => {
        const me = request.actor.userId
        const { companyId } = await findDeskTicket(trx, request.params.id, me)
        if (companyId !== null && !hasPermission(request.user, 'manage_companies'))
          throw new AppError('forbidden', 'Você não tem permissão para fazer isso.')
        await placeTicket(trx, (await readRules(trx)).rules, request.params.id, request.body, auditActor(request))
        return findDeskTicket(trx, request.params.id, me)
      })
  )
}
