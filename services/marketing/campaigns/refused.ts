import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { erasureKey } from '../../leads/erased/people.ts'
import { hashOf } from '../suppressions/hashes.ts'
import { suppress } from '../suppressions/queries.ts'
import type { SuppressionReason } from '../suppressions/rules.ts'
import { announceCampaign, pauseByItself, pauseOfRefusals } from './moves.ts'
import type {} from './tables.ts'
import { refusalText, stopOf, whatsapp } from './whatsapp.ts'

type Refused = { companyId: string; campaignId: string; recipientId: string; code: number | null }

/** Refusals that keep campaigns from a number for some days: after them it is tried again. */
const holds: Record<number, { reason: SuppressionReason; days: number }> = {
  131026: { reason: 'no_whatsapp', days: 30 },
  131049: { reason: 'capped', days: 1 }
}

/** Milliseconds between two looks at how many of a campaign were refused: each counts its recipients. */
const lookAgain = 1000
const lookedAt = new Map<string, number>()

/**
 * Does what follows from a refused message: keeps campaigns from its number, and pauses those that cannot go on. The
 * recipient's own end is stored already (messages.sql). May run twice.
 */
export async function noteRefusal({ db, config }: { db: Db; config: Config }, refused: Refused): Promise<void> {
  const { companyId, campaignId, code } = refused
  const key = await erasureKey(db, config)
  await db.company({ id: companyId, held: true, deleted: true }, async trx => {
    await holdNumber(trx, key, refused)
    const { rows } = await fateOf(trx, code)
    if (code !== null && rows[0]?.fate === 'stopped') {
      const { problem, only, hours } = stopOf(code, refusalText(code))
      await pauseByItself(trx, companyId, 'whatsapp', problem, { only: only ? campaignId : null, hours })
    } else if (mayLook(campaignId)) await pauseOfRefusals(trx, companyId, campaignId)
    await announceCampaign(trx, companyId, campaignId)
  })
}

function mayLook(campaignId: string): boolean {
  const now = performance.now()
  if (now - (lookedAt.get(campaignId) ?? Number.NEGATIVE_INFINITY) < lookAgain) return false
  if (lookedAt.size > 1000) lookedAt.clear()
  lookedAt.set(campaignId, now)
  return true
}

const fateOf = (trx: Trx, code: number | null) =>
  sql<{ fate: 'later' | 'stopped' | 'rejected' }>`select fate from message_refusal(${code}::integer)`.execute(trx)

async function holdNumber(trx: Trx, key: Buffer, { companyId, recipientId, code }: Refused): Promise<void> {
  const hold = holds[code ?? 0]
  if (!hold) return
  const row = await trx
    .selectFrom('campaign_recipients')
    .select(['address', 'lead_id'])
    .where('id', '=', recipientId)
    .executeTakeFirst()
  if (!row?.address) return
  const contact = whatsapp.audience.plain(row.address)
  const hash = hashOf(key, companyId, 'phone', contact)
  await suppress(trx, companyId, [{ contact, hash, leadId: row.lead_id, ...hold }], 'phone')
}
