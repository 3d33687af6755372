import { type Passing, passes, RefusedError, UnreachableError } from './errors.ts'
import type { IdentityKind } from './updates.ts'

/**
 * `identity`: an address of the person that came with the provider's answer. `held`: the provider keeps the message for
 * now, and will deliver or drop it.
 */
export type Accepted = { externalId: string; identity?: { kind: IdentityKind; value: string }; held?: true }

/**
 * How the sending of a message ended. `again`: it was not sent, and may be retried automatically. `unknown`: it may
 * have been sent, so it is never resent automatically.
 */
export type Sent =
  | { accepted: Accepted }
  | { again: Passing; error: RefusedError | UnreachableError }
  | { failed: RefusedError }
  | { unknown: UnreachableError }

/** Sends, and says how it ended. Throws only what is a fault of ours. */
export async function sent(send: () => Promise<Accepted>): Promise<Sent> {
  try {
    return { accepted: await send() }
  } catch (error) {
    if (error instanceof UnreachableError) return error.sent ? { unknown: error } : { again: 'retry', error }
    if (!(error instanceof RefusedError)) throw error
    return passes(error.remedy) ? { again: error.remedy, error } : { failed: error }
  }
}
