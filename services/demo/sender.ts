import type { Trx } from '../core/db.ts'
import { seal } from '../core/secrets.ts'
import { keyPlace, makeKey } from '../marketing/senders/keys.ts'
import type {} from '../marketing/senders/tables.ts'
import type { Demo } from './context.ts'

/** The sender of the shop: its domain counts as proved, and its mails stay on the outbox page. */
export async function addSender(trx: Trx, { companyId, config, clock }: Demo): Promise<void> {
  const provedAt = clock.on(-60, '10:00')
  const sender = await trx
    .insertInto('email_senders')
    .values({
      company_id: companyId,
      name: 'Confeitaria Doce Jardim',
      local_part: 'contato',
      domain: 'docejardim.example',
      reply_to: null,
      smtp_host: null,
      smtp_port: null,
      smtp_tls: null,
      smtp_user: null,
      smtp_password: null,
      spf_include: null,
      per_second: null,
      per_hour: null,
      per_day: null,
      kept: true,
      proved_at: new Date(provedAt),
      checked_at: new Date(provedAt),
      tried_at: new Date(provedAt),
      pending_since: provedAt,
      created_at: provedAt,
      updated_at: provedAt
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!sender) return
  const key = await makeKey()
  await trx
    .insertInto('email_sender_keys')
    .values({
      id: key.id,
      company_id: companyId,
      sender_id: sender.id,
      state: 'signing',
      selector: key.selector,
      public_key: key.publicKey,
      private_key: seal(config, key.privateKey, keyPlace(key.id)),
      created_at: provedAt
    })
    .execute()
}
