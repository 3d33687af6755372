import { sql } from 'kysely'
import { type Db, sqlBuilder, type Trx } from '../../core/db.ts'
import { prepare } from '../../core/prepare.ts'
import type { Touch } from '../leads/rules.ts'
import { enough, featuresOf, type Model, type Score, type Scored, scoreOf } from './rules.ts'
import type { LeadScore, ScoreSettings } from './schema.ts'
import type {} from './tables.ts'

type Row = Scored & { id: string; company_id: string }

const columns = sql`l.id, l.company_id, l.source, l.first_touch ->> 'utm_campaign' as campaign,
  left(l.message, 100) as message,
  l.preferred_date as "preferredDate", l.preferred_period as "preferredPeriod", l.consent_given as "consentGiven",
  l.email, l.phone, l.marks, l.received_at as "receivedAt", l.last_contact_at as "lastContactAt",
  (select count(*)::integer from submissions s where s.company_id = l.company_id and s.lead_id = l.id) as submissions`

/** Leads of history that are counted; more change nothing. */
const memory = 5000

/** Counts a company's won and lost leads by their features; only the counts are stored. */
export async function learn(trx: Trx, companyId: string): Promise<Model> {
  const { rows } = await sql<Row & { status: 'converted' | 'lost' }>`
    (select l.status, ${columns} from leads l where l.company_id = ${companyId} and l.status = 'converted'
      and l.deleted_at is null order by l.received_at desc limit ${memory})
    union all
    (select l.status, ${columns} from leads l where l.company_id = ${companyId} and l.status = 'lost'
      and l.deleted_at is null order by l.received_at desc limit ${memory})`.execute(trx)
  const model: Model = { won: 0, lost: 0, counts: {} }
  // A map, because the keys are visitors' words and may be named like an object's properties.
  const seen = new Map<string, Map<string, { won: number; lost: number }>>()
  for (const { status, ...lead } of rows) {
    const outcome = status === 'converted' ? 'won' : 'lost'
    model[outcome]++
    for (const [feature, value] of Object.entries(featuresOf(lead))) {
      const values = seen.get(feature) ?? new Map()
      const count = values.get(value) ?? { won: 0, lost: 0 }
      count[outcome]++
      seen.set(feature, values.set(value, count))
    }
  }
  model.counts = Object.fromEntries([...seen].map(([feature, values]) => [feature, Object.fromEntries(values)]))
  const counts = model.won >= enough && model.lost >= enough ? model.counts : {}
  const kept = { won: model.won, lost: model.lost, counts: JSON.stringify(counts), learnt_at: new Date() }
  await trx
    .insertInto('score_models')
    .values({ company_id: companyId, ...kept })
    .onConflict(conflict => conflict.column('company_id').doUpdateSet(kept))
    .execute()
  return model
}

/** Companies with leads whose model is a day old. */
export async function companiesToLearn(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from companies c left join score_models m on m.company_id = c.id
    where (m.learnt_at is null or m.learnt_at < now() - interval '1 day')
      and exists (select from leads l where l.company_id = c.id)
    order by m.learnt_at nulls first`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Recounts a company, as staff, unless another worker has it. */
export async function learnAgain(trx: Trx, companyId: string): Promise<void> {
  const { rows } = await sql`
    select from companies where id = ${companyId} for no key update skip locked`.execute(trx)
  if (rows.length > 0) await learn(trx, companyId)
}

const findModel = (trx: Trx, companyId: string) =>
  trx.selectFrom('score_models').selectAll().where('company_id', '=', companyId).executeTakeFirst()

/** For a company that has scores switched off. */
const unscored: { score: null; reasons: [] } = { score: null, reasons: [] }

const modelOf = prepare<{ companyId: string }>('score-model', placeholder =>
  sqlBuilder
    .selectFrom('score_models')
    .select(['enabled', 'won', 'lost', 'counts'])
    .where('company_id', '=', placeholder('companyId'))
)

type CompanyModel = Model & { enabled: boolean }
const models = new Map<string, { until: number; model: CompanyModel | null }>()

/** Milliseconds for which a process caches a model. */
const freshness = 5000

/**
 * The score of a new lead, to be stored with it: a separate update would cost as much as storing the lead. None where
 * the company has switched scores off, up to five seconds ago.
 */
export async function scoreNew(
  db: Db,
  companyId: string,
  lead: Omit<Scored, 'campaign' | 'submissions' | 'receivedAt' | 'lastContactAt'> & {
    touch: Touch | null
    firstTouch: Touch | null
  }
): Promise<Score | typeof unscored> {
  const model = await cachedModel(db, companyId)
  if (model?.enabled === false) return unscored
  const campaign = (lead.firstTouch ?? lead.touch)?.utm_campaign ?? null
  return scoreOf(
    { ...lead, campaign, submissions: 1, receivedAt: new Date().toISOString(), lastContactAt: null },
    model
  )
}

async function cachedModel(db: Db, companyId: string): Promise<CompanyModel | null> {
  const cached = models.get(companyId)
  if (cached && cached.until > Date.now()) return cached.model
  const [result] = await db.companyBatch(companyId, [modelOf({ companyId })])
  if (models.size >= 10_000) models.clear()
  const model: CompanyModel | null = result?.rows[0] ?? null
  models.set(companyId, { until: Date.now() + freshness, model })
  return model
}

/** Leads of one transaction. */
export const scorePortion = 500

/** Open leads without a score of today. */
const isUnscored = sql<boolean>`l.status in ('new', 'contacted', 'scheduled') and l.held_at is null
  and l.deleted_at is null and (l.scored_at is null or l.scored_at < now() - interval '1 day')`

export async function companiesToScore(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select distinct l.company_id as id from leads l where ${isUnscored}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Scores the next leads, of any company or of one, as staff. Returns how many. Models are a day old at most. */
export async function scoreSome(trx: Trx, companyId?: string): Promise<number> {
  const { rows } = await sql<Row>`
    select ${columns} from leads l where ${isUnscored} ${companyId ? sql`and l.company_id = ${companyId}` : sql``}
    order by l.scored_at nulls first limit ${scorePortion} for update of l skip locked`.execute(trx)
  for (const [companyId, leads] of Map.groupBy(rows, row => row.company_id)) await keepScores(trx, companyId, leads)
  return rows.length
}

async function keepScores(trx: Trx, companyId: string, leads: readonly Row[]): Promise<void> {
  const stored = await findModel(trx, companyId)
  const fresh = stored?.learnt_at && Date.now() - Date.parse(stored.learnt_at) < 86_400_000
  const model = fresh ? stored : await learn(trx, companyId)
  const off = stored?.enabled === false
  const scores = leads.map(lead => ({ id: lead.id, ...(off ? unscored : scoreOf(lead, model)) }))
  const ids = scores.map(({ id }) => id)
  await sql`
    update leads set score = r.score, score_reasons = r.reasons, scored_at = now()
    from unnest(${ids}::text[], ${scores.map(({ score }) => score)}::smallint[],
      ${scores.map(({ reasons }) => JSON.stringify(reasons))}::jsonb[]) as r (id, score, reasons)
    where leads.company_id = ${companyId} and leads.id = r.id`.execute(trx)
}

/** Undefined where there is no such lead. */
export async function findScore(trx: Trx, companyId: string, leadId: string): Promise<LeadScore | undefined> {
  const lead = await trx
    .selectFrom('leads')
    .select(['score', 'score_reasons', 'status'])
    .where('id', '=', leadId)
    .executeTakeFirst()
  if (!lead) return undefined
  const model = await findModel(trx, companyId)
  const open = lead.status !== 'converted' && lead.status !== 'lost'
  const shown = open && model?.enabled !== false
  return {
    score: shown ? lead.score : null,
    reasons: shown ? lead.score_reasons : [],
    byHistory: (model?.won ?? 0) >= enough && (model?.lost ?? 0) >= enough
  }
}

/** A company's won and lost leads, from the kept counts. */
async function countEnded(trx: Trx, companyId: string): Promise<{ won: number; lost: number }> {
  const { rows } = await sql<{ won: number; lost: number }>`
    select coalesce(sum(f.n) filter (where coalesce(s.phase, f.status) = 'converted'), 0)::integer as won,
      coalesce(sum(f.n) filter (where coalesce(s.phase, f.status) = 'lost'), 0)::integer as lost
    from lead_facets f left join funnel_steps s on s.company_id = f.company_id and s.key = f.status
    where f.company_id = ${companyId} and f.tag_id = ''`.execute(trx)
  return rows[0] ?? { won: 0, lost: 0 }
}

export async function readScoreSettings(trx: Trx, companyId: string): Promise<ScoreSettings> {
  const model = await findModel(trx, companyId)
  // The model is a day old at most; without one the kept counts are used.
  const { won, lost } = model?.learnt_at ? model : await countEnded(trx, companyId)
  return { enabled: model?.enabled ?? true, won, lost, enough }
}

/** Switches scores on or off. Call `forgetScores` until it is done; new scores appear within a minute. */
export async function switchScores(trx: Trx, companyId: string, enabled: boolean): Promise<ScoreSettings> {
  await trx
    .insertInto('score_models')
    .values({ company_id: companyId, enabled })
    .onConflict(conflict => conflict.column('company_id').doUpdateSet({ enabled }))
    .execute()
  return readScoreSettings(trx, companyId)
}

/**
 * Clears the scores of one portion of leads, to be scored again if scores are on; true while there are more. One
 * statement must end within the statement timeout.
 */
export async function forgetScores(trx: Trx, companyId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update leads set scored_at = null, score = null, score_reasons = '[]' where company_id = ${companyId} and id in (
      select id from leads where company_id = ${companyId} and scored_at is not null
        and status in ('new', 'contacted', 'scheduled') limit 5000)`.execute(trx)
  return numAffectedRows === 5000n
}
