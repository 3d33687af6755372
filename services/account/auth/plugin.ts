import jwt from '@fastify/jwt'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { deriveKey } from '../../core/config.ts'
import { AppError } from '../../core/errors.ts'
import type { Actor, App } from '../../core/http.ts'
import { errorTexts, idPattern, sessionCodes } from '../../core/rules.ts'
import type { Listener } from '../../core/signals.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { noCompany } from '../companies/rules.ts'
import { hasPermission, internalStaff, isPermission, type Permission } from './rules.ts'
import type { User } from './schema.ts'
import { type Accepted, Sessions, type TokenClaims, timeoutText } from './sessions.ts'
import { noteSupportRead } from './support.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allowed before a required second factor is set up. */
    beforeSecondFactor?: boolean
    /** On a public route: identifies the person if the request carries a valid token. */
    recognises?: boolean
  }
  interface FastifyInstance {
    sessions: Sessions
    signToken(claims: TokenClaims): string
  }
  interface FastifyRequest {
    sessionId: string
    /** Owners whose leads the person sees; null for all. */
    owners: string[] | null
    /** The company that a member of the staff may read by a current support access. */
    supported: string | null
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: TokenClaims
    user: User
  }
}

const notYours = 'Você não tem acesso a esta área.'
const notAllowed = 'Você não tem permissão para fazer isso.'
const secondFactorFirst = 'Ative a verificação em duas etapas para continuar.'

/**
 * Staff may read the company in the path while they have a support access to it; otherwise it looks like one that does
 * not exist. They can never write.
 */
async function supportRead(app: App, request: FastifyRequest): Promise<void> {
  const { companyId } = request.params as { companyId?: string }
  const { url = '', method } = request.routeOptions
  if (companyId === undefined || method !== 'GET') return
  const named = new RegExp(idPattern).test(companyId)
  if (!named || !(await noteSupportRead(app.db, companyId, `GET ${url}`, auditActor(request))))
    throw new AppError('notFound', noCompany)
  request.supported = companyId
}

/** Checks the bearer token on every route that is not public, and sets the request's actor and company. */
export const authPlugin = fp(async (app: App, { listener }: { listener: Listener }) => {
  const { secret, previousSecret } = app.config
  const verify = { algorithms: ['HS256' as const], cache: 2000 }
  const key = (of: string) => deriveKey(of, 'session tokens')
  await app.register(jwt, { secret: key(secret), sign: { algorithm: 'HS256', noTimestamp: true }, verify })
  if (previousSecret) await app.register(jwt, { secret: key(previousSecret), namespace: 'previous', verify })

  const sessions = new Sessions(app.db, listener, app.settings, error =>
    app.log.warn({ err: error }, 'session not marked as seen')
  )
  app.decorate('sessions', sessions)
  app.decorate('signToken', (claims: TokenClaims) => app.jwt.sign(claims))

  const read = (token: string): TokenClaims | undefined => {
    const namespaces = app.jwt as unknown as { previous?: { verify(token: string): unknown } }
    for (const verifier of [app.jwt, namespaces.previous])
      try {
        const claims = verifier?.verify(token) as TokenClaims | undefined
        if (claims && typeof claims.sid === 'string' && Number.isInteger(claims.gen)) return claims
      } catch {
        // Not signed with this key.
      }
    return undefined
  }

  app.decorateRequest('actor', {
    getter(this: FastifyRequest): Actor {
      if (!this.user) throw new AppError('unauthorized', errorTexts.unauthorized)
      return {
        sessionId: this.sessionId,
        userId: this.user.id,
        companyId: this.user.companyId,
        role: this.user.role,
        name: this.user.name
      }
    }
  })
  app.decorateRequest('sessionId', '')
  app.decorateRequest('owners', null)
  app.decorateRequest('supported', null)
  app.decorateRequest('companyId', function (this: FastifyRequest): string {
    const companyId = this.supported ?? this.actor.companyId
    if (companyId === null) throw new AppError('forbidden', notYours)
    return companyId
  })
  app.decorateRequest('company', function (this: FastifyRequest, work) {
    return app.db.company({ id: this.companyId(), owners: this.owners }, work)
  } as FastifyRequest['company'])

  app.addHook('onRoute', ({ method, url, config }) => {
    const [, permission] = config?.access?.split(':') ?? []
    if (permission !== undefined && !isPermission(permission))
      throw new Error(
        `${method} ${url} asks for a permission that does not exist: ${permission}. They are listed in services/account/auth/rules.ts`
      )
  })

  const claimsOf = (request: FastifyRequest): TokenClaims | undefined => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ')
    return scheme === 'Bearer' && token ? read(token) : undefined
  }

  const admit = (result: Accepted, request: FastifyRequest, reply: FastifyReply): void => {
    request.user = result.user
    request.sessionId = result.sessionId
    request.owners = result.owners
    if (result.renewal !== undefined)
      reply.header('x-refreshed-token', app.signToken({ sid: result.sessionId, gen: result.renewal }))
  }

  /** Until a required second factor is set up, the request counts as signed out. */
  const recognise = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const claims = claimsOf(request)
    const result = claims && (await sessions.check(claims))
    if (result && 'user' in result && result.user.secondFactor !== 'required') admit(result, request, reply)
  }

  app.addHook('onRequest', async (request, reply) => {
    const { access, beforeSecondFactor, recognises } = request.routeOptions.config
    if (recognises) return recognise(request, reply)
    if (access === undefined || access === 'public') return
    const [kind, permission] = access.split(':') as [string, Permission | undefined]
    const claims = claimsOf(request)
    if (!claims) throw new AppError('unauthorized', errorTexts.unauthorized)
    const result = await sessions.check(claims)
    if ('refused' in result) {
      if (result.refused === 'idle') throw new AppError('unauthorized', timeoutText, { code: sessionCodes.timeout })
      throw new AppError('unauthorized', errorTexts.unauthorized)
    }
    admit(result, request, reply)
    if (result.user.secondFactor === 'required' && !beforeSecondFactor)
      throw new AppError('forbidden', secondFactorFirst, { code: sessionCodes.secondFactorRequired })
    if (kind === 'company' && internalStaff(result.user)) await supportRead(app, request)
    if (kind === 'company') request.companyId()
    if (kind === 'staff' && !internalStaff(result.user)) throw new AppError('forbidden', notYours)
    if (permission && !hasPermission(result.user, permission)) throw new AppError('forbidden', notAllowed)
  })
})
