import { sql } from 'kysely'
import { throwAll } from '../../core/alone.ts'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { testChannel } from './connection.ts'
import { type Channel, lockChannel, noteTest } from './queries.ts'
import { channelNames, hasFallen } from './rules.ts'
import { notifyOfEnd, notifyOfQuality, notifyOfTrouble } from './trouble.ts'

/** Hours after which a channel is read again, channels of one run, and those that are read at once. */
const [pause, maxChannels, together] = [12, 200, 8]

/**
 * Reads the numbers and accounts that are switched on and were not read for half a day, so that a token that was
 * revoked or a quality that fell is known before a message fails; and those that are blocked each time, so that the end
 * of a block is known too. Questions that the provider leaves unanswered change nothing.
 * Returns how many were read; one that fails keeps none of the others from it, and is thrown at the end.
 */
export async function watchChannels(db: Db, config: Config): Promise<number> {
  const due = await db.everyCompany(trx =>
    trx
      .selectFrom('channels')
      .selectAll()
      .where('active', '=', true)
      .where('token', 'is not', null)
      .where(
        sql<boolean>`(problem is null and checked_at < now() - ${pause} * interval '1 hour' or problem = 'blocked')`
      )
      .orderBy(sql`problem is not null`)
      .orderBy('checked_at')
      .limit(maxChannels)
      .execute()
  )
  let read = 0
  const failures: Error[] = []
  for (let n = 0; n < due.length; n += together) {
    const group = due.slice(n, n + together)
    for (const done of await Promise.allSettled(group.map(channel => readChannel(db, config, channel))))
      if (done.status === 'rejected') failures.push(done.reason)
      else if (done.value) read++
  }
  throwAll(failures, due.length)
  return read
}

/** False where the provider said nothing of the channel. */
async function readChannel(db: Db, config: Config, channel: Channel): Promise<boolean> {
  const tested = await testChannel(config, channel)
  if ('error' in tested && tested.problem === null) return false
  await db.company(channel.company_id, async trx => {
    const now = await lockChannel(trx, channel.kind)
    // Somebody may have changed it meanwhile.
    if (
      now.token !== channel.token ||
      now.account !== channel.account ||
      !now.active ||
      (now.problem && now.problem !== 'blocked')
    )
      return
    const after = await noteTest(trx, channel.id, tested)
    const name = channelNames[channel.kind]
    if (after.problem && after.problem !== now.problem)
      await notifyOfTrouble(trx, channel, `O ${name} parou de funcionar`, after.problem_text ?? '')
    else if (now.problem && !after.problem) await notifyOfEnd(trx, channel)
    else if (hasFallen(after.quality) && !hasFallen(now.quality)) await notifyOfQuality(trx, channel)
  })
  return true
}
