import nodemailer, { type Transporter } from 'nodemailer'
import type { Config } from '../services/core/config.ts'
import { mailQueued } from '../services/email/jobs.ts'
import { type Handler, on } from './worker.ts'

/**
 * Sends a queued mail. Its Message-ID is made of its id, so that a mail which is sent again because the worker died
 * before noting it can be recognised as the same one.
 */
export function sendMails(config: Config): { handler: Handler; close(): void } {
  let transport: Transporter | undefined
  const open = (): Transporter => {
    transport ??= nodemailer.createTransport(config.smtpUrl, { from: config.mailFrom } as never)
    return transport
  }
  const host = new URL(config.publicUrl).hostname

  const handler = on(mailQueued, async ({ companyId, mailId }, { db, log }) => {
    const mail = await db.company(companyId, trx =>
      trx.selectFrom('mails').selectAll().where('id', '=', mailId).where('status', '=', 'queued').executeTakeFirst()
    )
    if (!mail || !config.smtpUrl) return
    const error = await open()
      .sendMail({ to: mail.to_address, subject: mail.subject, text: mail.text, messageId: `<${mailId}@${host}>` })
      .then(() => null, refusal)
    await db.company(companyId, trx =>
      trx
        .updateTable('mails')
        .set(error === null ? { status: 'sent', sent_at: new Date(), error: null } : { status: 'failed', error })
        .where('id', '=', mailId)
        .execute()
    )
    log.info({ companyId, mailId, sent: error === null }, 'mail handled')
  })
  return { handler, close: () => transport?.close() }
}

/** A refusal for good (5xx) is the mail's end; anything else is thrown and tried again. */
function refusal(error: unknown): string {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  if (code >= 500 && code < 600 && error instanceof Error) return error.message.slice(0, 500)
  throw error
}
