import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { on } from '../../core/handlers.ts'
import { retried } from '../../core/retried.ts'
import { deleteWhere, inPortions } from '../../core/tidy.ts'
import { bytesOf } from '../files/source.ts'
import { openFile } from '../files/store.ts'
import type { MailedFile } from './account.ts'
import { accountMailQueued, mailQueued } from './jobs.ts'
import { handOver, type Message } from './send.ts'

export { close } from './send.ts'

/** The outcome of a mail: sent, or failed for good or at the last attempt. */
type Noted = { status: 'sent'; sent_at: Date; error: null } | { status: 'failed'; error: string }

/** Sends one mail and stores the outcome; throws where a retry makes sense, and after the last attempt. */
async function send(config: Config, message: Message, last: boolean, note: (outcome: Noted) => Promise<unknown>) {
  const outcome = await handOver(config, message)
  if (outcome.state === 'later' && !last) throw outcome.failure
  const noted: Noted =
    outcome.state === 'sent'
      ? { status: 'sent', sent_at: new Date(), error: null }
      : { status: 'failed', error: outcome.error }
  await retried(() => note(noted))
  if (outcome.state === 'later') throw outcome.failure
  return outcome.state === 'sent'
}

const ofCompany = on(mailQueued, async ({ companyId, mailId }, { db, config, log, last }) => {
  const mail = await db.company(companyId, trx =>
    trx.selectFrom('mails').selectAll().where('id', '=', mailId).where('status', '=', 'queued').executeTakeFirst()
  )
  if (!mail || !config.smtpUrl) return
  const { to_address: to, subject, text, from_name } = mail
  const message = { id: mailId, to, subject, text, ...(from_name !== null && { fromName: from_name }) }
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
  const { to_address: to, subject, text, html, thread, kind, copies } = mail
  const attachments = await readFiles(db, mail.files)
  const message = { id: mailId, to, subject, text, html, ...thread, attachments, kind, copies }
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

/** The files of a mail, in memory; those that are gone meanwhile are left out. */
async function readFiles(db: Db, files: readonly MailedFile[]) {
  const attachments: { filename: string; contentType: string; content: Buffer }[] = []
  for (const { companyId, fileId, name, type } of files) {
    const source = await openFile(db, companyId, fileId)
    if (!source) continue
    const pieces: Buffer[] = []
    for await (const piece of bytesOf(source)) pieces.push(Buffer.from(piece))
    attachments.push({ filename: name, contentType: type, content: Buffer.concat(pieces) })
  }
  return attachments
}

export const handlers = [ofCompany, ofAccount]

export const tidy = { mailDays: inPortions(deleteWhere('mail_days', sql`day < current_date - 30`)) }
