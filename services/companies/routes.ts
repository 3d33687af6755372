import { Type } from '@sinclair/typebox'
import { AppError } from '../core/errors.ts'
import { type App, ownCompany } from '../core/http.ts'
import { CompanyParams } from '../core/schema.ts'
import { findByCnpj, findCompany } from './queries.ts'
import { cnpjCharacters, cnpjTexts, noCompany } from './rules.ts'
import { Company, CompanyCard } from './schema.ts'

export function registerCompanies(app: App): void {
  app.get(
    '/api/companies/verify-cnpj/:cnpj',
    {
      config: { access: 'public', rateLimit: { max: 30 * app.config.rateLimitFactor, timeWindow: '1 minute' } },
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
      schema: { summary: 'Own company', params: CompanyParams, response: { 200: Company } }
    },
    async request => {
      const id = ownCompany(request, request.params.companyId, noCompany)
      const company = await request.company(trx => findCompany(trx, id))
      if (!company) throw new AppError('notFound', noCompany)
      return company
    }
  )
}
