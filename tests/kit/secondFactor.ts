import { Secret, TOTP } from 'otpauth'
import type { App } from '../../services/core/http.ts'
import type { Tenant } from './app.ts'

/** Milliseconds of one step. */
const step = 30_000

/** The code that many steps from now; a code is valid only once, so tests also use the next step's. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * step })

/** Turns a person's second factor on. */
export async function protect(app: App, who: Tenant): Promise<{ secret: string; recoveryCodes: string[] }> {
  const post = (path: string, payload?: object) =>
    app.inject({
      method: 'POST',
      url: `/api/profile/second-factor${path}`,
      headers: who.auth,
      ...(payload && { payload })
    })
  const { secret } = (await post('')).json()
  // A timer may fire a moment early, and a busy machine answers late: what is left of the step is enough for both.
  while (Date.now() % step > step - 5000) await new Promise(resolve => setTimeout(resolve, 100))
  // The previous step's code, so that the current and later ones stay valid.
  const confirmed = await post('/confirm', { code: codeOf(secret, -1) })
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body)
  return { secret, recoveryCodes: confirmed.json().recoveryCodes }
}
