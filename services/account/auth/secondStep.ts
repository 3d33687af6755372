import type { FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { forgetAttempts } from '../../core/limits.ts'
import { audit } from '../../platform/audit/queries.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { countSignIn } from './attempts.ts'
import { recoveryCodeUsedMail } from './mails.ts'
import { resetUrl } from './passwordRoutes.ts'
import { bySelf } from './people.ts'
import { accountCodes, type SignInOutcome } from './rules.ts'
import type { User } from './schema.ts'
import { recoveryCodesLeft, takeCode } from './secondFactor.ts'
import { wrongCode } from './secondFactorRoutes.ts'

const codeNeeded = 'Digite o código do seu aplicativo autenticador.'

/**
 * Checks the second factor, if there is one, of a person whose password was right. Throws 401 with the code
 * `SECOND_FACTOR` where the code is missing or wrong, and 429 after too many attempts; `keep` records the outcome.
 */
export async function passSecondFactor(
  app: App,
  request: FastifyRequest,
  user: User,
  code: string | undefined,
  keep: (outcome: SignInOutcome) => Promise<void>
): Promise<void> {
  if (user.secondFactor !== 'on') return
  if (code === undefined) {
    await keep('second_factor')
    throw new AppError('unauthorized', codeNeeded, { code: accountCodes.secondFactor })
  }
  await countSignIn(app, 'second factor', user.id, keep)
  if (!(await spendCode(app, request, user, code))) {
    await keep('second_factor')
    throw new AppError('unauthorized', wrongCode, { code: accountCodes.secondFactor, errors: { code: wrongCode } })
  }
  await forgetAttempts(app.db, 'second factor', user.id)
}

/** Uses a code up. The use of a recovery code is rare, so its owner is notified. */
async function spendCode(app: App, request: FastifyRequest, user: User, code: string): Promise<boolean> {
  return app.db.everyCompany(async trx => {
    const kind = await takeCode(trx, app.config, user.id, code)
    if (kind !== 'recovery') return kind !== undefined
    const { productName } = await app.settings()
    const left = await recoveryCodesLeft(trx, user.id)
    await sendAccountMail(trx, app.config, recoveryCodeUsedMail(user.email, productName, left, resetUrl(app)))
    await audit(trx, {
      ...bySelf(request, user),
      companyId: user.companyId,
      action: 'user.recovery_code_used',
      object: { type: 'user', id: user.id, name: user.name }
    })
    return true
  })
}
