import type { Config } from '../core/config.ts'
import type { Trx } from '../core/db.ts'
import { publish } from '../core/jobs.ts'
import { accountMailQueued } from './jobs.ts'
import { takeOutsideMail } from './limit.ts'

export type AccountMail = {
  to: string
  subject: string
  /** Each a paragraph of plain text; nothing in it is read as HTML. */
  paragraphs: string[]
  /** The button below them. */
  action?: { label: string; url: string }
  /** Small print at the end. */
  note?: string
  /** The company for which it speaks to somebody who has no account; where it went is forgotten once it is sent. */
  companyId?: string
  /** What it is written for, once: a second mail for the same cause is none. */
  cause?: string
}

/** How many times the limit of a day is for what people are told of their own data. */
const timesForPeople = 2

/**
 * Sends a mail that concerns a person's account, once the transaction commits. Without a mail server it is kept where
 * staff can read it. False for a company that may not write to anybody outside (any more today): nothing is sent.
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
      cause: mail.cause ?? null
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

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const inHtml = (text: string): string => text.replace(/[&<>"]/g, character => entities[character] ?? character)

/** Tables and inline styles, which is what mail programs understand. */
function asHtml({ subject, paragraphs, action, note }: AccountMail): string {
  const body = paragraphs.map(text => `<p style="margin:0 0 16px">${inHtml(text)}</p>`).join('')
  const button = action
    ? `<p style="margin:24px 0"><a href="${inHtml(action.url)}" style="background:#0f766e;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${inHtml(action.label)}</a></p><p style="margin:0 0 16px;font-size:13px;color:#5b6b68">${inHtml(action.url)}</p>`
    : ''
  const small = note ? `<p style="margin:24px 0 0;font-size:13px;color:#5b6b68">${inHtml(note)}</p>` : ''
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>${inHtml(subject)}</title></head><body style="margin:0;background:#f4f7f6"><table role="presentation" width="100%"><tr><td align="center" style="padding:24px"><table role="presentation" width="560" style="max-width:100%;background:#ffffff;border-radius:12px;font:16px/1.5 system-ui,sans-serif;color:#16211f"><tr><td style="padding:32px">${body}${button}${small}</td></tr></table></td></tr></table></body></html>`
}
