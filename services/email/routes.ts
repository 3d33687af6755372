import { Type } from '@sinclair/typebox'
import { AppError } from '../core/errors.ts'
import type { App } from '../core/http.ts'
import { contentRange, readList } from '../core/list.ts'
import { IdParams, ListQuery } from '../core/schema.ts'
import { findMail, listMails } from './queries.ts'
import { Mail } from './schema.ts'

export function register(app: App): void {
  app.get(
    '/api/mails',
    {
      config: { access: 'company' },
      schema: { summary: 'Mails of the company', querystring: ListQuery, response: { 200: Type.Array(Mail) } }
    },
    async (request, reply) => {
      const list = readList(request.query, { sortable: ['createdAt'], filterable: [] })
      const { mails, total } = await request.company(trx => listMails(trx, list))
      reply.header('Content-Range', contentRange('mails', list.skip, mails.length, total))
      return mails
    }
  )

  app.get(
    '/api/mails/:id',
    { config: { access: 'company' }, schema: { summary: 'One mail', params: IdParams, response: { 200: Mail } } },
    async request => {
      const mail = await request.company(trx => findMail(trx, request.params.id))
      if (!mail) throw new AppError('notFound', 'E-mail não encontrado')
      return mail
    }
  )
}
