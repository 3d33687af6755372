import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { listRoute } from '../../core/list.ts'
import { IdParams } from '../../core/schema.ts'
import { findMail, listMails } from './queries.ts'
import { Mail } from './schema.ts'

export function register(app: App): void {
  listRoute(app, '/api/mails', {
    name: 'mails',
    summary: 'Mails of the company',
    access: 'company',
    row: Mail,
    sortable: ['createdAt'],
    filterable: [],
    read: async (request, list) => {
      const { mails, total } = await request.company(trx => listMails(trx, app.config, list))
      return { rows: mails, total }
    }
  })

  app.get(
    '/api/mails/:id',
    { config: { access: 'company' }, schema: { summary: 'One mail', params: IdParams, response: { 200: Mail } } },
    async request => {
      const mail = await request.company(trx => findMail(trx, app.config, request.params.id))
      if (!mail) throw new AppError('notFound', 'E-mail não encontrado')
      return mail
    }
  )
}
