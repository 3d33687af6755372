import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { cut } from '../../core/rules.ts'
import type { Tables } from '../../core/tables.ts'
import { parseFilter } from '../../leads/leads/filter.ts'
import type { LeadFilterQuery } from '../../leads/leads/schema.ts'
import type { CampaignContent } from './content.ts'
import { addCampaign, type Writer } from './queries.ts'
import {
  type AgainGroup,
  againEndings,
  againGroupsOf,
  type CarrierKind,
  campaignLimits,
  campaignTexts
} from './rules.ts'
import type { AgainCounts, Campaign, WritingAgain } from './schema.ts'
import type {} from './tables.ts'

type Row = Selectable<Tables['campaigns']>

/** Throws 404, also for a step of a series, and 409 for a campaign that was not sent, or is still being sent. */
async function findSent(trx: Trx, id: string, carrier: CarrierKind): Promise<Row> {
  const row = await trx
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', id)
    .where('carrier', '=', carrier)
    .where('series_id', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', campaignTexts.gone)
  const ended = row.state === 'done' || row.state === 'cancelled'
  if (!ended || row.started_at === null) throw new AppError('conflict', campaignTexts.notSent)
  return row
}

const isCounted = ({ content }: Row): boolean => (content as CampaignContent | null)?.uncounted !== true

const filterOf = (id: string, to: AgainGroup): LeadFilterQuery => ({ emailCampaign: id, emailResult: to })

/** Leads of a group that the viewer sees. */
async function countGroup(trx: Trx, id: string, to: AgainGroup): Promise<number> {
  const filter = JSON.stringify(parseFilter(filterOf(id, to), null))
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from matching_leads(${filter}::jsonb, ${campaignLimits.recipients})`.execute(trx)
  return rows[0]?.n ?? 0
}

/** How many recipients of a sent campaign another may be written to. Throws 404 and 409. */
export async function countAgain(trx: Trx, id: string, carrier: CarrierKind): Promise<AgainCounts> {
  const row = await findSent(trx, id, carrier)
  const counts: AgainCounts = []
  for (const to of againGroupsOf(carrier)) {
    const countable = to === 'unconfirmed' || isCounted(row)
    const people = countable ? await countGroup(trx, id, to) : null
    counts.push({ to, people, twice: to === 'unconfirmed' ? (people ?? 0) : 0 })
  }
  return counts
}

/**
 * Writes a draft to a part of the recipients of a sent campaign, with its template. Its audience is a filter, so that
 * consent, suppressions and what people did meanwhile are asked when it is sent. Throws 404, and 409 for a campaign that
 * was not sent, a group without people, or one that was not counted.
 */
export async function writeAgain(
  trx: Trx,
  id: string,
  { to, subject }: WritingAgain,
  writer: Writer
): Promise<Campaign> {
  const row = await findSent(trx, id, writer.carrier)
  if (!againGroupsOf(writer.carrier).includes(to) || (to !== 'unconfirmed' && !isCounted(row)))
    throw new AppError('conflict', campaignTexts.notCounted)
  if ((await countGroup(trx, id, to)) === 0) throw new AppError('conflict', campaignTexts.nobodyAgain)
  const ending = againEndings[to]
  const sentSubject = row.winner === 'b' ? (row.subject_b ?? row.subject) : row.subject
  const draft = {
    name: `${cut(row.name, campaignLimits.name - ending.length)}${ending}`,
    subject: subject ?? sentSubject,
    templateId: row.template_id,
    filter: filterOf(id, to),
    scheduledAt: null,
    quietHours: row.quiet_hours,
    ...(row.template_values && { values: row.template_values })
  }
  return addCampaign(trx, draft, writer)
}
