import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { deleteColumnField, listColumnFields, restoreColumnField } from './ownFields.ts'
import { ColumnField } from './schema.ts'

const access = 'company:import_leads' as const

const FieldParams = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 100 }) },
  { additionalProperties: false }
)

/** Fields of the company's own that were made of columns of files. */
export function register(app: App): void {
  app.get(
    '/api/imports/fields',
    {
      config: { access },
      schema: {
        summary: "Fields of the company's own that were made of columns",
        response: { 200: Type.Array(ColumnField) }
      }
    },
    request => request.company(listColumnFields)
  )

  for (const [method, path, change, summary] of [
    ['DELETE', '', deleteColumnField, 'Delete a field that was made of a column; the leads keep what it holds'],
    ['POST', '/restore', restoreColumnField, 'Bring a deleted field of a column back']
  ] as const)
    app.route({
      method,
      url: `/api/imports/fields/:name${path}`,
      config: { access },
      schema: { summary, params: FieldParams, response: { 204: Type.Null() } },
      handler: async (request, reply) => {
        const { name } = request.params
        if (!(await request.company(trx => change(trx, name))))
          throw new AppError('notFound', 'Este campo não existe mais.')
        return reply.status(204).send(null)
      }
    })
}
