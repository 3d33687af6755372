import { Type } from '@sinclair/typebox'
import { invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { refuseTooMany, routeLimit } from '../../core/limits.ts'
import { askToChange, askToConfirm, confirmByLink } from './emails.ts'
import { revokeLinks } from './links.ts'
import { access, changeOwn, mailLimit, mailMessage, mailSettings, note } from './ownAccount.ts'
import { linkExpired } from './passwordRoutes.ts'
import { bySelf, checkOwnPassword } from './people.ts'
import { EmailChange, EmailConfirmed, LinkToken, Message } from './schema.ts'

/** The e-mail of the person's own account. */
export function register(app: App): void {
  app.post(
    '/api/profile/email',
    {
      config: { access },
      schema: { summary: 'Ask both addresses for a change of e-mail', body: EmailChange, response: { 202: Message } }
    },
    async (request, reply) => {
      const { email: wanted, password } = request.body
      await checkOwnPassword(app, request, 'password', password)
      await refuseTooMany(app, 'email change', request.actor.userId, mailLimit)
      const settings = await mailSettings(app)
      await changeOwn(app, request, async (trx, person) => {
        if (wanted === person.email) throw invalid({ email: 'Este já é o seu e-mail.' })
        await askToChange(trx, settings, person, wanted)
        await note(trx, request, person, 'user.email_change_asked', { email: [person.email, wanted] })
      })
      return reply.status(202).send({
        message: mailMessage(app, 'Enviamos uma mensagem ao endereço atual e outra ao novo. Confirme nas duas.')
      })
    }
  )

  app.delete(
    '/api/profile/email',
    { config: { access }, schema: { summary: 'Give the change of e-mail up', response: { 204: Type.Null() } } },
    async (request, reply) => {
      await changeOwn(app, request, async (trx, person) => {
        for (const kind of ['email-old', 'email-new'] as const) await revokeLinks(trx, kind, { userId: person.id })
        const { numDeletedRows } = await trx
          .deleteFrom('email_changes')
          .where('user_id', '=', person.id)
          .executeTakeFirstOrThrow()
        if (numDeletedRows > 0n) await note(trx, request, person, 'user.email_change_given_up')
      })
      return reply.status(204).send(null)
    }
  )

  app.post(
    '/api/profile/email/confirmation',
    {
      config: { access },
      schema: { summary: 'Mail the link to confirm the own e-mail again', response: { 202: Message } }
    },
    async (request, reply) => {
      await refuseTooMany(app, 'email confirmation', request.actor.userId, mailLimit)
      const settings = await mailSettings(app)
      await changeOwn(app, request, async (trx, person) => {
        const { email_confirmed_at } = await trx
          .selectFrom('users')
          .select('email_confirmed_at')
          .where('id', '=', person.id)
          .executeTakeFirstOrThrow()
        if (email_confirmed_at === null) await askToConfirm(trx, settings, person)
      })
      return reply
        .status(202)
        .send({ message: mailMessage(app, 'Enviamos um novo link. Confira sua caixa de entrada.') })
    }
  )

  app.post(
    '/public/email/confirm',
    {
      config: { access: 'public', rateLimit: routeLimit(app, 30, '1 minute') },
      schema: { summary: 'Confirm an e-mail by a link', body: LinkToken, response: { 200: EmailConfirmed } }
    },
    async request => {
      const settings = await mailSettings(app)
      const confirmed = await app.db.everyCompany(trx =>
        confirmByLink(trx, settings, request.body.token, person => bySelf(request, person))
      )
      if (!confirmed) throw linkExpired()
      return confirmed
    }
  )
}
