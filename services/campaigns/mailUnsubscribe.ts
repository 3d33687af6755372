import type { Config } from '../core/config.ts'
import type { Db, Trx } from '../core/db.ts'
import type { InboundMail, MailClaim, MailPlace } from '../core/mail.ts'
import { erasureKey } from '../erased/people.ts'
import { readReplyAddress } from '../inboundMail/addresses.ts'
import { hashOf } from '../suppressions/hashes.ts'
import type {} from './tables.ts'
import { leave } from './unsubscribe.ts'

type Place = MailPlace & { companyId: string; recipientId: string; hash: Buffer | null }

/** The recipient whose signed address for unsubscribing a mail was sent to. */
function recipientOf(config: Config, recipients: readonly string[]): string | null {
  for (const address of recipients) {
    const about = readReplyAddress(config, address)
    if (about !== null && about !== 'plain' && about.kind === 'unsubscribe') return about.id
  }
  return null
}

async function claims(mail: InboundMail, { db, config }: { db: Db; config: Config }): Promise<Place | null> {
  const recipientId = recipientOf(config, mail.recipients)
  if (recipientId === null) return null
  const row = await db.everyCompany(trx =>
    trx
      .selectFrom('campaign_recipients')
      .select(['company_id', 'lead_id', 'address'])
      .where('id', '=', recipientId)
      .executeTakeFirst()
  )
  if (!row) return null
  const { company_id: companyId, lead_id: leadId, address } = row
  const key = await erasureKey(db, config)
  const hash = address === null ? null : hashOf(key, companyId, 'email', address.trim().toLowerCase())
  return { companyId, leadId, recipientId, hash }
}

async function handle(trx: Trx, mail: InboundMail, { companyId, recipientId, hash }: Place): Promise<string> {
  // Mail programs write such mails themselves; only what a server says of a mail is none.
  if (mail.kind === 'bounce' || mail.kind === 'complaint') return 'no answer'
  // Nobody knows any more whose address it was.
  if (hash === null) return 'erased'
  const from = { ip: null, requestId: null, userAgent: null }
  const left = await leave(trx, { companyId, recipientId, hash }, from, 'Descadastrou-se por e-mail')
  return left ? 'unsubscribed' : 'repeated'
}

/** Mails to the second address of List-Unsubscribe (RFC 2369). Whoever has the mail may send one, as with its link. */
export const mailUnsubscribes: MailClaim<Place> = { name: 'campaign-unsubscribes', claims, handle }
