import { sql } from 'kysely'
import { firstDecision } from '../consents/kept.ts'
import { type Db, sqlBuilder } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import { inGroups } from '../core/groups.ts'
import { type Prepared, prepare } from '../core/prepare.ts'
import { leadCreated, leadHeld, leadReturned } from './jobs.ts'
import { consentText, type Touch } from './rules.ts'
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

/** One submission as the statement reads it; the keys are the columns of `sent`. */
type Sent = Omit<CheckedLead, 'touch' | 'firstTouch'> &
  ShownForm &
  Evidence &
  Submission & {
    /** Its place among those of one statement. */
    no: number
    answers: Record<string, unknown>
    touch: Touch | null
    firstTouch: Touch | null
    /** 0 for a lead that is not counted. */
    weight: number
  }

type Values = {
  companyId: string
  /** An array of `Sent` as JSON. */
  leads: string
  /** The month whose leads are counted, and how many of them the plan shows. */
  month: string
  limit: number
}

/** What of a submission its own row, the consents and the activity keep. */
const carried = `source, marks, answers, touch, "submittedAt", "formId", "formVersion", "consentGiven", "consentText",
  "whatsappConsent", "whatsappText", "textVersion", key, hash, ip, "userAgent"`

/**
 * Submissions with their leads, consents, activities, events and jobs in one statement: all are stored or none. Somebody
 * whom the company has becomes no second lead: what was unknown of them is filled in, and a lead that was lost is new
 * again. A submission whose key the company already has stores nothing and returns no row. Where the plan has a limit,
 * the month's row is counted up first, under its lock, and a lead beyond the limit is stored held: nobody is told of it
 * but for a job. No two of the submissions may be of one person or under one key.
 *
 * @param returning without it, somebody whom the company has is left alone too, and there is no row: most people are
 *   new, and a statement that could change a lead takes a fifth longer even where it changes none; with it, there may
 *   be one submission only
 */
const insertLeads = (limited: boolean, returning: boolean) =>
  prepare<Values>(`capture-${limited ? 'limited-' : ''}${returning ? 'returning-' : ''}leads`, hole => {
    const company = hole('companyId', 'text')
    return (
      sqlBuilder
        .with(
          cte => cte('sent').materialized(),
          () =>
            sql<{ no: number }>`
            (select sent.*, lower(email) as "emailKey"
            from jsonb_to_recordset(${hole('leads', 'jsonb')}) as sent (no integer, name text, email text, phone text,
              "phoneKey" text, cnpj text, message text, source text, "preferredDate" date, "preferredPeriod" text,
              "preferredTime" text, "consentGiven" boolean, "whatsappConsent" boolean, "submittedAt" timestamptz,
              marks text[], custom jsonb, answers jsonb, touch jsonb, "firstTouch" jsonb, "formId" text,
              "formVersion" integer, "consentText" text, "whatsappText" text, "textVersion" integer, "ownerId" text,
              key text, hash text, ip text, "userAgent" text, weight integer))` as never
        )
        .with('earlier', db =>
          db
            .selectFrom('sent')
            .innerJoinLateral(
              inner =>
                inner
                  .selectFrom('submissions')
                  .select('id')
                  .where('company_id', '=', hole('companyId'))
                  .where('key', '=', sql.ref('sent.key') as never)
                  .offset(0)
                  .as('submissions'),
              join => join.onTrue()
            )
            .select('no')
        )
        // Apart and one by one, because a planner that knows nothing yet of a new table finds any of its indexes as good
        // as another: joined at once, it read all leads of the company for each of them.
        .with(
          cte => cte('found').materialized(),
          db =>
            db
              .selectFrom('sent')
              .innerJoinLateral(
                sql<{ id: string }>`(select id from leads where company_id = ${company} and phone_key = sent."phoneKey"
                  union all select id from leads where company_id = ${company} and email_key = sent."emailKey" offset 0)`.as(
                  'ids'
                ),
                join => join.onTrue()
              )
              .select(['no', 'ids.id as lead_id'])
              .where('no', 'not in', ({ selectFrom }) => selectFrom('earlier').select('no'))
        )
        .with('alike', db =>
          db
            .selectFrom('found')
            .innerJoin('sent', 'sent.no', 'found.no')
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
            .select(['sent.no', 'leads.id', 'leads.status', 'leads.received_at'])
            .select(
              sql<boolean>`not ('bot' = any (sent.marks || leads.marks)) and same_person(leads.name, leads.email_key,
                leads.phone_key, sent.name, sent."emailKey", sent."phoneKey")`.as('same')
            )
            .select(
              sql<string[]>`match_reasons(leads.name, leads.email_key, leads.phone_key, leads.phone, leads.cnpj,
                sent.name, sent."emailKey", sent."phoneKey", sent.phone, sent.cnpj)`.as('reasons')
            )
        )
        .with('known', db =>
          db
            .selectFrom('alike')
            .distinctOn('no')
            .select(['no', 'id', 'status', 'reasons'])
            .where('same', '=', true)
            .orderBy('no')
            .orderBy('received_at')
        )
        .with('fresh', db =>
          db
            .selectFrom('sent')
            .selectAll()
            .select(sql<number>`sum(weight) over (order by no)`.as('so_far'))
            .where('no', 'not in', ({ selectFrom }) => selectFrom('known').select('no'))
            .where('no', 'not in', ({ selectFrom }) => selectFrom('earlier').select('no'))
        )
        .with('usage', db =>
          limited
            ? db
                .insertInto('lead_usage')
                .columns(['company_id', 'month', 'n'])
                .expression(
                  sql`select ${company}, ${hole('month', 'date')}, sum(weight) from fresh having count(*) > 0`
                )
                .onConflict(conflict =>
                  conflict.columns(['company_id', 'month']).doUpdateSet({ n: sql`lead_usage.n + excluded.n` })
                )
                .returning(sql<number>`n - (select sum(weight) from fresh)`.as('before'))
            : db.selectNoFrom(sql<number>`null::integer`.as('before'))
        )
        // The ids are made here: the policy of an activity looks for a lead that this very statement is storing.
        .with(
          cte => cte('new_leads').materialized(),
          db =>
            db
              .selectFrom(['fresh', 'usage'])
              .selectAll('fresh')
              .select([sql<string>`new_id()`.as('id'), sql<string>`new_id()`.as('activity_id')])
              .select(
                sql<string | null>`case when usage.before + so_far > ${hole('limit', 'integer')} then now() end`.as(
                  'held_at'
                )
              )
        )
        .with('added', db =>
          db
            .insertInto('leads')
            .columns([
              'id',
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
              'consents',
              'marks',
              'custom',
              'submitted_at',
              'first_touch',
              'last_touch',
              'owner_id',
              'held_at'
            ])
            .expression(
              sql`select id, ${company}, name, email, phone, "phoneKey", cnpj, message, source, "preferredDate",
                "preferredPeriod", "preferredTime", "consentGiven",
                ${firstDecision(['email', 'phone'], sql`case when "consentText" is not null then "consentGiven" end`)}
                  || ${firstDecision(['whatsapp'], sql`case when "whatsappText" is not null then "whatsappConsent" end`)},
                case when no in (select no from alike) then array_append(marks, 'duplicate') else marks end, custom,
                "submittedAt", "firstTouch", touch, (select id from employees where company_id = ${company}
                  and id = "ownerId" and active), held_at from new_leads`
            )
        )
        .with('returned', db =>
          returning
            ? db
                .updateTable('leads')
                .from('known')
                .innerJoin('sent', 'sent.no', 'known.no')
                .set({
                  email: sql`coalesce(leads.email, sent.email)`,
                  phone: sql`coalesce(leads.phone, sent.phone)`,
                  phone_key: sql`coalesce(leads.phone_key, sent."phoneKey")`,
                  cnpj: sql`coalesce(leads.cnpj, sent.cnpj)`,
                  message: sql`coalesce(sent.message, leads.message)`,
                  preferred_date: sql`coalesce(sent."preferredDate", leads.preferred_date)`,
                  preferred_period: sql`coalesce(sent."preferredPeriod", leads.preferred_period)`,
                  preferred_time: sql`coalesce(sent."preferredTime", leads.preferred_time)`,
                  consent_given: sql`sent."consentGiven"`,
                  consents: sql`consents_after(consents_after(leads.consents,
                    case when sent."consentText" is not null then '{email,phone}'::text[] end, sent."consentGiven", now()),
                    case when sent."whatsappText" is not null then '{whatsapp}'::text[] end, sent."whatsappConsent", now())`,
                  custom: sql`leads.custom || sent.custom`,
                  last_touch: sql`coalesce(sent.touch, leads.last_touch)`,
                  status: sql`case when leads.status = 'lost' then 'new' else leads.status end`,
                  status_at: sql`case when leads.status = 'lost' then now() else leads.status_at end`,
                  lost_reason: null,
                  rank: sql`extract(epoch from clock_timestamp())`,
                  version: sql`leads.version + 1`,
                  updated_at: sql`now()`
                })
                .where('leads.company_id', '=', hole('companyId'))
                .whereRef('leads.id', '=', 'known.id')
                .returning(['known.no', 'leads.id', 'leads.name as known_as', 'leads.held_at', 'known.reasons'])
            : db.selectFrom('known').select(['no', 'id', 'reasons']).where(sql<boolean>`false`)
        )
        .with('lead', () => {
          const added = `select no, id, name, held_at, activity_id, true as fresh, '{}'::text[] as reasons, ${carried}
            from new_leads`
          const back = `select no, id, known_as, held_at, new_id(), false, reasons, ${carried}
            from returned join sent using (no)`
          return sql`(${sql.raw(returning ? `${added} union all ${back}` : added)})` as never as ReturnType<
            typeof sql<{ no: number; id: string }>
          >
        })
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
              sql`select ${company}, id, "formId", "formVersion", key, hash, answers, coalesce(touch, '{}'), source,
                marks, reasons, ip, "submittedAt" from lead`
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
              sql`select ${company}, id, asked.channels, asked.granted, asked.text, source, ip, "userAgent",
                "formId", "formVersion", "textVersion"
                from lead cross join lateral (values
                  ('{email,phone}'::text[], "consentGiven", "consentText"), ('{whatsapp}', "whatsappConsent", "whatsappText"))
                  as asked (channels, granted, text) where asked.granted is not null and asked.text is not null`
            )
        )
        .with('activity', db =>
          db
            .insertInto('activities')
            .columns(['id', 'company_id', 'type', 'description', 'lead_id', 'lead_name', 'data'])
            .expression(
              sql`select activity_id, ${company}, case when fresh then 'new_lead' else 'message' end,
                case when fresh then 'Novo lead recebido: ' else 'Novo envio do formulário: ' end || name, id, name,
                jsonb_build_object('source', source) from lead`
            )
        )
        .with('event', db =>
          db
            .insertInto('events')
            .columns(['company_id', 'kind', 'data'])
            .expression(
              sql`select ${company}, case when fresh then 'lead-created' else 'lead-returned' end,
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
                jsonb_build_object('companyId', ${company}, 'leadId', id) from lead
                where fresh or held_at is null`
            )
        )
        .selectFrom('lead')
        .select(['no', 'id'])
    )
  })

const insertAny = { fresh: insertLeads(false, false), any: insertLeads(false, true) }
const insertCounted = { fresh: insertLeads(true, false), any: insertLeads(true, true) }

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

/** A submission on its way to be stored. */
type Pending = { companyId: string; sent: Omit<Sent, 'no'>; turns: readonly string[]; plan: PlanLimit }

/**
 * Stores what a visitor sent and returns the id of the lead: a new one, or that of the same person whom the company
 * already has. A lead beyond the plan's limit is stored all the same, and held. A submission that repeats a key gets the
 * id of the first one; with another content it throws 422.
 */
export type CaptureLead = (
  companyId: string,
  lead: CheckedLead,
  evidence: Evidence,
  shown: ShownForm,
  submission: Submission,
  plan: PlanLimit
) => Promise<string>

/**
 * The way of leads into the database. Call it once for an application: what one company receives at the same moment is
 * stored together, as most of what a statement costs is the statement.
 */
export function leadCapture(db: Db): CaptureLead {
  const store = inGroups<Pending, string>({
    most: 32,
    namesOf: ({ turns }) => turns,
    together: pending => storeTogether(db, pending),
    alone: pending => storeAlone(db, pending)
  })
  return (companyId, { touch, firstTouch, ...lead }, evidence, shown, submission, plan) => {
    const sent = {
      ...lead,
      ...evidence,
      ...shown,
      ...submission,
      answers: answersOf(lead),
      touch,
      firstTouch: firstTouch ?? touch,
      // What a robot sends takes nothing of what the company pays for.
      weight: lead.marks.includes('bot') ? 0 : 1
    }
    const { key } = submission
    // What is sent at the same time by one person, or under one key, is stored one after the other: the second statement
    // then finds what the first has stored.
    const turns = [
      `phone ${lead.phoneKey}`,
      `email ${lead.email.toLowerCase()}`,
      ...(key === null ? [] : [`key ${key}`])
    ]
    return store(`${companyId} ${plan.month} ${plan.leadsPerMonth}`, { companyId, sent, turns, plan })
  }
}

/** Whoever's turn takes longer, because their data are being erased, say, waits alone; in milliseconds. */
const patience = 500

const statementsFor = ({ leadsPerMonth }: PlanLimit) => (leadsPerMonth === null ? insertAny : insertCounted)

/** The ids of the leads of persons whom the company did not have. All submissions are of one company and plan. */
async function storeTogether(db: Db, pending: readonly Pending[]): Promise<(string | undefined)[]> {
  const [first] = pending
  if (!first) return []
  const ids = await run(db, statementsFor(first.plan).fresh, pending, patience)
  return pending.map((_, no) => ids.get(no))
}

async function storeAlone(db: Db, pending: Pending): Promise<string> {
  const ids = await run(db, statementsFor(pending.plan).any, [pending])
  return ids.get(0) ?? earlierOf(db, pending)
}

/** The ids of the leads by the places of their submissions; those that were left alone have none. */
async function run(
  db: Db,
  insert: Prepared<Values>,
  pending: readonly Pending[],
  patience?: number
): Promise<Map<number, string>> {
  const { companyId = '', plan } = pending[0] ?? {}
  const values = {
    companyId,
    leads: JSON.stringify(pending.map(({ sent }, no) => ({ no, ...sent }))),
    month: plan?.month ?? '',
    limit: plan?.leadsPerMonth ?? 0
  }
  const names = pending.flatMap(({ turns }) => turns).sort()
  const inTurn = { names, ...(patience && { patience }) }
  const [stored] = await db.companyAtOnce({ id: companyId, held: true }, [insert(values)], { inTurn })
  const rows: { no: number; id: string }[] = stored?.rows ?? []
  if (rows.length > 0) db.signal('outbox', 'events')
  return new Map(rows.map(({ no, id }) => [no, id]))
}

/** The lead of the submission that came first under the same key. */
async function earlierOf(db: Db, { companyId, sent }: Pending): Promise<string> {
  const scope = { id: companyId, held: true }
  const [earlier] = await db.companyAtOnce(scope, [bySubmission({ companyId, key: sent.key ?? '' })])
  const first = earlier?.rows[0]
  if (first && first.hash === sent.hash) return first.id
  throw new AppError('mismatch', 'Este envio já foi recebido com outros dados. Recarregue a página e envie novamente.')
}

/** The answers as they were given, under the names of the form's fields; what was left empty is left out. */
function answersOf(lead: Omit<CheckedLead, 'touch' | 'firstTouch'>): Record<string, unknown> {
  const { custom, name, email, phone, cnpj, message, preferredDate, preferredPeriod, preferredTime } = lead
  const known = { name, email, phone, cnpj, message, preferredDate, preferredPeriod, preferredTime }
  return { ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)), ...custom }
}
