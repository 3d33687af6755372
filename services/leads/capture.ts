import { sql } from 'kysely'
import { type Db, sqlBuilder } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import { prepare } from '../core/prepare.ts'
import { leadCreated, leadHeld } from './jobs.ts'
import { consentText } from './rules.ts'
import type { CheckedLead } from './submission.ts'

/** Where a submission came from, kept with the consent as evidence. */
export type Evidence = { ip: string; userAgent: string | null }

type Values = Omit<CheckedLead, 'custom'> & {
  companyId: string
  custom: string
  key: string | null
  hash: string | null
  ip: string
  userAgent: string | null
  /** The month whose leads are counted, and how many of them the plan shows. */
  month: string
  limit: number
  /** 0 for a lead that is not counted. */
  weight: number
}

/**
 * The lead, the consent, the activity, the event and the job in one statement: all are stored or none. A submission
 * whose key the company already has stores nothing and returns no row. Where the plan has a limit, the month's row is
 * counted up first, under its lock, and a lead beyond the limit is stored held: nobody is told of it but for a job.
 */
const insertLead = (limited: boolean) =>
  prepare<Values>(limited ? 'capture-limited-lead' : 'capture-lead', hole =>
    sqlBuilder
      .with('usage', db =>
        limited
          ? db
              .insertInto('lead_usage')
              .columns(['company_id', 'month', 'n'])
              .expression(sql`select ${hole('companyId')}, ${hole('month', 'date')}, ${hole('weight', 'integer')}`)
              .onConflict(conflict =>
                conflict
                  .columns(['company_id', 'month'])
                  .doUpdateSet({ n: sql`lead_usage.n + ${hole('weight', 'integer')}` })
              )
              .returning(sql<string | null>`case when n > ${hole('limit', 'integer')} then now() end`.as('held_at'))
          : db.selectNoFrom(sql<string | null>`null::timestamptz`.as('held_at'))
      )
      .with('lead', db =>
        db
          .insertInto('leads')
          .columns([
            'company_id',
            'name',
            'email',
            'phone',
            'phone_key',
            'cnpj',
            'message',
            'source',
            'preferred_date',
            'preferred_period',
            'preferred_time',
            'consent_given',
            'marks',
            'custom',
            'submitted_at',
            'submission_key',
            'submission_hash',
            'held_at'
          ])
          .expression(
            sql`select ${hole('companyId')}, ${hole('name')}, ${hole('email', 'text')}, ${hole('phone')},
            ${hole('phoneKey', 'text')}, ${hole('cnpj')}, ${hole('message')}, ${hole('source')},
            ${hole('preferredDate', 'date')}, ${hole('preferredPeriod')}, ${hole('preferredTime')},
            ${hole('consentGiven', 'boolean')},
            case when exists (select from leads where company_id = ${hole('companyId')} and phone_key = ${hole('phoneKey', 'text')})
              or exists (select from leads where company_id = ${hole('companyId')} and email_key = lower(${hole('email', 'text')}))
              then array_append(${hole('marks', 'text[]')}, 'duplicate') else ${hole('marks', 'text[]')} end,
            ${hole('custom', 'jsonb')}, ${hole('submittedAt', 'timestamptz')}, ${hole('key')}, ${hole('hash')}, held_at from usage`
          )
          .onConflict(conflict =>
            conflict.columns(['company_id', 'submission_key']).where('submission_key', 'is not', null).doNothing()
          )
          // The activity's id is made here: its policy looks for a lead that this very statement is storing.
          .returning(['id', 'company_id', 'name', 'consent_given', 'source', 'held_at'])
          .returning(sql<string>`new_id()`.as('activity_id'))
      )
      .with('consent', db =>
        db
          .insertInto('consents')
          .columns(['company_id', 'lead_id', 'channels', 'granted', 'text', 'source', 'ip', 'user_agent'])
          .expression(
            sql`select company_id, id, '{email,phone}'::text[], consent_given, ${sql.lit(consentText)}, source,
            ${hole('ip')}, ${hole('userAgent')} from lead`
          )
      )
      .with('activity', db =>
        db
          .insertInto('activities')
          .columns(['id', 'company_id', 'type', 'description', 'lead_id', 'lead_name', 'data'])
          .expression(
            sql`select activity_id, company_id, 'new_lead', 'Novo lead recebido: ' || name, id, name,
            jsonb_build_object('source', source) from lead`
          )
      )
      .with('event', db =>
        db
          .insertInto('events')
          .columns(['company_id', 'kind', 'data'])
          .expression(
            sql`select company_id, 'lead-created', jsonb_build_object('leadId', id, 'activityId', activity_id) from lead
            where held_at is null`
          )
      )
      .with('job', db =>
        db
          .insertInto('outbox')
          .columns(['queue', 'name', 'data'])
          .expression(
            sql`select ${sql.lit(leadCreated.queue)},
            case when held_at is null then ${sql.lit(leadCreated.name)} else ${sql.lit(leadHeld.name)} end,
            jsonb_build_object('companyId', company_id, 'leadId', id) from lead`
          )
      )
      .selectFrom('lead')
      .select('id')
  )

const insertAny = insertLead(false)
const insertCounted = insertLead(true)

const uncount = prepare<{ companyId: string; month: string; weight: number }>('uncount-lead', hole =>
  sqlBuilder
    .updateTable('lead_usage')
    .set({ n: sql`n - ${hole('weight', 'integer')}` })
    .where('company_id', '=', hole('companyId'))
    .where('month', '=', hole('month'))
)

const bySubmission = prepare<{ companyId: string; key: string }>('lead-by-submission', hole =>
  sqlBuilder
    .selectFrom('leads')
    .select(['id', 'submission_hash as hash'])
    .where('company_id', '=', hole('companyId'))
    .where('submission_key', '=', hole('key'))
)

export type Submission = { key: string | null; hash: string | null }

/** How many leads a month the company's plan shows, null for all; `month` is the first day of the company's month. */
export type PlanLimit = { leadsPerMonth: number | null; month: string }

/**
 * Stores a visitor's lead with its consent, activity, event and job, and returns its id. A lead beyond the plan's limit
 * is stored all the same, and held. A submission that repeats a key gets the id of the first one; with another content
 * it throws 422.
 */
export async function captureLead(
  db: Db,
  companyId: string,
  lead: CheckedLead,
  evidence: Evidence,
  { key, hash }: Submission,
  { leadsPerMonth, month }: PlanLimit
): Promise<string> {
  // What a robot sends takes nothing of what the company pays for.
  const weight = lead.marks.includes('bot') ? 0 : 1
  const custom = JSON.stringify(lead.custom)
  const values = { ...lead, custom, companyId, key, hash, ...evidence, month, weight, limit: leadsPerMonth ?? 0 }
  const limited = leadsPerMonth !== null
  const scope = { id: companyId, held: limited }
  const [inserted] = await db.companyAtOnce(scope, [limited ? insertCounted(values) : insertAny(values)])
  const id = inserted?.rows[0]?.id
  if (id !== undefined) {
    db.signal('outbox', 'events')
    return id
  }
  const repeated = [
    bySubmission({ companyId, key: key ?? '' }),
    ...(limited ? [uncount({ companyId, month, weight })] : [])
  ]
  const [earlier] = await db.companyAtOnce({ id: companyId, held: true }, repeated)
  const first = earlier?.rows[0]
  if (first?.hash !== hash)
    throw new AppError(
      'mismatch',
      'Este envio já foi recebido com outros dados. Recarregue a página e envie novamente.'
    )
  return first.id
}
