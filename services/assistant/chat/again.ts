import { setTimeout as pass } from 'node:timers/promises'
import type { ProviderProblem } from '../integrations/client.ts'
import type { Reply } from './ask.ts'

/** Milliseconds before a retry where the provider does not say how long. */
const pause = 500

/** Retries that the provider asked for; without its word there is one. */
const maxRetries = 5

const worthAnother: readonly ProviderProblem[] = ['rate', 'server', 'unreachable']

/** Asks again while that may help, as late as the provider wishes but before `until`, when nobody waits any more. */
export async function askAgain(ask: () => Promise<Reply>, until: number): Promise<Reply> {
  for (let retries = 0; ; retries++) {
    const reply = await ask()
    const helps = reply.text === '' && reply.problem !== null && worthAnother.includes(reply.problem)
    const wait = Math.max(pause, reply.retryAfter ?? 0)
    const enough = retries >= (reply.retryAfter === null ? 1 : maxRetries)
    if (!helps || enough || Date.now() + wait >= until) return reply
    await pass(wait)
  }
}
