import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import type { MailPlace } from '../../core/mail.ts'
import { firstAbout, type ReplyKind } from '../../platform/inboundMail/addresses.ts'
import type {} from './tables.ts'

/** The recipient of a campaign's mail that an incoming mail is about; `address` is null once it has been erased. */
export type SignedRecipient = MailPlace & { companyId: string; recipientId: string; address: string | null }

/**
 * The recipient whose signed address of one kind is the first among `addresses`. Null where there is none, and where
 * the recipient is gone. Reads across companies: the signature alone says which it is.
 */
export async function signedRecipient(
  { db, config }: { db: Db; config: Config },
  kind: ReplyKind,
  addresses: readonly string[]
): Promise<SignedRecipient | null> {
  const recipientId = firstAbout(config, kind, addresses)
  return recipientId === null ? null : findRecipient(db, recipientId)
}

/** The recipient with this id, of any company: something signed must have named it. Null where it is gone. */
export async function findRecipient(db: Db, recipientId: string): Promise<SignedRecipient | null> {
  const row = await db.everyCompany(trx =>
    trx
      .selectFrom('campaign_recipients')
      .select(['company_id', 'lead_id', 'address'])
      .where('id', '=', recipientId)
      .executeTakeFirst()
  )
  return row ? { companyId: row.company_id, leadId: row.lead_id, recipientId, address: row.address } : null
}
