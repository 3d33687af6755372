import { sql } from 'kysely'
import { eachAlone } from '../../core/alone.ts'
import type { Db, Trx } from '../../core/db.ts'
import { publish } from '../../core/jobs.ts'
import { campaignsDue } from './jobs.ts'
import { announceCampaign } from './moves.ts'
import type { CarrierKind, Variant } from './rules.ts'
import type { TestResult } from './tables.ts'

/** Some of a test's recipients of the campaign `c` have not got their mail. */
const isUnderWay = sql`exists (select from campaign_recipients r where r.company_id = c.company_id
  and r.campaign_id = c.id and r.variant is not null and r.state in ('pending', 'sending'))`

const isDue = sql`(case when c.tested_at is null then not ${isUnderWay}
  else c.tested_at + c.test_hours * interval '1 hour' <= now() end)`

/** Campaigns whose test of two subjects was handed over, or is to be decided. */
async function findTests(trx: Trx): Promise<{ companyId: string; id: string }[]> {
  const { rows } = await sql<{ companyId: string; id: string }>`
    select c.company_id as "companyId", c.id from campaigns c
    where c.state = 'sending' and c.subject_b is not null and c.winner is null and ${isDue}
    order by c.started_at limit 100`.execute(trx)
  return rows
}

/** How many got each subject, and how many of them opened a link, by all signs themselves. */
export async function countSubjects(trx: Trx, companyId: string, id: string): Promise<TestResult> {
  const { rows } = await sql<{ variant: Variant; sent: number; clicked: number }>`
    select r.variant, count(*)::integer as sent, count(*) filter (where exists (select from campaign_clicks k
      where k.company_id = r.company_id and k.recipient_id = r.id and k.link >= 0 and not k.automatic))::integer as clicked
    from campaign_recipients r where r.company_id = ${companyId} and r.campaign_id = ${id} and r.variant is not null
      and r.state in ('accepted', 'unknown', 'bounced', 'complained', 'unsubscribed') group by r.variant`.execute(trx)
  const of = (variant: Variant) => {
    const { sent, clicked } = rows.find(row => row.variant === variant) ?? { sent: 0, clicked: 0 }
    return { sent, clicked }
  }
  return { a: of('a'), b: of('b') }
}

/** The subject that a larger share clicked; the first one where none was clicked more. */
export const winnerOf = ({ a, b }: TestResult): Variant =>
  b.clicked * Math.max(1, a.sent) > a.clicked * Math.max(1, b.sent) ? 'b' : 'a'

/** Continues the tests of all companies, one by one. */
export async function decideTests(db: Db): Promise<void> {
  await eachAlone(
    await db.everyCompany(findTests),
    ({ companyId, id }) => `campaign ${id} of company ${companyId}`,
    ({ companyId, id }) => db.company(companyId, trx => decideTest(trx, companyId, id))
  )
}

/**
 * Notes that a test was handed over, or chooses its winner once its time is over: the pending recipients then get that
 * one. May run twice.
 */
async function decideTest(trx: Trx, companyId: string, id: string): Promise<void> {
  const { rows } = await sql<{ carrier: CarrierKind; tested: boolean }>`
    select c.carrier, c.tested_at is not null as tested from campaigns c
    where c.company_id = ${companyId} and c.id = ${id} and c.state = 'sending' and c.subject_b is not null
      and c.winner is null and ${isDue} for update of c`.execute(trx)
  const [campaign] = rows
  if (!campaign) return
  if (campaign.tested) {
    const result = await countSubjects(trx, companyId, id)
    await trx
      .updateTable('campaigns')
      .set({ winner: winnerOf(result), test_result: JSON.stringify(result), updated_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    await publish(trx, campaignsDue, { companyId, carrier: campaign.carrier })
  } else await trx.updateTable('campaigns').set({ tested_at: sql<string>`now()` }).where('id', '=', id).execute()
  await announceCampaign(trx, companyId, id)
}
