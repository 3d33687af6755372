import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { publish } from '../../core/jobs.ts'
import { accountMailQueued } from './jobs.ts'
import { inHtml, mailButton, mailPage } from './letter.ts'
import { takeOutsideMail } from './limit.ts'

export type AccountMail = {
  to: string
  subject: string
  /** Plain text; nothing in it is read as HTML. */
  paragraphs: string[]
  /** The button below them. */
  action?: { label: string; url: string }
  /** Small print at the end. */
  note?: string
  /** Set for mails to people without an account; the address is deleted once the mail is sent. */
  companyId?: string
  /** Deduplicates: a second mail for the same cause is not written. */
  cause?: string
  /** Its place in a conversation by mail. */
  thread?: MailThread
  /** Files of a company that go with it, read when it is sent. */
  files?: readonly MailedFile[]
  /** A notice where nothing else is said. */
  kind?: MailNature
  /** Further addresses that it goes to. */
  copies?: readonly string[]
}

/**
 * A notice of the program; an answer that a person wrote to a person; a receipt, which answers a mail and is answered by
 * nobody (RFC 3834).
 */
export type MailNature = 'notice' | 'answer' | 'receipt'

export type MailedFile = { companyId: string; fileId: string; name: string; type: string }

export type MailThread = {
  /** Without brackets, as all Message-IDs here; else one is made of the mail's id. */
  messageId?: string
  /** The mails before it, the last one being answered. */
  references: readonly string[]
  /** Where answers go. */
  replyTo?: string
}

/** The multiple of the daily limit for mails to people about their own data. */
const timesForPeople = 2

/**
 * Sends a mail about a person's account when the transaction commits. Without a mail server it is kept where staff can
 * read it. False, and nothing is sent, where the company may not write to outsiders, or no more today.
 */
export async function sendAccountMail(trx: Trx, config: Config, mail: AccountMail): Promise<boolean> {
  if (mail.companyId && !(await takeOutsideMail(trx, mail.companyId, timesForPeople))) return false
  const written = await trx
    .insertInto('account_mails')
    .values({
      to_address: mail.to,
      subject: mail.subject.replace(/\s+/g, ' '),
      text: asText(mail),
      html: asHtml(mail),
      status: config.smtpUrl ? 'queued' : 'kept',
      company_id: mail.companyId ?? null,
      forget: mail.companyId !== undefined,
      cause: mail.cause ?? null,
      thread: mail.thread ? JSON.stringify(mail.thread) : null,
      files: JSON.stringify(mail.files ?? []),
      copies: [...(mail.copies ?? [])],
      kind: mail.kind ?? 'notice'
    })
    .onConflict(conflict => conflict.column('cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written && config.smtpUrl) await publish(trx, accountMailQueued, { mailId: written.id })
  return true
}

function asText({ paragraphs, action, note }: AccountMail): string {
  const parts = [...paragraphs, action && `${action.label}:\n${action.url}`, note]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function asHtml({ subject, paragraphs, action, note }: AccountMail): string {
  const body = paragraphs.map(text => `<p style="margin:0 0 16px">${inHtml(text)}</p>`).join('')
  const button = action
    ? `<p style="margin:24px 0">${mailButton(action.url, action.label)}</p><p style="margin:0 0 16px;font-size:13px;color:#5b6b68">${inHtml(action.url)}</p>`
    : ''
  const small = note ? `<p style="margin:24px 0 0;font-size:13px;color:#5b6b68">${inHtml(note)}</p>` : ''
  return mailPage(subject, `${body}${button}${small}`)
}
