import { type RawBuilder, sql } from 'kysely'
import { type ContactChannel, contactChannels, type KeptConsents } from '../leads/rules.ts'

/** What is kept of the first decision of a new lead, in SQL; nothing where `granted` is null. */
export const firstDecision = (
  channels: readonly ContactChannel[],
  granted: RawBuilder<unknown>
): RawBuilder<unknown> => {
  const decision = sql`jsonb_build_object('at', now(), 'state', case when ${granted} then 'granted' else 'refused' end)`
  const each = channels.map(channel => sql`${sql.lit(channel)}, ${decision}`)
  return sql`case when ${granted} is null then '{}' else jsonb_build_object(${sql.join(each)}) end`
}

/** Of two records of one person: for each channel the stricter decision, and the later one of equals. */
export function strictest(one: KeptConsents, other: KeptConsents): KeptConsents {
  const decided = contactChannels.flatMap(channel => {
    const all = [one[channel], other[channel]].filter(decision => decision !== undefined)
    const refusals = all.filter(({ state }) => state !== 'granted')
    const [last] = (refusals.length > 0 ? refusals : all).sort((a, b) => b.at.localeCompare(a.at))
    return last ? [[channel, last]] : []
  })
  return Object.fromEntries(decided)
}

/** What a lead gets back of what a merge had made of its decisions, but for those that the person has taken since. */
export function backBefore(now: KeptConsents, made: KeptConsents, was: KeptConsents): KeptConsents {
  const same = (channel: ContactChannel) => now[channel]?.at === made[channel]?.at
  return Object.fromEntries(
    contactChannels.flatMap(channel => {
      const decision = same(channel) ? was[channel] : now[channel]
      return decision ? [[channel, decision]] : []
    })
  )
}
