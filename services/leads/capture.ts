import { sql } from 'kysely'
import { type Db, sqlBuilder } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import { prepare } from '../core/prepare.ts'
import { leadCreated, leadHeld, leadReturned } from './jobs.ts'
import { consentText } from './rules.ts'
import type { CheckedLead } from './submission.ts'

/** Where a submission came from, kept with the consent as evidence. */
export type Evidence = { ip: string; userAgent: string | null }

/** The form that was filled in, and the texts of consent that stood in it. */
export type ShownForm = {
  formId: string | null
  formVersion: number | null
  consentText: string
  whatsappText: string | null
  textVersion: number
  /** Who gets the lead. */
  ownerId: string | null
}

/** For what no form of the company has asked. */
export const noShownForm: ShownForm = {
  formId: null,
  formVersion: null,
  consentText,
  whatsappText: null,
  textVersion: 1,
  ownerId: null
}

type Values = Omit<CheckedLead, 'custom' | 'touch' | 'firstTouch'> &
  ShownForm & {
    companyId: string
    custom: string
    answers: string
    touch: string | null
    firstTouch: string | null
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
 * What is sent at the same time by one person, or under one key, is stored one after the other: the second statement
 * then finds what the first has stored.
 */
const takeTurns = prepare<{ companyId: string; turns: string[] }>('capture-turns', hole =>
  sqlBuilder
    .selectFrom(sql<{ turn: string }>`unnest(${hole('turns', 'text[]')})`.as<'turn'>(sql`turn`))
    .select(sql`pg_advisory_xact_lock(hashtextextended(${hole('companyId', 'text')} || turn::text, 0))`.as('taken'))
)

/**
 * The submission with its lead, consent, activity, event and job in one statement: all are stored or none. Somebody
 * whom the company has becomes no second lead: what was unknown of them is filled in, and a lead that was lost is new
 * again. A submission whose key the company already has stores nothing and returns no row. Where the plan has a limit,
 * the month's row is counted up first, under its lock, and a lead beyond the limit is stored held: nobody is told of it
 * but for a job.
 *
 * @param returning without it, somebody whom the company has is left alone too, and there is no row: most people are
 *   new, and a statement that could change a lead takes a fifth longer even where it changes none
 */
const insertLead = (limited: boolean, returning: boolean) =>
  prepare<Values>(`capture-${limited ? 'limited-' : ''}${returning ? 'returning-' : ''}lead`, hole => {
    const company = hole('companyId', 'text')
    const email = sql`lower(${hole('email', 'text')})`
    const phoneKey = hole('phoneKey', 'text')
    const marks = hole('marks', 'text[]')
    return (
      sqlBuilder
        .with('earlier', db =>
          db
            .selectFrom('submissions')
            .select('id')
            .where('company_id', '=', hole('companyId'))
            .where('key', '=', hole('key', 'text') as never)
        )
        // Apart, because a planner that knows nothing yet of a new table finds any of its indexes as good as another:
        // joined at once, it read all leads of the company for each of them.
        .with(
          cte => cte('found').materialized(),
          db =>
            db
              .selectFrom(
                sql<{ id: string }>`(select id from leads where company_id = ${company} and phone_key = ${phoneKey}
                union all select id from leads where company_id = ${company} and email_key = ${email})`.as('ids')
              )
              .select('ids.id as lead_id')
              .where(({ not, exists, selectFrom }) => not(exists(selectFrom('earlier'))))
        )
        .with('alike', db =>
          db
            .selectFrom('found')
            .innerJoinLateral(
              inner =>
                inner
                  .selectFrom('leads')
                  .selectAll()
                  .where('company_id', '=', hole('companyId'))
                  .whereRef('leads.id', '=', 'found.lead_id')
                  .offset(0)
                  .as('leads'),
              join => join.onTrue()
            )
            .select(['leads.id', 'leads.status', 'leads.received_at'])
            .select(
              sql<boolean>`not ('bot' = any (${marks} || leads.marks))
              and same_person(name, email_key, phone_key, ${hole('name', 'text')}, ${email}, ${phoneKey})`.as('same')
            )
            .select(
              sql<string[]>`match_reasons(name, email_key, phone_key, phone, cnpj, ${hole('name', 'text')}, ${email},
              ${phoneKey}, ${hole('phone', 'text')}, ${hole('cnpj', 'text')})`.as('reasons')
            )
        )
        .with('known', db =>
          db
            .selectFrom('alike')
            .select(['id', 'status', 'reasons'])
            .where('same', '=', true)
            .orderBy('received_at')
            .limit(1)
        )
        .with('usage', db =>
          limited
            ? db
                .insertInto('lead_usage')
                .columns(['company_id', 'month', 'n'])
                .expression(
                  sql`select ${company}, ${hole('month', 'date')}, ${hole('weight', 'integer')}
                where not exists (select from known) and not exists (select from earlier)`
                )
                .onConflict(conflict =>
                  conflict
                    .columns(['company_id', 'month'])
                    .doUpdateSet({ n: sql`lead_usage.n + ${hole('weight', 'integer')}` })
                )
                .returning(sql<string | null>`case when n > ${hole('limit', 'integer')} then now() end`.as('held_at'))
            : db
                .selectNoFrom(sql<string | null>`null::timestamptz`.as('held_at'))
                .where(({ not, exists, selectFrom }) => not(exists(selectFrom('known'))))
                .where(({ not, exists, selectFrom }) => not(exists(selectFrom('earlier'))))
        )
        // The activity's id is made here: its policy looks for a lead that this very statement is storing.
        .with('added', db =>
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
              'first_touch',
              'last_touch',
              'owner_id',
              'held_at'
            ])
            .expression(
              sql`select ${company}, ${hole('name')}, ${hole('email', 'text')}, ${hole('phone')},
            ${phoneKey}, ${hole('cnpj', 'text')}, ${hole('message', 'text')}, ${hole('source', 'text')},
            ${hole('preferredDate', 'date')}, ${hole('preferredPeriod', 'text')}, ${hole('preferredTime', 'text')},
            ${hole('consentGiven', 'boolean')},
            case when exists (select from alike) then array_append(${marks}, 'duplicate') else ${marks} end,
            ${hole('custom', 'jsonb')}, ${hole('submittedAt', 'timestamptz')}, ${hole('firstTouch', 'jsonb')},
            ${hole('touch', 'jsonb')}, (select id from employees where company_id = ${company}
              and id = ${hole('ownerId', 'text')} and active), held_at from usage`
            )
            .returning(['id', 'company_id', 'name', 'held_at'])
            .returning(sql<string>`new_id()`.as('activity_id'))
            .returning(sql<boolean>`true`.as('fresh'))
            .returning(sql<string[]>`'{}'::text[]`.as('reasons'))
        )
        .with('returned', db =>
          returning
            ? db
                .updateTable('leads')
                .from('known')
                .set({
                  email: sql`coalesce(leads.email, ${hole('email', 'text')})`,
                  phone: sql`coalesce(leads.phone, ${hole('phone')})`,
                  phone_key: sql`coalesce(leads.phone_key, ${phoneKey})`,
                  cnpj: sql`coalesce(leads.cnpj, ${hole('cnpj', 'text')})`,
                  message: sql`coalesce(${hole('message', 'text')}, leads.message)`,
                  preferred_date: sql`coalesce(${hole('preferredDate', 'date')}, leads.preferred_date)`,
                  preferred_period: sql`coalesce(${hole('preferredPeriod', 'text')}, leads.preferred_period)`,
                  preferred_time: sql`coalesce(${hole('preferredTime', 'text')}, leads.preferred_time)`,
                  consent_given: sql`${hole('consentGiven', 'boolean')}`,
                  custom: sql`leads.custom || ${hole('custom', 'jsonb')}`,
                  last_touch: sql`coalesce(${hole('touch', 'jsonb')}, leads.last_touch)`,
                  status: sql`case when leads.status = 'lost' then 'new' else leads.status end`,
                  status_at: sql`case when leads.status = 'lost' then now() else leads.status_at end`,
                  lost_reason: null,
                  rank: sql`extract(epoch from clock_timestamp())`,
                  version: sql`leads.version + 1`,
                  updated_at: sql`now()`
                })
                .where('leads.company_id', '=', hole('companyId'))
                .whereRef('leads.id', '=', 'known.id')
                .returning(['leads.id', 'leads.company_id', 'leads.name', 'leads.held_at'])
                .returning(sql<string>`new_id()`.as('activity_id'))
                .returning(sql<boolean>`false`.as('fresh'))
                .returning('known.reasons')
            : db.selectFrom('added').selectAll().where(sql<boolean>`false`)
        )
        .with('lead', db => db.selectFrom('added').selectAll().unionAll(db.selectFrom('returned').selectAll()))
        .with('reopened', db =>
          returning
            ? db
                .insertInto('lead_changes')
                .columns(['company_id', 'lead_id', 'field', 'before', 'after', 'actor_name'])
                .expression(
                  sql`select ${company}, id, 'status', '"lost"'::jsonb, '"new"'::jsonb, 'Novo envio do formulário'
                  from known where status = 'lost'`
                )
                .returning('id')
            : db.selectFrom('known').select('id')
        )
        .with('submission', db =>
          db
            .insertInto('submissions')
            .columns([
              'company_id',
              'lead_id',
              'form_id',
              'form_version',
              'key',
              'hash',
              'answers',
              'touch',
              'source',
              'marks',
              'matched_by',
              'ip',
              'submitted_at'
            ])
            .expression(
              sql`select company_id, id, ${hole('formId', 'text')}, ${hole('formVersion', 'integer')},
            ${hole('key', 'text')}, ${hole('hash', 'text')}, ${hole('answers', 'jsonb')},
            coalesce(${hole('touch', 'jsonb')}, '{}'), ${hole('source', 'text')}, ${marks}, reasons,
            ${hole('ip', 'text')}, ${hole('submittedAt', 'timestamptz')} from lead`
            )
        )
        .with('consent', db =>
          db
            .insertInto('consents')
            .columns([
              'company_id',
              'lead_id',
              'channels',
              'granted',
              'text',
              'source',
              'ip',
              'user_agent',
              'form_id',
              'form_version',
              'text_version'
            ])
            .expression(
              sql`select company_id, id, asked.channels, asked.granted, asked.text, ${hole('source', 'text')},
            ${hole('ip', 'text')}, ${hole('userAgent', 'text')}, ${hole('formId', 'text')},
            ${hole('formVersion', 'integer')}, ${hole('textVersion', 'integer')}
            from lead, (values ('{email,phone}'::text[], ${hole('consentGiven', 'boolean')}, ${hole('consentText', 'text')}),
              ('{whatsapp}', ${hole('whatsappConsent', 'boolean')}, ${hole('whatsappText', 'text')}))
              as asked (channels, granted, text) where asked.granted is not null and asked.text is not null`
            )
        )
        .with('activity', db =>
          db
            .insertInto('activities')
            .columns(['id', 'company_id', 'type', 'description', 'lead_id', 'lead_name', 'data'])
            .expression(
              sql`select activity_id, company_id, case when fresh then 'new_lead' else 'message' end,
            case when fresh then 'Novo lead recebido: ' else 'Novo envio do formulário: ' end || name, id, name,
            jsonb_build_object('source', ${hole('source', 'text')}) from lead`
            )
        )
        .with('event', db =>
          db
            .insertInto('events')
            .columns(['company_id', 'kind', 'data'])
            .expression(
              sql`select company_id, case when fresh then 'lead-created' else 'lead-returned' end,
            jsonb_build_object('leadId', id, 'activityId', activity_id) from lead where held_at is null`
            )
        )
        .with('job', db =>
          db
            .insertInto('outbox')
            .columns(['queue', 'name', 'data'])
            .expression(
              sql`select ${sql.lit(leadCreated.queue)}, case when not fresh then ${sql.lit(leadReturned.name)}
            when held_at is null then ${sql.lit(leadCreated.name)} else ${sql.lit(leadHeld.name)} end,
            jsonb_build_object('companyId', company_id, 'leadId', id) from lead
            where fresh or held_at is null`
            )
        )
        .selectFrom('lead')
        .select('id')
    )
  })

const insertAny = [insertLead(false, false), insertLead(false, true)]
const insertCounted = [insertLead(true, false), insertLead(true, true)]

const bySubmission = prepare<{ companyId: string; key: string }>('lead-by-submission', hole =>
  sqlBuilder
    .selectFrom('submissions')
    .select(['lead_id as id', 'hash'])
    .where('company_id', '=', hole('companyId'))
    .where('key', '=', hole('key'))
)

export type Submission = { key: string | null; hash: string | null }

/** How many leads a month the company's plan shows, null for all; `month` is the first day of the company's month. */
export type PlanLimit = { leadsPerMonth: number | null; month: string }

/**
 * Stores what a visitor sent and returns the id of the lead: a new one, or that of the same person whom the company
 * already has. A lead beyond the plan's limit is stored all the same, and held. A submission that repeats a key gets the
 * id of the first one; with another content it throws 422.
 */
export async function captureLead(
  db: Db,
  companyId: string,
  { touch, firstTouch, ...lead }: CheckedLead,
  evidence: Evidence,
  shown: ShownForm,
  { key, hash }: Submission,
  { leadsPerMonth, month }: PlanLimit
): Promise<string> {
  const limited = leadsPerMonth !== null
  const values = {
    ...lead,
    ...evidence,
    ...shown,
    companyId,
    custom: JSON.stringify(lead.custom),
    answers: JSON.stringify(answersOf(lead)),
    touch: touch && JSON.stringify(touch),
    firstTouch: (firstTouch ?? touch) && JSON.stringify(firstTouch ?? touch),
    key,
    hash,
    month,
    // What a robot sends takes nothing of what the company pays for.
    weight: lead.marks.includes('bot') ? 0 : 1,
    limit: leadsPerMonth ?? 0
  }
  const turns = [`phone ${lead.phoneKey}`, `email ${lead.email.toLowerCase()}`, ...(key === null ? [] : [`key ${key}`])]
  const inTurn = { ...takeTurns({ companyId, turns: turns.sort() }), silent: true }
  for (const insert of limited ? insertCounted : insertAny) {
    const [, inserted] = await db.companyAtOnce({ id: companyId, held: true }, [inTurn, insert(values)])
    const id = inserted?.rows[0]?.id
    if (id === undefined) continue
    db.signal('outbox', 'events')
    return id
  }
  const [earlier] = await db.companyAtOnce({ id: companyId, held: true }, [bySubmission({ companyId, key: key ?? '' })])
  const first = earlier?.rows[0]
  if (first?.hash !== hash)
    throw new AppError(
      'mismatch',
      'Este envio já foi recebido com outros dados. Recarregue a página e envie novamente.'
    )
  return first.id
}

/** The answers as they were given, under the names of the form's fields; what was left empty is left out. */
function answersOf(lead: Omit<CheckedLead, 'touch' | 'firstTouch'>): Record<string, unknown> {
  const { custom, name, email, phone, cnpj, message, preferredDate, preferredPeriod, preferredTime } = lead
  const known = { name, email, phone, cnpj, message, preferredDate, preferredPeriod, preferredTime }
  return { ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)), ...custom }
}
