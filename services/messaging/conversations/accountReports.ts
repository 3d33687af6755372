import type { Db } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import { noteFreed } from '../channels/queries.ts'
import { hasFallen } from '../channels/rules.ts'
import { notifyOfEnd, notifyOfQuality, notifyOfTrouble } from '../channels/trouble.ts'
import type { AccountReport, Outcome } from '../channels/updates.ts'
import { stop } from './sending.ts'

const day = 86_400_000

/**
 * Notes with a channel what its provider reported of the account: a block or its end, quality, limit; and notifies
 * those who manage the channel of deteriorations. The latest of several reports on one topic holds, in any order of
 * arrival.
 */
export async function noteReport(
  db: Db,
  { id, companyId }: { id: string; companyId: string },
  report: AccountReport
): Promise<Outcome> {
  return db.company({ id: companyId, held: true, deleted: true }, async trx => {
    const channel = await trx.selectFrom('channels').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    const { at, topic, blocked, permission, quality, messagingLimit, notice } = report
    const last = channel?.reported[topic]
    if (!channel || (last !== undefined && last >= at)) return 'repeated'
    await trx
      .updateTable('channels')
      .set({
        reported: JSON.stringify({ ...channel.reported, [topic]: at }),
        ...(quality !== undefined && { quality }),
        ...(messagingLimit !== undefined && { messaging_limit: messagingLimit })
      })
      .where('id', '=', id)
      .execute()
    if (blocked) await stop(trx, channel, 'blocked', blocked)
    if (blocked === null && channel.problem === 'blocked') {
      await noteFreed(trx, channel)
      await notifyOfEnd(trx, channel)
    }
    if (permission && !channel.problem) await stop(trx, channel, 'permission', permission)
    if (hasFallen(quality ?? null) && !hasFallen(channel.quality)) await notifyOfQuality(trx, channel)
    if (notice && !(notice.daily && last && Date.parse(at) - Date.parse(last) < day))
      await notifyOfTrouble(trx, channel, notice.title, notice.text)
    await announce(trx, { companyId, kind: 'channel-changed', data: {} })
    return 'stored'
  })
}
