import { AppError } from './errors.ts'
import type { App } from './http.ts'
import { type Attempt, countAttempts, type Throttle } from './throttle.ts'

const tooMany = 'Muitas tentativas. Aguarde alguns minutos antes de tentar novamente.'

const scaled = (app: App, attempt: Attempt): Attempt => ({
  ...attempt,
  max: attempt.max * app.config.rateLimitFactor
})

/** Counts an attempt under the installation's limits; true where there were too many, with the seconds to wait. */
export function attemptWait(app: App, kind: string, whose: string, limit: Throttle): Promise<number> {
  return countAttempts(app.db, [scaled(app, { kind, whose, ...limit })])
}

/** The same, but throws where there were too many. */
export async function refuseTooMany(
  app: App,
  kind: string,
  whose: string,
  limit: Throttle,
  message = tooMany
): Promise<void> {
  const wait = await attemptWait(app, kind, whose, limit)
  if (wait > 0) throw new AppError('tooMany', message, { retryAfter: wait })
}

/** Counts attempts of different kinds, the narrowest first; throws where there were too many of one. */
export async function refuseTooManyOf(app: App, attempts: readonly Attempt[], message = tooMany): Promise<void> {
  const wait = await countAttempts(
    app.db,
    attempts.map(attempt => scaled(app, attempt))
  )
  if (wait > 0) throw new AppError('tooMany', message, { retryAfter: wait })
}
