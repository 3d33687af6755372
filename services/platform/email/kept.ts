import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { oneLine } from './send.ts'

type KeptMail = {
  companyId: string
  /** Deduplicates it, together with the recipient. */
  cause: string
  to: string
  subject: string
  text: string
  html: string
  leadId: string | null
}

/** Keeps a mail on the outbox page, as its reader would have got it. */
export async function keepMail(
  trx: Trx,
  { companyId, cause, to, subject, leadId, text, html }: KeptMail
): Promise<void> {
  await trx
    .insertInto('mails')
    .values({
      company_id: companyId,
      job_id: cause,
      to_address: to,
      subject: oneLine(subject),
      text,
      html,
      status: 'kept',
      lead_id: leadId
    })
    .onConflict(conflict => conflict.columns(['company_id', 'job_id', 'to_address']).doNothing())
    .execute()
}

type Server = { kept: boolean; smtp_host: string | null }

/**
 * Whether the mails of a company's sender, or of one that has none yet, go to the outbox page: nothing else is there to
 * take them.
 */
export const hasNoServer = ({ smtpUrl }: Pick<Config, 'smtpUrl'>, sender: Server | undefined): boolean =>
  sender?.kept || ((sender?.smtp_host ?? null) === null && smtpUrl === undefined)
