import { sql } from 'kysely'
import { notify } from '../../account/notifications/queries.ts'
import { eachAlone, forEachCompany } from '../../core/alone.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { typedSource } from '../../leads/leads/rules.ts'
import { channelRules } from '../../messaging/channels/rules.ts'
import { queueText } from '../../messaging/conversations/automatic.ts'
import type {} from '../../messaging/conversations/tables.ts'
import { queueTemplate } from '../../messaging/conversations/templates.ts'
import { messageOf, readFactTexts, wordsFor } from './fill.ts'
import {
  type AutomationKind,
  afterQuietHours,
  automaticMessageAuthor,
  minutesApart,
  minutesLater,
  reasons,
  usefulFor
} from './rules.ts'
import { readAll, type Setting } from './settings.ts'
import type {} from './tables.ts'

type Parts = { db: Db; config: Config }

/** Occasions of one kind that are decided at a time. */
const maxAtOnce = 200

/** An occasion of an automatic message. `subject` is the same for the same one. */
export type Occasion = { subject: string; leadId: string; appointmentId?: string; start?: string }

const whatsapp = 'whatsapp'

/** Decides what is due of the automatic messages of all companies, each company's alone. */
export async function sendDueAutomations({ db, config }: Parts): Promise<void> {
  const active = await db.everyCompany(async trx => {
    const { rows } = await sql<{ id: string }>`
      select distinct a.company_id as id from automations a join companies c on c.id = a.company_id and c.active
      join channels ch on ch.company_id = a.company_id and ch.kind = ${whatsapp} and ch.active and ch.problem is null
      where a.active and a.kind <> 'reminder'`.execute(trx)
    return rows
  })
  await forEachCompany(
    active.map(({ id }) => id),
    async companyId => {
      // The scope sees all leads except held and deleted ones, who get no automatic messages.
      const due = await db.company(companyId, trx => findDue(trx, companyId))
      await eachAlone(
        due,
        ({ name }) => name,
        ({ decide }) => db.company(companyId, trx => decide({ trx, config, companyId }))
      )
    }
  )
}

type Company = { trx: Trx; config: Config; companyId: string }

/** An occasion to decide, in a transaction of its own. */
type Due = { name: string; decide: (company: Company) => Promise<void> }

async function findDue(trx: Trx, companyId: string): Promise<Due[]> {
  const settings = (await readAll(trx)).filter(each => each.active)
  const due: Due[] = []
  // A confirmation comes before a welcome: one person gets one of them.
  for (const kind of ['confirmation', 'welcome'] as const) {
    const setting = settings.find(each => each.kind === kind)
    if (setting)
      for (const occasion of await find[kind](trx, companyId, setting))
        due.push({ name: keyOf(kind, occasion), decide: company => decide(company, setting, occasion) })
  }
  const setting = settings.find(({ kind }) => kind === 'no_answer')
  if (setting)
    for (const waiting of await findUnanswered(trx, companyId, setting))
      due.push({ name: `no_answer ${waiting.id}`, decide: company => heedWaiting(company, setting, waiting) })
  return due
}

export const confirmationSubject = (appointmentId: string, start: string): string =>
  `${appointmentId} ${new Date(start).toISOString()}`

const find = {
  async confirmation(trx: Trx, companyId: string, { on_since }: Setting): Promise<Occasion[]> {
    const { rows } = await sql<{ appointmentId: string; leadId: string; start: string }>`
      select a.id as "appointmentId", a.lead_id as "leadId", a.starts_at as start from appointments a
      where a.company_id = ${companyId} and a.lead_id is not null and a.starts_at > now()
        and (a.status = 'confirmed' or (a.status = 'requested' and a.origin <> 'page'))
        and a.guest_confirmed_at is null and a.reschedule_asked_at is null
        and a.updated_at >= greatest(now() - interval '1 hour', ${on_since}::timestamptz)
        and not exists (select from automation_runs r where r.company_id = a.company_id and r.kind = 'confirmation'
          and r.subject = a.id || ' '
            || to_char(a.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by a.updated_at, a.id limit ${maxAtOnce}`.execute(trx)
    return rows.map(row => ({ ...row, subject: confirmationSubject(row.appointmentId, row.start) }))
  },

  async welcome(trx: Trx, companyId: string, { on_since, minutes }: Setting): Promise<Occasion[]> {
    const { rows } = await sql<{ leadId: string }>`
      select l.id as "leadId" from leads l
      where l.company_id = ${companyId} and l.received_at >= greatest(now() - interval '1 day', ${on_since}::timestamptz)
        and l.received_at <= now() - ${minutes[0] ?? 0} * interval '1 minute'
        and not exists (select from automation_runs r where r.company_id = l.company_id and r.kind = 'welcome'
          and r.subject = l.id)
      order by l.received_at, l.id limit ${maxAtOnce}`.execute(trx)
    return rows.map(({ leadId }) => ({ leadId, subject: leadId }))
  }
}

/** Why a lead is not welcomed, as far as it is not about the message; null where they are. */
export async function welcomeObstacle(trx: Trx, companyId: string, leadId: string): Promise<string | null> {
  const { rows } = await sql<{ added: boolean; spoken: boolean; another: boolean }>`
    select l.imported_at is not null or l.source = ${typedSource} as added,
      l.first_contact_at is not null or exists (select from conversations c where c.company_id = l.company_id
        and c.lead_id = l.id and c.last_inbound_at is not null) as spoken,
      exists (select from messages m where m.company_id = l.company_id and m.lead_id = l.id and m.data ? 'automation'
        and m.status <> 'failed' and m.created_at > now() - interval '1 day') as another
    from leads l where l.company_id = ${companyId} and l.id = ${leadId}`.execute(trx)
  const [lead] = rows
  if (!lead) return reasons.gone
  return lead.added ? reasons.notNew : lead.spoken ? reasons.spoken : lead.another ? reasons.another : null
}

/** Notes an occasion; false where it was decided already. */
async function begin({ trx, companyId }: Company, kind: AutomationKind, { subject, leadId }: Occasion) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('automation_runs')
    .values({ company_id: companyId, kind, subject, lead_id: leadId, reason: null })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

const end = ({ trx, companyId }: Company, kind: AutomationKind, { subject }: Occasion, reason: string) =>
  trx
    .updateTable('automation_runs')
    .set({ reason })
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute()

/** The key under which the message of an occasion is queued. */
export const keyOf = (kind: AutomationKind, { subject }: Pick<Occasion, 'subject'>): string => `${kind} ${subject}`

async function decide(company: Company, setting: Setting, occasion: Occasion): Promise<void> {
  const { trx, config, companyId } = company
  const { kind } = setting
  if (!(await begin(company, kind, occasion))) return
  const { leadId, appointmentId = null, start } = occasion
  const refuse = (reason: string) => end(company, kind, occasion, reason)
  if (kind === 'welcome') {
    const obstacle = await welcomeObstacle(trx, companyId, leadId)
    if (obstacle) return void (await refuse(obstacle))
  }
  const facts = await readFactTexts(trx, config, companyId, leadId, appointmentId)
  const isMoved = start !== undefined && Date.parse(facts?.start ?? '') !== Date.parse(start)
  if (!facts || isMoved) return void (await refuse(reasons.gone))
  const at = afterQuietHours(Date.now(), facts.zone, setting.quiet_hours)
  const useful = minutesLater(at, usefulFor[kind])
  const validUntil = start === undefined ? useful : Math.min(useful, Date.parse(start))
  if (at >= validUntil) return void (await refuse(reasons.noTime))
  const message = await messageOf(trx, companyId, leadId, setting, facts)
  if ('refused' in message) return void (await refuse(message.refused))
  const { text, data } = message
  const { template, category, price: _, ...rest } = data
  const queued = await queueTemplate(
    trx,
    companyId,
    { kind: whatsapp, leadId },
    {
      template,
      category,
      text,
      key: keyOf(kind, occasion),
      data: {
        ...rest,
        automation: kind,
        ...(appointmentId !== null && { appointment: { appointmentId, leadId, start } })
      },
      author: automaticMessageAuthor,
      notBefore: new Date(at),
      validUntil: new Date(validUntil),
      minutesApart
    }
  )
  if ('refused' in queued) await refuse(queued.refused)
}

export type Waiting = {
  id: string
  leadId: string
  leadName: string
  since: string
  ownerId: string | null
  zone: string
  isOpen: boolean
}

const waitingNow = (companyId: string) => sql`
  select c.id, c.lead_id as "leadId", l.name as "leadName", c.waiting_since as since,
    coalesce(c.assignee_id, l.owner_id) as "ownerId", co.time_zone as zone, c.window_ends_at > now() as "isOpen"
  from conversations c join leads l on l.company_id = c.company_id and l.id = c.lead_id
  join companies co on co.id = c.company_id
  where c.company_id = ${companyId} and c.channel = ${whatsapp} and c.waiting_since is not null
    and c.blocked_at is null`

/** The conversation in which a lead waits for an answer. */
export async function findWaiting(trx: Trx, companyId: string, leadId: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    ${waitingNow(companyId)} and c.lead_id = ${leadId} order by c.waiting_since limit 1`.execute(trx)
  return rows[0]
}

const waitSubject = ({ id, since }: Pick<Waiting, 'id' | 'since'>) => `${id} ${new Date(since).toISOString()}`
export const noAnswerSubject = (waiting: Waiting): string => `person ${waitSubject(waiting)}`

/** Conversations that have waited for as long as the team has to answer, and whose person was not written to. */
async function findUnanswered(trx: Trx, companyId: string, { minutes, on_since }: Setting): Promise<Waiting[]> {
  const [ofTeam = 0] = minutes
  const { rows } = await sql<Waiting>`
    ${waitingNow(companyId)} and c.waiting_since >= greatest(now() - interval '1 day', ${on_since}::timestamptz)
      and c.waiting_since <= now() - ${ofTeam} * interval '1 minute'
      and not exists (select from automation_runs r where r.company_id = c.company_id and r.kind = 'no_answer'
        and r.subject = 'person ' || c.id || ' '
          || to_char(c.waiting_since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by c.waiting_since, c.id limit ${maxAtOnce}`.execute(trx)
  return rows
}

/** First the team hears that somebody waits; the person hears of it once the team had its time. */
async function heedWaiting(company: Company, setting: Setting, waiting: Waiting): Promise<void> {
  const { trx } = company
  const [ofTeam = 0, ofPerson = 0] = setting.minutes
  const conversation = await trx
    .selectFrom('conversations')
    .select('waiting_since')
    .where('id', '=', waiting.id)
    .forUpdate()
    .executeTakeFirst()
  // Somebody has just answered.
  if (!conversation?.waiting_since) return
  const team = { subject: `team ${waitSubject(waiting)}`, leadId: waiting.leadId }
  if (await begin(company, 'no_answer', team)) await notifyTeam(company, waiting, ofTeam)
  const { at } = await trx
    .selectFrom('automation_runs')
    .select('at')
    .where('kind', '=', 'no_answer')
    .where('subject', '=', team.subject)
    .executeTakeFirstOrThrow()
  const patience = Math.max(0, ofPerson - ofTeam) * 60_000
  if (Date.now() < Date.parse(waiting.since) + ofPerson * 60_000 || Date.now() < Date.parse(at) + patience) return
  await writeToPerson(company, setting, waiting)
}

async function notifyTeam({ trx, companyId }: Company, waiting: Waiting, minutes: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from employees where company_id = ${companyId} and active
      and case when ${waiting.ownerId}::text is null then lead_access = 'all' else id = ${waiting.ownerId} end
    limit 1000`.execute(trx)
  await notify(
    trx,
    {
      companyId,
      kind: 'message_new',
      leadId: waiting.leadId,
      title: `${waiting.leadName} espera resposta`,
      body: minutes > 0 ? `Há ${minutes} minutos no WhatsApp.` : 'No WhatsApp.',
      link: `${channelRules[whatsapp].page}/${waiting.id}`
    },
    { employees: rows.map(({ id }) => id) }
  )
}

/** Whether an automatic message, such as that outside of business hours, was sent since the person began to wait. */
export async function hasHeard(trx: Trx, { id, since }: Waiting): Promise<boolean> {
  const { rows } = await sql`
    select from messages where conversation_id = ${id} and direction = 'out' and data ? 'automatic'
      and status <> 'failed' and created_at >= ${since}::timestamptz limit 1`.execute(trx)
  return rows.length > 0
}

async function writeToPerson(company: Company, setting: Setting, waiting: Waiting): Promise<void> {
  const { trx, config, companyId } = company
  const occasion = { subject: noAnswerSubject(waiting), leadId: waiting.leadId }
  if (!(await begin(company, 'no_answer', occasion))) return
  const refuse = (reason: string) => end(company, 'no_answer', occasion, reason)
  if (await hasHeard(trx, waiting)) return void (await refuse(reasons.another))
  const facts = await readFactTexts(trx, config, companyId, waiting.leadId, null)
  if (!facts) return void (await refuse(reasons.gone))
  const queued = await queueText(trx, companyId, waiting.id, {
    text: wordsFor(setting, facts),
    key: keyOf('no_answer', occasion),
    data: { automation: 'no_answer' },
    author: automaticMessageAuthor,
    notBefore: new Date(afterQuietHours(Date.now(), waiting.zone, setting.quiet_hours))
  })
  if (!queued) await refuse(reasons.closed)
}
