import { sql } from 'kysely'
import type { Transporter } from 'nodemailer'
import type { Config } from '../core/config.ts'
import { readEmail } from '../core/emails.ts'
import { on } from '../core/handlers.ts'
import { deleteWhere, inPortions } from '../core/tidy.ts'
import { accountMailQueued, mailQueued } from './jobs.ts'

type Message = { id: string; to: string; subject: string; text: string; html?: string }

/** The outcome of a mail: sent, or failed for good or at the last attempt. */
type Outcome = { status: 'sent'; sent_at: Date; error: null } | { status: 'failed'; error: string }

const transports = new WeakMap<Config, Transporter>()

async function transportOf(config: Config): Promise<Transporter> {
  // Loaded with the first mail, which many installations never send.
  const { createTransport } = await import('nodemailer')
  const transport = transports.get(config) ?? createTransport(config.smtpUrl, { from: config.mailFrom } as never)
  transports.set(config, transport)
  return transport
}

export const close = (config: Config): void => transports.get(config)?.close()

/**
 * Sends one mail and stores the outcome; throws where a retry makes sense, and after the last attempt. The Message-ID
 * derives from the mail's id, so that a duplicate after a crash can be recognised.
 */
async function send(
  config: Config,
  { id, to, ...mail }: Message,
  last: boolean,
  note: (outcome: Outcome) => Promise<unknown>
) {
  const host = new URL(config.publicUrl).hostname
  const address = readEmail(to)
  if (address === null) {
    await note({ status: 'failed', error: 'O endereço não é um e-mail válido. Nada foi enviado.' })
    return false
  }
  const transporter = await transportOf(config)
  const failure: unknown = await transporter
    // As an object the address is taken literally; a string would be parsed as a list.
    .sendMail({ ...mail, subject: oneLine(mail.subject), to: { name: '', address }, messageId: `<${id}@${host}>` })
    .then(
      () => null,
      thrown => thrown
    )
  const final = failure === null || isRefusal(failure)
  if (!final && !last) throw failure
  const error = failure instanceof Error ? failure.message : String(failure)
  await note(
    failure === null
      ? { status: 'sent', sent_at: new Date(), error: null }
      : { status: 'failed', error: error.slice(0, 500) }
  )
  if (!final) throw failure
  return failure === null
}

const ofCompany = on(mailQueued, async ({ companyId, mailId }, { db, config, log, last }) => {
  const mail = await db.company(companyId, trx =>
    trx.selectFrom('mails').selectAll().where('id', '=', mailId).where('status', '=', 'queued').executeTakeFirst()
  )
  if (!mail || !config.smtpUrl) return
  const message = { id: mailId, to: mail.to_address, subject: mail.subject, text: mail.text }
  const sent = await send(config, message, last, outcome =>
    db.company(companyId, trx => trx.updateTable('mails').set(outcome).where('id', '=', mailId).execute())
  )
  log.info({ companyId, mailId, sent }, 'mail handled')
})

const ofAccount = on(accountMailQueued, async ({ mailId }, { db, config, log, last }) => {
  const mail = await db.everyCompany(trx =>
    trx
      .selectFrom('account_mails')
      .selectAll()
      .where('id', '=', mailId)
      .where('status', '=', 'queued')
      .executeTakeFirst()
  )
  if (!mail || !config.smtpUrl) return
  const message = { id: mailId, to: mail.to_address, subject: mail.subject, text: mail.text, html: mail.html }
  // Once sent, the secret link is not kept.
  const sent = await send(config, message, last, outcome =>
    db.everyCompany(trx =>
      trx
        .updateTable('account_mails')
        .set({ ...outcome, text: '', html: '', ...(mail.forget && { to_address: '', error: null }) })
        .where('id', '=', mailId)
        .execute()
    )
  )
  log.info({ mailId, sent }, 'account mail handled')
})

export const handlers = [ofCompany, ofAccount]

export const tidy = { mailDays: inPortions(deleteWhere('mail_days', sql`day < current_date - 30`)) }

/** A header must not contain line breaks. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()

/** True for a permanent refusal (SMTP 5xx); anything else may be temporary. */
function isRefusal(failure: unknown): boolean {
  const code = failure instanceof Error && 'responseCode' in failure ? Number(failure.responseCode) : 0
  return code >= 500 && code < 600
}
