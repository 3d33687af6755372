import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { changeTag, createTag, deleteTag, listTags } from './queries.ts'
import { NewTag, Tag, TagChange } from './schema.ts'

const notFound = 'Etiqueta não encontrada'

export function register(app: App): void {
  app.get(
    '/api/tags',
    { config: { access: 'company' }, schema: { summary: 'Tags', response: { 200: Type.Array(Tag) } } },
    request => request.company(listTags)
  )

  app.post(
    '/api/tags',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Create a tag', body: NewTag, response: { 201: Tag } }
    },
    async (request, reply) =>
      reply.status(201).send(await request.company(trx => createTag(trx, request.companyId(), request.body)))
  )

  app.put(
    '/api/tags/:id',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Rename or recolour a tag', params: IdParams, body: TagChange, response: { 200: Tag } }
    },
    async request => {
      const tag = await request.company(trx => changeTag(trx, request.companyId(), request.params.id, request.body))
      if (!tag) throw new AppError('notFound', notFound)
      return tag
    }
  )

  app.delete(
    '/api/tags/:id',
    {
      config: { access: 'company:delete_leads' },
      schema: { summary: 'Take a tag off every lead', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      // From every lead, also those that the person does not see.
      const everyLead = { id: request.companyId(), held: true, deleted: true }
      const deleted = await app.db.company(everyLead, trx => deleteTag(trx, request.companyId(), request.params.id))
      if (!deleted) throw new AppError('notFound', notFound)
      return reply.status(204).send(null)
    }
  )
}
