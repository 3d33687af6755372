import { sql } from 'kysely'
import type { Config } from '../core/config.ts'
import type { Db } from '../core/db.ts'
import { testChannel } from './connection.ts'
import { type Channel, lockChannel, noteTest } from './queries.ts'
import { channelNames } from './rules.ts'
import { notifyOfTrouble } from './trouble.ts'

/** Hours after which a channel is read again, channels of one run, and those that are read at once. */
const [pause, most, together] = [12, 200, 8]

/**
 * Reads the numbers and accounts that are switched on and were not read for half a day, so that a token that was
 * revoked or a quality that fell is known before a message fails. What the provider does not answer changes nothing.
 * Returns how many were read.
 */
export async function watchChannels(db: Db, config: Config): Promise<number> {
  const due = await db.everyCompany(trx =>
    trx
      .selectFrom('channels')
      .selectAll()
      .where('active', '=', true)
      .where('problem', 'is', null)
      .where('token', 'is not', null)
      .where(sql<boolean>`checked_at < now() - ${pause} * interval '1 hour'`)
      .orderBy('checked_at')
      .limit(most)
      .execute()
  )
  let read = 0
  for (let n = 0; n < due.length; n += together) {
    const group = due.slice(n, n + together)
    const done = await Promise.all(group.map(channel => readChannel(db, config, channel)))
    read += done.filter(Boolean).length
  }
  return read
}

const fallen = (quality: string | null): boolean => quality === 'YELLOW' || quality === 'RED'

/** False where the provider said nothing of the channel. */
async function readChannel(db: Db, config: Config, channel: Channel): Promise<boolean> {
  const tested = await testChannel(config, channel)
  if ('error' in tested && tested.problem === null) return false
  await db.company(channel.company_id, async trx => {
    const now = await lockChannel(trx, channel.kind)
    // Somebody may have changed it meanwhile.
    if (now.token !== channel.token || now.account !== channel.account || !now.active || now.problem) return
    const after = await noteTest(trx, channel.id, tested)
    const name = channelNames[channel.kind]
    if ('error' in tested) await notifyOfTrouble(trx, channel, `O ${name} parou de funcionar`, tested.error)
    else if (fallen(after.quality) && !fallen(now.quality))
      await notifyOfTrouble(
        trx,
        channel,
        'A qualidade do número caiu',
        'Clientes bloquearam ou denunciaram mensagens. Escreva só a quem espera por elas.'
      )
  })
  return true
}
