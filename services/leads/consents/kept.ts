import { type RawBuilder, sql } from 'kysely'
import { type ContactChannel, contactChannels } from '../../account/activities/rules.ts'
import type { KeptConsents } from '../leads/rules.ts'

/** The consents of a new lead after its first decision, in SQL; unchanged where `granted` is null. */
export const firstDecision = (
  channels: readonly ContactChannel[],
  granted: RawBuilder<unknown>
): RawBuilder<unknown> => {
  const decision = sql`jsonb_build_object('at', now(), 'state', case when ${granted} then 'granted' else 'refused' end)`
  const each = channels.map(channel => sql`${sql.lit(channel)}, ${decision}`)
  return sql`case when ${granted} is null then '{}' else jsonb_build_object(${sql.join(each)}) end`
}

/** For two records of one person: the stricter decision for each channel; of equal ones the later. */
export function strictest(one: KeptConsents, other: KeptConsents): KeptConsents {
  const decided = contactChannels.flatMap(channel => {
    const all = [one[channel], other[channel]].filter(decision => decision !== undefined)
    const refusals = all.filter(({ state }) => state !== 'granted')
    const [last] = (refusals.length > 0 ? refusals : all).sort((a, b) => b.at.localeCompare(a.at))
    return last ? [[channel, last]] : []
  })
  return Object.fromEntries(decided)
}

/** The consents after undoing a merge: as before it, except where the person has decided since. */
export function backBefore(now: KeptConsents, made: KeptConsents, was: KeptConsents): KeptConsents {
  const same = (channel: ContactChannel) => now[channel]?.at === made[channel]?.at
  return Object.fromEntries(
    contactChannels.flatMap(channel => {
      const decision = same(channel) ? was[channel] : now[channel]
      return decision ? [[channel, decision]] : []
    })
  )
}
