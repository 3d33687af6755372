import { Type } from '@sinclair/typebox'
import { AppError } from '../core/errors.ts'
import type { App } from '../core/http.ts'
import { findFormOf } from './queries.ts'
import { PublicForm } from './schema.ts'

export function registerForms(app: App): void {
  app.get(
    '/public/companies/:companyId/form',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Form of a company, named by its id or CNPJ',
        params: Type.Object({ companyId: Type.String({ maxLength: 40 }) }),
        response: { 200: PublicForm }
      }
    },
    async request => {
      const form = await findFormOf(app.db, request.params.companyId)
      if (!form) throw new AppError('notFound', 'Empresa não encontrada')
      return form
    }
  )
}
