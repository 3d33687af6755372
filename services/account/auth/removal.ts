import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { unstorable } from '../../core/text.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { secondFactorRemovedMail } from './mails.ts'
import { lockPerson } from './people.ts'
import { dropSecondFactor } from './secondFactor.ts'
import { endSessionsOf } from './sessions.ts'

type Removal = {
  userId: string
  /** The audit chain of the removal; null for the provider's own. */
  companyId: string | null
  reason: string
  actor: AuditActor
}

/**
 * Removes another person's lost second factor: their sessions end, and a mail informs them with the reason. Throws
 * for the caller's own, which takes a code, and where there is none.
 */
export async function removeSecondFactor(
  app: App,
  trx: Trx,
  { userId, companyId, reason, actor }: Removal
): Promise<void> {
  if (unstorable(reason)) throw invalid({ reason: 'O texto contém caracteres inválidos.' })
  if (actor.actorId === userId) throw new AppError('forbidden', 'Desative a sua própria verificação no seu perfil.')
  const person = await lockPerson(trx, userId)
  if (!person) throw new AppError('notFound', 'Pessoa não encontrada')
  if (!(await dropSecondFactor(trx, userId)))
    throw new AppError('conflict', 'Esta pessoa não usa a verificação em duas etapas.')
  await endSessionsOf(trx, userId, 'second factor removed')
  const { productName } = await app.settings()
  const url = `${app.config.publicUrl}/reset-password`
  await sendAccountMail(trx, app.config, secondFactorRemovedMail(person.email, productName, reason.trim(), url))
  await audit(trx, {
    ...actor,
    companyId,
    action: 'user.second_factor_removed',
    object: { type: 'user', id: userId, name: person.name },
    reason: reason.trim()
  })
}
