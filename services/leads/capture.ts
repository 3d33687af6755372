import { sql } from 'kysely'
import { type Db, sqlBuilder } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import { prepare } from '../core/prepare.ts'
import { leadCreated } from './jobs.ts'
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
}

/**
 * The lead, the consent, the activity, the event and the job in one statement: all are stored or none. A submission
 * whose key the company already has stores nothing and returns no row.
 */
const insertLead = prepare<Values>('capture-lead', hole =>
  sqlBuilder
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
          'submission_hash'
        ])
        .expression(
          sql`select ${hole('companyId')}, ${hole('name')}, ${hole('email', 'text')}, ${hole('phone')},
            ${hole('phoneKey', 'text')}, ${hole('cnpj')}, ${hole('message')}, ${hole('source')},
            ${hole('preferredDate', 'date')}, ${hole('preferredPeriod')}, ${hole('preferredTime')},
            ${hole('consentGiven', 'boolean')},
            case when exists (select from leads where company_id = ${hole('companyId')} and phone_key = ${hole('phoneKey', 'text')})
              or exists (select from leads where company_id = ${hole('companyId')} and email_key = lower(${hole('email', 'text')}))
              then array_append(${hole('marks', 'text[]')}, 'duplicate') else ${hole('marks', 'text[]')} end,
            ${hole('custom', 'jsonb')}, ${hole('submittedAt', 'timestamptz')}, ${hole('key')}, ${hole('hash')}`
        )
        .onConflict(conflict =>
          conflict.columns(['company_id', 'submission_key']).where('submission_key', 'is not', null).doNothing()
        )
        .returning(['id', 'company_id', 'name', 'consent_given', 'source'])
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
        .columns(['company_id', 'type', 'description', 'lead_id', 'lead_name', 'data'])
        .expression(
          sql`select company_id, 'new_lead', 'Novo lead recebido: ' || name, id, name,
            jsonb_build_object('source', source) from lead`
        )
        .returning(['id', 'company_id', 'lead_id'])
    )
    .with('event', db =>
      db
        .insertInto('events')
        .columns(['company_id', 'kind', 'data'])
        .expression(
          sql`select company_id, 'lead-created', jsonb_build_object('leadId', lead_id, 'activityId', id) from activity`
        )
    )
    .with('job', db =>
      db
        .insertInto('outbox')
        .columns(['queue', 'name', 'data'])
        .expression(
          sql`select ${sql.lit(leadCreated.queue)}, ${sql.lit(leadCreated.name)},
            jsonb_build_object('companyId', company_id, 'leadId', id) from lead`
        )
    )
    .selectFrom('lead')
    .select('id')
)

const bySubmission = prepare<{ companyId: string; key: string }>('lead-by-submission', hole =>
  sqlBuilder
    .selectFrom('leads')
    .select(['id', 'submission_hash as hash'])
    .where('company_id', '=', hole('companyId'))
    .where('submission_key', '=', hole('key'))
)

export type Submission = { key: string | null; hash: string | null }

/**
 * Stores a visitor's lead with its consent, activity, event and job, and returns its id. A submission that repeats a
 * key gets the id of the first one; with another content it throws 422.
 */
export async function captureLead(
  db: Db,
  companyId: string,
  lead: CheckedLead,
  evidence: Evidence,
  { key, hash }: Submission
): Promise<string> {
  const statement = insertLead({ ...lead, custom: JSON.stringify(lead.custom), companyId, key, hash, ...evidence })
  const [inserted] = await db.companyAtOnce(companyId, [statement])
  const id = inserted?.rows[0]?.id
  if (id !== undefined) {
    db.signal('outbox', 'events')
    return id
  }
  const [earlier] = await db.companyAtOnce(companyId, [bySubmission({ companyId, key: key ?? '' })])
  const first = earlier?.rows[0]
  if (first?.hash !== hash)
    throw new AppError(
      'mismatch',
      'Este envio já foi recebido com outros dados. Recarregue a página e envie novamente.'
    )
  return first.id
}
