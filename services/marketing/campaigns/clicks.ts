import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import { erasureKey } from '../../leads/erased/people.ts'
import { pictureLink, readClickToken } from './clickTokens.ts'
import { type CampaignContent, linksOf } from './content.ts'
import { findCampaign } from './queries.ts'
import type { CampaignClicks } from './schema.ts'
import type {} from './tables.ts'

/** The facts about a request that opens a link. */
export type Opening = { method: string; userAgent: string; purpose: string }

/** Programs that look at mails before or instead of people, by the names that they give themselves. */
const programs =
  /bot\b|crawl|spider|preview|scan|monitor|check|curl|wget|python|java\/|go-http|okhttp|axios|node|headless|phantom|facebookexternalhit|whatsapp|slack|skype|teams|safelinks|barracuda|mimecast|proofpoint|symantec|trend ?micro|ironport|fortimail/i

/** Seconds after the mail was accepted in which a gateway looks at it, and nobody has read it. */
const scanned = 10

/** Seconds within which nobody opens two links. */
const betweenLinks = 2

const isProgram = ({ method, userAgent, purpose }: Opening): boolean =>
  method !== 'GET' || userAgent === '' || programs.test(userAgent) || /prefetch|preview/i.test(purpose)

/**
 * Notes that a link of a mail was opened, and returns where it leads; null for the picture. Undefined for a link that
 * was not made here, or whose campaign is gone.
 */
export async function openLink(
  { db, config }: { db: Db; config: Config },
  token: string,
  opening: Opening
): Promise<string | null | undefined> {
  const clicked = readClickToken(await erasureKey(db, config), token)
  if (!clicked) return undefined
  const { companyId, recipientId, link } = clicked
  return db.company({ id: companyId, held: true, deleted: true }, async trx => {
    const row = await trx
      .selectFrom('campaign_recipients as r')
      .innerJoin('campaigns as c', join =>
        join.onRef('c.company_id', '=', 'r.company_id').onRef('c.id', '=', 'r.campaign_id')
      )
      .select(['r.campaign_id', 'c.content'])
      .where('r.company_id', '=', companyId)
      .where('r.id', '=', recipientId)
      .executeTakeFirst()
    if (!row) return undefined
    const content = row.content as CampaignContent | null
    const target = link === pictureLink ? null : content ? linksOf(content)[link] : undefined
    if (target === undefined) return undefined
    const number = target === null ? -1 : link
    const first = await noteClick(trx, { companyId, recipientId, link: number, program: isProgram(opening) })
    // Pictures are loaded by nearly everybody, and may wait for the next look.
    if (first && target !== null)
      await announce(trx, { companyId, kind: 'campaign-changed', data: { campaignId: row.campaign_id } })
    return target
  })
}

type Noted = { companyId: string; recipientId: string; link: number; program: boolean }

/**
 * True where this link of this person was not opened before. Several links within seconds are opened by a program,
 * so the first of them, which looked like a person's, becomes one of a program too.
 */
async function noteClick(trx: Trx, { companyId, recipientId, link, program }: Noted): Promise<boolean> {
  if (link >= 0) {
    // Programs open links at once, and each would miss the others.
    await sql`select from campaign_recipients where company_id = ${companyId} and id = ${recipientId}
      for no key update`.execute(trx)
    await sql`
      with burst as (
        delete from campaign_clicks o where o.company_id = ${companyId} and o.recipient_id = ${recipientId}
          and o.link >= 0 and o.link <> ${link}::smallint and not o.automatic
          and o.first_at > now() - ${betweenLinks} * interval '1 second'
        returning campaign_id, link, times, first_at, last_at)
      insert into campaign_clicks as k (company_id, campaign_id, recipient_id, link, automatic, times, first_at, last_at)
      select ${companyId}, campaign_id, ${recipientId}, link, true, times, first_at, last_at from burst
      on conflict (company_id, recipient_id, link, automatic) do update set
        last_at = greatest(k.last_at, excluded.last_at), times = least(k.times + excluded.times, 1000000)`.execute(trx)
  }
  const { rows } = await sql<{ times: number }>`
    insert into campaign_clicks as k (company_id, campaign_id, recipient_id, link, automatic)
    select r.company_id, r.campaign_id, r.id, ${link}::smallint,
      ${program}::boolean or coalesce(r.sent_at, now()) > now() - ${scanned} * interval '1 second'
        or ${link}::smallint >= 0 and exists (select from campaign_clicks o
          where o.company_id = r.company_id and o.recipient_id = r.id and o.link >= 0 and o.link <> ${link}::smallint
            and o.last_at > now() - ${betweenLinks} * interval '1 second')
    from campaign_recipients r where r.company_id = ${companyId} and r.id = ${recipientId}
    on conflict (company_id, recipient_id, link, automatic) do update set last_at = now(),
      times = least(k.times + 1, 1000000)
    returning times`.execute(trx)
  return rows[0]?.times === 1
}

type Counted = { link: number; people: number; automatic: number }

/** How many people opened the links of a campaign's mails, and how many times programs did. Throws 404. */
export async function readClicks(trx: Trx, companyId: string, id: string): Promise<CampaignClicks> {
  await findCampaign(trx, companyId, id, 'email')
  const campaign = await trx.selectFrom('campaigns').select('content').where('id', '=', id).executeTakeFirst()
  const { rows } = await sql<Counted>`
    select link, count(*) filter (where not automatic)::integer as people,
      coalesce(sum(times) filter (where automatic), 0)::integer as automatic
    from campaign_clicks where company_id = ${companyId} and campaign_id = ${id} and link >= 0 group by link`.execute(
    trx
  )
  const { rows: all } = await sql<{ people: number; opened: number }>`
    select count(distinct recipient_id) filter (where link >= 0 and not automatic)::integer as people,
      count(distinct recipient_id) filter (where not automatic)::integer as opened
    from campaign_clicks where company_id = ${companyId} and campaign_id = ${id}`.execute(trx)
  const content = campaign?.content as CampaignContent | null | undefined
  const links = content ? linksOf(content) : []
  const of = (n: number) => rows.find(({ link }) => link === n) ?? { people: 0, automatic: 0 }
  return {
    counted: content?.uncounted !== true,
    people: all[0]?.people ?? 0,
    automatic: rows.reduce((sum, { automatic }) => sum + automatic, 0),
    opened: all[0]?.opened ?? 0,
    links: links.map((url, n) => ({ url, people: of(n).people, automatic: of(n).automatic }))
  }
}
