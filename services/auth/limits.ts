import { AppError } from '../core/errors.ts'
import type { App } from '../core/http.ts'
import { countAttempt, type Throttle } from './throttle.ts'

const tooMany = 'Muitas tentativas. Aguarde alguns minutos antes de tentar novamente.'

/** Counts an attempt under the installation's limits; true where there were too many, with the seconds to wait. */
export function attemptWait(app: App, kind: string, whose: string, { max, seconds }: Throttle): Promise<number> {
  return countAttempt(app.db, kind, whose, { max: max * app.config.rateLimitFactor, seconds })
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
