import { Type } from '@sinclair/typebox'
import { AppError } from '../../core/errors.ts'
import { type App, ownCompany } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { errorTexts } from '../../core/rules.ts'
import { CompanyParams, Id } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { User } from '../auth/schema.ts'
import { findSessionUser } from '../auth/sessionUser.ts'
import { enterCompany, listMemberships } from './memberships.ts'
import { changeCompany, findByCnpj, findCompany } from './queries.ts'
import { cnpjCharacters, cnpjTexts, companyIdentifier, noCompany } from './rules.ts'
import { Company, CompanyCard, CompanyChange, CompanyChoice, Membership } from './schema.ts'

export function register(app: App): void {
  app.get(
    '/api/companies/verify-cnpj/:cnpj',
    {
      config: { access: 'public', rateLimit: routeLimit(app, 30, '1 minute') },
      schema: {
        summary: 'Company with a CNPJ',
        params: Type.Object({ cnpj: Type.String({ maxLength: 30 }) }),
        response: { 200: CompanyCard }
      }
    },
    async request => {
      const cnpj = cnpjCharacters(request.params.cnpj)
      if (cnpj.length !== 14)
        throw new AppError('invalid', cnpjTexts.wrongLength, { errors: { cnpj: cnpjTexts.wrongLength } })
      const company = await findByCnpj(app.db, cnpj)
      if (!company) throw new AppError('notFound', 'Empresa não encontrada')
      return company
    }
  )

  app.get(
    '/api/companies/:companyId',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Own company, by its id or its CNPJ',
        params: Type.Object(
          { companyId: Type.String({ maxLength: 40, description: 'An id, or a CNPJ with or without punctuation' }) },
          { additionalProperties: false }
        ),
        response: { 200: Company }
      }
    },
    async request => {
      const named = companyIdentifier(request.params.companyId)
      if (!named) throw new AppError('invalid', cnpjTexts.identifier, { errors: { companyId: cnpjTexts.identifier } })
      const id = named.kind === 'id' ? ownCompany(request, named.value, noCompany) : request.companyId()
      const company = await request.company(trx => findCompany(trx, id))
      if (!company || (named.kind === 'cnpj' && company.cnpj !== named.value)) throw new AppError('notFound', noCompany)
      return company
    }
  )

  app.get(
    '/api/companies/user/:userId',
    {
      config: { access: 'company' },
      schema: {
        summary: 'The company of oneself or of a colleague',
        params: Type.Object({ userId: Id }, { additionalProperties: false }),
        response: { 200: Company }
      }
    },
    async request => {
      const companyId = request.companyId()
      const company = await request.company(async trx => {
        const colleague = await trx
          .selectFrom('employees')
          .select('id')
          .where('user_id', '=', request.params.userId)
          .executeTakeFirst()
        return colleague && findCompany(trx, companyId)
      })
      if (!company) throw new AppError('notFound', noCompany)
      return company
    }
  )

  app.put(
    '/api/companies/:companyId',
    {
      config: { access: 'company:edit_company' },
      schema: {
        summary: 'Change the own company',
        params: CompanyParams,
        body: CompanyChange,
        response: { 200: Company }
      }
    },
    request => {
      const id = ownCompany(request, request.params.companyId, noCompany)
      return app.db.everyCompany(trx => changeCompany(trx, id, request.body, auditActor(request)))
    }
  )

  app.get(
    '/api/auth/companies',
    {
      config: { access: 'session' },
      schema: { summary: 'The companies that the person belongs to', response: { 200: Type.Array(Membership) } }
    },
    ({ actor }) => app.db.everyCompany(trx => listMemberships(trx, actor.userId, actor.companyId))
  )

  app.post(
    '/api/auth/company',
    {
      config: { access: 'session' },
      schema: { summary: 'Go on in another company', body: CompanyChoice, response: { 200: User } }
    },
    async request => {
      const { sessionId, userId, companyId } = request.actor
      const session = { id: sessionId, userId, companyId }
      await app.db.everyCompany(trx => enterCompany(trx, session, request.body.companyId, auditActor(request)))
      app.sessions.forget(sessionId)
      const user = await findSessionUser(app.db, sessionId)
      if (!user) throw new AppError('unauthorized', errorTexts.unauthorized)
      return user
    }
  )
}
