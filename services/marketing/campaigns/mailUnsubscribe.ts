import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import type { InboundMail, MailClaim } from '../../core/mail.ts'
import { erasureKey } from '../../leads/erased/people.ts'
import { hashOf } from '../suppressions/hashes.ts'
import { type SignedRecipient, signedRecipient } from './signedRecipients.ts'
import type {} from './tables.ts'
import { leave } from './unsubscribe.ts'

type Place = SignedRecipient & { hash: Buffer | null }

async function claims(mail: InboundMail, { db, config }: { db: Db; config: Config }): Promise<Place | null> {
  const recipient = await signedRecipient({ db, config }, 'unsubscribe', mail.recipients)
  if (recipient === null) return null
  const { companyId, address } = recipient
  const key = await erasureKey(db, config)
  const hash = address === null ? null : hashOf(key, companyId, 'email', address.trim().toLowerCase())
  return { ...recipient, hash }
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

/**
 * Mails to the second address of List-Unsubscribe (RFC 2369). Anyone who has the mail may send one, as with its link.
 */
export const mailUnsubscribes: MailClaim<Place> = { name: 'campaign-unsubscribes', claims, handle }
