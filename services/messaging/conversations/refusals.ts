import type { Db } from '../../core/db.ts'
import { adapters } from '../channels/adapters.ts'
import type { ChannelKind } from '../channels/rules.ts'
import type { Update } from '../channels/updates.ts'
import type { Received } from './receive.ts'
import { stop } from './sending.ts'

/**
 * Stops a channel where the state of a message says that the provider refuses all of them: some refusals are reported
 * only after a message was accepted. One that is older than the last test that the channel passed is settled already.
 */
export async function heedRefusals(
  db: Db,
  { id, companyId, provider }: { id: string; companyId: string; provider: ChannelKind },
  updates: readonly Update[],
  received: readonly Received[]
): Promise<void> {
  for (const [n, update] of updates.entries()) {
    if (received[n]?.outcome !== 'stored' || update.type !== 'status' || update.code === undefined) continue
    const { problem, text } = adapters[provider].refusal(update.code)
    if (!problem) continue
    await db.company({ id: companyId, held: true, deleted: true }, async trx => {
      const channel = await trx
        .selectFrom('channels')
        .selectAll()
        .where('id', '=', id)
        .where('problem', 'is', null)
        .where('checked_at', '<', update.at)
        .executeTakeFirst()
      if (channel) await stop(trx, channel, problem, text)
    })
  }
}
