import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { replyAddress } from '../../platform/inboundMail/addresses.ts'
import type {} from './tables.ts'

/** The address that answers to the mails of a ticket go to; undefined where the installation takes no mail in. */
export const replyToOf = (config: Config, ticketId: string): string | undefined =>
  replyAddress(config, 'ticket', ticketId) ?? undefined

/**
 * The address at which one member of the staff answers the customer of a ticket by mail; undefined where the installation
 * takes no mail in.
 */
export async function staffReplyTo(
  trx: Trx,
  config: Config,
  { companyId, ticketId, userId }: { companyId: string; ticketId: string; userId: string }
): Promise<string | undefined> {
  if (!config.inboundMail.address) return undefined
  const { id } = await trx
    .insertInto('ticket_staff_addresses')
    .values({ company_id: companyId, ticket_id: ticketId, user_id: userId })
    .onConflict(conflict => conflict.columns(['company_id', 'ticket_id', 'user_id']).doUpdateSet({ user_id: userId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return replyAddress(config, 'staff', id) ?? undefined
}
