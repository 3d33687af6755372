import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { channelObstacle } from '../../messaging/conversations/templates.ts'
import type {} from '../appointments/tables.ts'
import {
  confirmationSubject,
  findWaiting,
  hasHeard,
  keyOf,
  noAnswerSubject,
  type Occasion,
  welcomeObstacle
} from './due.ts'
import { messageOf, readFactTexts, wordsFor } from './fill.ts'
import { type AutomationKind, afterQuietHours, minutesLater, reasons } from './rules.ts'
import type { TriedAutomation } from './schema.ts'
import { readOne, type Setting } from './settings.ts'

type Trial = { trx: Trx; config: Config; companyId: string; leadId: string; setting: Setting }

/** The occasion of a message for a lead and the moment at which it would be due, or why there is none. */
type Found = { occasion: Occasion; at: number; conversationId?: string } | { reason: string; occasion?: Occasion }

/**
 * The message that a lead would get and when, or why not, without sending anything: as if it were on where it is off. In
 * the scope of the person who asks; throws 404 for a lead that they do not see.
 */
export async function tryAutomation(
  trx: Trx,
  config: Config,
  { companyId, kind, leadId }: { companyId: string; kind: AutomationKind; leadId: string }
): Promise<TriedAutomation> {
  const lead = await trx.selectFrom('leads').select('id').where('id', '=', leadId).executeTakeFirst()
  if (!lead) throw new AppError('notFound', 'Lead não encontrado')
  const setting = await readOne(trx, kind)
  const trial = { trx, config, companyId, leadId, setting }
  const found = await occasions[kind](trial)
  const before = found.occasion && (await findMessage(trial, found.occasion))
  if (before) return before
  const facts = await readFactTexts(trx, config, companyId, leadId, found.occasion?.appointmentId ?? null)
  if (!facts) throw new AppError('notFound', 'Lead não encontrado')
  const not = (reason: string, text: string | null = null): TriedAutomation => ({
    outcome: 'not',
    reason,
    at: null,
    text
  })
  if (kind === 'no_answer') {
    const text = setting.words ? wordsFor(setting, facts) : null
    if (text === null) return not(reasons.noWords)
    if (!('at' in found)) return not(found.reason, text)
    return { outcome: 'would', reason: null, at: quiet(found.at, facts.zone, setting), text }
  }
  if (!('at' in found)) return not(found.reason)
  if (setting.template_id === null) return not(reasons.noTemplate)
  // Trying writes nothing: what filling a template notes is undone.
  await sql`savepoint trial`.execute(trx)
  const message = await messageOf(trx, companyId, leadId, setting, facts)
  await sql`rollback to savepoint trial`.execute(trx)
  if ('refused' in message) return not(message.refused)
  const obstacle = await channelObstacle(trx, companyId, 'whatsapp', leadId)
  if (obstacle !== null) return not(obstacle, message.text)
  const at = quiet(found.at, facts.zone, setting)
  if (facts.start !== null && Date.parse(at) >= Date.parse(facts.start)) return not(reasons.noTime, message.text)
  return { outcome: 'would', reason: null, at, text: message.text }
}

const quiet = (at: number, zone: string, { quiet_hours }: Setting): string =>
  new Date(afterQuietHours(Math.max(at, Date.now()), zone, quiet_hours)).toISOString()

const occasions: Record<AutomationKind, (trial: Trial) => Promise<Found>> = {
  async confirmation(trial) {
    const next = await nextAppointment(trial)
    if (!next) return { reason: reasons.noAppointment }
    const { appointmentId, start, confirmed } = next
    const occasion = { subject: confirmationSubject(appointmentId, start), leadId: trial.leadId, appointmentId, start }
    return confirmed ? { reason: reasons.confirmed, occasion } : { occasion, at: Date.now() }
  },

  async reminder(trial) {
    const next = await nextAppointment(trial)
    if (!next) return { reason: reasons.noAppointment }
    const { appointmentId, start } = next
    const occasion = { subject: `${appointmentId} `, leadId: trial.leadId, appointmentId, start }
    const times = trial.setting.minutes.map(minutes => minutesLater(Date.parse(start), -minutes))
    const coming = times.filter(time => time > Date.now())
    return coming.length > 0 ? { occasion, at: Math.min(...coming) } : { reason: reasons.noReminder, occasion }
  },

  async welcome({ trx, companyId, leadId, setting }) {
    const occasion = { subject: leadId, leadId }
    const obstacle = await welcomeObstacle(trx, companyId, leadId)
    if (obstacle) return { reason: obstacle, occasion }
    const { received_at } = await trx
      .selectFrom('leads')
      .select('received_at')
      .where('id', '=', leadId)
      .executeTakeFirstOrThrow()
    // Where it is off, as if the lead came now.
    const from = setting.active ? Date.parse(received_at) : Date.now()
    return { occasion, at: minutesLater(from, setting.minutes[0] ?? 0) }
  },

  async no_answer({ trx, companyId, leadId, setting }) {
    const waiting = await findWaiting(trx, companyId, leadId)
    if (!waiting) return { reason: reasons.notWaiting }
    const occasion = { subject: noAnswerSubject(waiting), leadId }
    if (!waiting.isOpen) return { reason: reasons.closed, occasion }
    if (await hasHeard(trx, waiting)) return { reason: reasons.another, occasion }
    return { occasion, at: minutesLater(Date.parse(waiting.since), setting.minutes[1] ?? 0) }
  }
}

/** The lead's next appointment that stands. */
async function nextAppointment({ trx, companyId, leadId }: Trial) {
  const { rows } = await sql<{ appointmentId: string; start: string; confirmed: boolean }>`
    select a.id as "appointmentId", a.starts_at as start, a.guest_confirmed_at is not null as confirmed
    from appointments a where a.company_id = ${companyId} and a.lead_id = ${leadId} and a.starts_at > now()
      and a.status in ('requested', 'confirmed')
    order by a.starts_at limit 1`.execute(trx)
  return rows[0]
}

/** A message of this occasion that was sent, or waits to be; undefined where there is none. */
async function findMessage(
  { trx, companyId, leadId, setting: { kind } }: Trial,
  occasion: Occasion
): Promise<TriedAutomation | undefined> {
  const key = keyOf(kind, occasion)
  const { rows } = await sql<{ status: string; at: string; text: string; failure: string | null }>`
    select status, coalesce(due_at, created_at) as at, text, failure from messages
    where company_id = ${companyId} and lead_id = ${leadId} and data ->> 'automation' = ${kind}
      and ${kind === 'reminder' ? sql`client_key like ${`${key}%`}` : sql`client_key = ${key}`}
    order by created_at desc limit 1`.execute(trx)
  const [row] = rows
  if (!row) return undefined
  const at = new Date(row.at).toISOString()
  if (row.status === 'queued' || row.status === 'sending')
    return { outcome: 'waiting', reason: null, at, text: row.text }
  if (row.status === 'failed')
    return { outcome: 'not', reason: row.failure ?? 'Não foi entregue.', at: null, text: row.text }
  return { outcome: 'sent', reason: null, at, text: row.text }
}
