import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { listRoute } from '../../core/list.ts'
import { Id, IdParams, KeyHeader } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { readRules } from '../tickets/settings.ts'
import { addCanned, changeCanned, deleteCanned, listCanned } from './canned.ts'
import { changeRules } from './clockRules.ts'
import { readFigures } from './figures.ts'
import { answerIssue, changeIssueTickets, createIssue, findIssue, listIssues, withdrawIssueAnswer } from './issues.ts'
import { listDeskPeople } from './people.ts'
import { Person } from './schema.ts'
import {
  CannedAnswer,
  DeskView,
  Figures,
  FiguresQuery,
  Issue,
  IssueAnswer,
  IssueAnswered,
  IssueTickets,
  NewCannedAnswer,
  NewDeskView,
  NewIssue,
  RulesChange,
  StoredRules
} from './toolSchema.ts'
import { changeDeskView, createDeskView, deleteDeskView, listDeskViews } from './views.ts'

const access = { access: 'staff' as const }
const path = '/api/admin/tickets'

/** The tools of staff: colleagues, known issues, canned answers, saved filters, rules of the clocks, figures. */
export function register(app: App): void {
  registerIssues(app)
  registerCanned(app)
  registerViews(app)
  const { db } = app

  app.get(
    `${path}/people`,
    {
      config: access,
      schema: { summary: 'Who can have tickets and be mentioned', response: { 200: Type.Array(Person) } }
    },
    () => db.everyCompany(listDeskPeople)
  )

  app.get(
    `${path}/rules`,
    { config: access, schema: { summary: 'Hours and targets', response: { 200: StoredRules } } },
    () => db.everyCompany(readRules)
  )

  app.put(
    `${path}/rules`,
    {
      config: { access: 'staff:edit_system_settings' },
      schema: { summary: 'Change hours and targets', body: RulesChange, response: { 200: StoredRules } }
    },
    request => {
      const { rules, version } = request.body
      return db.everyCompany(trx => changeRules(trx, rules, version, auditActor(request)))
    }
  )

  app.get(
    `${path}/figures`,
    {
      config: access,
      schema: { summary: 'How tickets go', querystring: FiguresQuery, response: { 200: Figures } }
    },
    request => db.everyCompany(trx => readFigures(trx, request.query))
  )
}

function registerIssues(app: App): void {
  const { db } = app
  const issues = `${path}/issues`

  listRoute(app, issues, {
    name: 'issues',
    summary: 'Known issues, the newest first',
    ...access,
    row: Issue,
    sortable: ['createdAt'],
    filterable: ['status'],
    read: (_request, list) => {
      const { status } = list.filter
      if (status !== undefined && status !== 'open' && status !== 'solved')
        throw invalid({ filter: 'Filtro inválido.' })
      return db.everyCompany(trx => listIssues(trx, list, status))
    }
  })

  app.post(
    issues,
    { config: access, schema: { summary: 'Name a known issue', body: NewIssue, response: { 201: Issue } } },
    async (request, reply) => {
      const issue = await db.everyCompany(trx => createIssue(trx, request.body, auditActor(request)))
      return reply.status(201).send(issue)
    }
  )

  app.get(
    `${issues}/:id`,
    { config: access, schema: { summary: 'One known issue', params: IdParams, response: { 200: Issue } } },
    request => db.everyCompany(trx => findIssue(trx, request.params.id))
  )

  app.post(
    `${issues}/:id/tickets`,
    {
      config: access,
      schema: {
        summary: 'Add tickets to it, or take them out',
        params: IdParams,
        body: IssueTickets,
        response: { 200: Issue }
      }
    },
    request => db.everyCompany(trx => changeIssueTickets(trx, request.params.id, request.body, auditActor(request)))
  )

  app.post(
    `${issues}/:id/replies`,
    {
      config: access,
      schema: {
        summary: 'Answer all its open tickets at once',
        params: IdParams,
        headers: KeyHeader,
        body: IssueAnswer,
        response: { 200: IssueAnswered }
      }
    },
    async request => {
      const answer = { ...request.body, key: request.headers['idempotency-key'] ?? null }
      return {
        answered: await db.everyCompany(trx => answerIssue(trx, request.params.id, answer, auditActor(request)))
      }
    }
  )

  app.delete(
    `${issues}/:id/replies/:key`,
    {
      config: access,
      schema: {
        summary: 'Take an answer to all its tickets back before the companies get it, by the key that it was sent with',
        params: Type.Object(
          { id: Id, key: Type.String({ minLength: 8, maxLength: 200 }) },
          { additionalProperties: false }
        ),
        response: { 200: IssueAnswered }
      }
    },
    async request => {
      const { id, key } = request.params
      return { answered: await db.everyCompany(trx => withdrawIssueAnswer(trx, id, key, auditActor(request))) }
    }
  )
}

function registerCanned(app: App): void {
  const { db } = app
  const canned = `${path}/canned-answers`

  app.get(
    canned,
    { config: access, schema: { summary: 'Canned answers, by shortcut', response: { 200: Type.Array(CannedAnswer) } } },
    () => db.everyCompany(listCanned)
  )

  app.post(
    canned,
    {
      config: access,
      schema: { summary: 'Add a canned answer', body: NewCannedAnswer, response: { 201: CannedAnswer } }
    },
    async (request, reply) => {
      const added = await db.everyCompany(trx => addCanned(trx, request.body))
      return reply.status(201).send(added)
    }
  )

  app.put(
    `${canned}/:id`,
    {
      config: access,
      schema: {
        summary: 'Change a canned answer',
        params: IdParams,
        body: NewCannedAnswer,
        response: { 200: CannedAnswer }
      }
    },
    request => db.everyCompany(trx => changeCanned(trx, request.params.id, request.body))
  )

  app.delete(
    `${canned}/:id`,
    {
      config: access,
      schema: { summary: 'Delete a canned answer', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await db.everyCompany(trx => deleteCanned(trx, request.params.id))
      return reply.status(204).send(null)
    }
  )
}

function registerViews(app: App): void {
  const { db } = app
  const views = `${path}/views`

  app.get(
    views,
    {
      config: access,
      schema: { summary: 'Saved filters: own and shared ones', response: { 200: Type.Array(DeskView) } }
    },
    request => db.everyCompany(trx => listDeskViews(trx, request.actor.userId))
  )

  app.post(
    views,
    { config: access, schema: { summary: 'Save a filter', body: NewDeskView, response: { 201: DeskView } } },
    async (request, reply) => {
      const view = await db.everyCompany(trx => createDeskView(trx, request.actor.userId, request.body))
      return reply.status(201).send(view)
    }
  )

  app.put(
    `${views}/:id`,
    {
      config: access,
      schema: { summary: 'Change a saved filter', params: IdParams, body: NewDeskView, response: { 200: DeskView } }
    },
    request => db.everyCompany(trx => changeDeskView(trx, request.actor.userId, request.params.id, request.body))
  )

  app.delete(
    `${views}/:id`,
    {
      config: access,
      schema: { summary: 'Delete a saved filter', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await db.everyCompany(trx => deleteDeskView(trx, request.actor.userId, request.params.id))
      return reply.status(204).send(null)
    }
  )
}
