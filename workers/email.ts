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

  const handler = on(mailQueued, async ({ companyId, mailId }, { db, log, last }) => {
    const mail = await db.company(companyId, trx =>
      trx.selectFrom('mails').selectAll().where('id', '=', mailId).where('status', '=', 'queued').executeTakeFirst()
    )
    if (!mail || !config.smtpUrl) return
    const failure: unknown = await open()
      .sendMail({ to: mail.to_address, subject: mail.subject, text: mail.text, messageId: `<${mailId}@${host}>` })
      .then(
        () => null,
        thrown => thrown
      )
    const final = failure === null || isRefusal(failure)
    if (!final && !last) throw failure
    const error = failure === null ? null : (failure instanceof Error ? failure.message : String(failure)).slice(0, 500)
    await db.company(companyId, trx =>
      trx
        .updateTable('mails')
        .set(error === null ? { status: 'sent', sent_at: new Date(), error: null } : { status: 'failed', error })
        .where('id', '=', mailId)
        .execute()
    )
    log.info({ companyId, mailId, sent: error === null }, 'mail handled')
    if (!final) throw failure
  })
  return { handler, close: () => transport?.close() }
}

/** True for a refusal for good (SMTP 5xx); anything else may pass. */
function isRefusal(failure: unknown): boolean {
  const code = failure instanceof Error && 'responseCode' in failure ? Number(failure.responseCode) : 0
  return code >= 500 && code < 600
}
