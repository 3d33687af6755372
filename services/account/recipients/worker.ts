import { AppError } from '../../core/errors.ts'
import { on } from '../../core/handlers.ts'
import { recipientNamed } from './jobs.ts'
import { askRecipient } from './queries.ts'

/** Asks a newly named address to confirm. A failure is shown in the form's editor, where it can be repeated. */
const askNamed = on(recipientNamed, async ({ companyId, recipientId }, { db, config, log }) => {
  const waiting = await db.company(companyId, trx =>
    trx.selectFrom('mail_recipients').select('sent_at').where('id', '=', recipientId).executeTakeFirst()
  )
  if (!waiting || waiting.sent_at !== null) return
  await askRecipient(db, config, companyId, recipientId).catch(error => {
    if (!(error instanceof AppError)) throw error
    log.info({ companyId, recipientId, code: error.code }, 'recipient not asked')
  })
})

export const handlers = [askNamed]
