import type { Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import { providerId } from '../../platform/audit/rules.ts'

/** Announces to staff's browsers that a ticket is other than they read it. Only staff's connection can. */
export const announceDesk = (trx: Trx, ticketId: string): Promise<void> =>
  announce(trx, { companyId: providerId, kind: 'desk-changed', data: { ticketId } })
