import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../core/http.ts'
import { routeLimit } from '../core/limits.ts'
import { cut } from '../core/rules.ts'
import {
  type From,
  leavePromotions,
  readUnsubscription,
  resubscribe,
  unsubscribe
} from '../marketing/campaigns/unsubscribe.ts'
import { typedIn } from './formPost.ts'
import type { PageData } from './schema.ts'

/** Actions of the page's own form beside leaving altogether. */
const choices: Record<string, typeof unsubscribe> = { promocoes: leavePromotions, voltar: resubscribe }

type Show = (reply: FastifyReply, data: PageData) => FastifyReply
type Options = { config: { access: 'public' }; schema: { hide: boolean } }

/** Mail services post for many people from few addresses (RFC 8058). */
const perMinute = 6000

/**
 * The link of a mail for unsubscribing. GET shows it and changes nothing. POST answers 200 without a redirect to both
 * senders: a mail program with one click, which leaves everything, or the page's own form, which may leave less.
 */
export async function registerUnsubscribe(app: App, page: Options, show: Show): Promise<void> {
  const options = { ...page, config: { ...page.config, rateLimit: routeLimit(app, perMinute, '1 minute') } }
  const answer = (reply: FastifyReply, data: PageData) =>
    show(reply.header('Referrer-Policy', 'no-referrer').header('Cache-Control', 'no-store'), data)

  await app.register(async scope => {
    // The post itself is the request: only one field of our own form is read from its body.
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: 32 * 1024 },
      (_request, _body, done) => done(null, {})
    )

    scope.get<{ Params: { token: string } }>('/unsubscribe/:token', options, async (request, reply) =>
      answer(reply, { path: request.url, unsubscription: await readUnsubscription(app, request.params.token) })
    )

    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', options, async (request, reply) => {
      const act = choices[typedIn(request.body).acao ?? ''] ?? unsubscribe
      return answer(reply, {
        path: request.url,
        unsubscription: await act(app, request.params.token, fromOf(request))
      })
    })
  })
}

const fromOf = ({ ip, id, headers }: FastifyRequest): From => ({
  ip,
  requestId: id,
  userAgent: headers['user-agent'] ? cut(headers['user-agent'], 400) : null
})
