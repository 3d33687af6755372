import type { Config } from '../../core/config.ts'
import { replyAddress } from '../../platform/inboundMail/addresses.ts'

/** The address that answers to the mails of a ticket go to; undefined where the installation takes no mail in. */
export const replyToOf = (config: Config, ticketId: string): string | undefined =>
  replyAddress(config, 'ticket', ticketId) ?? undefined
