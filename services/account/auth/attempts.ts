import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../core/address.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { attemptWait, forgetAttempts, returnAttempt } from '../../core/limits.ts'
import type { SignInOutcome } from './rules.ts'

const tooManyLogins = 'Muitas tentativas de login. Por favor, aguarde alguns minutos antes de tentar novamente.'

/** Codes that may be tried in a quarter of an hour, by account: a code has six digits. */
export const codeLimit = { max: 10, seconds: 900 }

/** Failures in a quarter of an hour, wherever somebody signs in. */
const limits = {
  'login account': { max: 10, seconds: 900 },
  'login address': { max: 50, seconds: 900 },
  'second factor': codeLimit
}

/** Counts a step of a sign-in; throws 429 where there were too many, which `keep` records. */
export async function countSignIn(
  app: App,
  kind: keyof typeof limits,
  whose: string,
  keep: (outcome: SignInOutcome) => Promise<void>
): Promise<void> {
  const wait = await attemptWait(app, kind, whose, limits[kind])
  if (wait === 0) return
  await keep('throttled')
  throw new AppError('tooMany', tooManyLogins, { retryAfter: wait })
}

/** Forgets the failures of an account whose password was right; the address goes on with those of others. */
export async function forgiveSignIn(app: App, request: FastifyRequest, whose: string): Promise<void> {
  await Promise.all([
    forgetAttempts(app.db, 'login account', whose),
    returnAttempt(app.db, 'login address', networkOf(request.ip))
  ])
}
