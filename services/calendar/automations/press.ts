import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { queueText } from '../../messaging/conversations/automatic.ts'
import type {} from '../../messaging/conversations/tables.ts'
import { everything } from '../appointments/availability.ts'
import { appointmentLink } from '../appointments/links.ts'
import { notifyOfWishToMove, saidAt } from '../appointments/notices.ts'
import { takesTime } from '../appointments/rules.ts'
import type {} from '../appointments/tables.ts'
import { confirmAsGuest, readGuestAppointment } from '../booking/guest.ts'
import type { GuestAppointment } from '../booking/schema.ts'
import { automaticMessageAuthor } from './rules.ts'

/** The appointment that a message was about. */
type About = { appointmentId: string; leadId: string; start: string }
type Press = { text: string | null; conversationId: string; leadName: string; about: About | null }

/** The author of what a person does by a button. */
const byButton = { id: null, name: 'Cliente, pelo WhatsApp' }

/** The act that a button's words mean; undefined for those of other buttons. */
export function actOf(words: string | null): 'confirm' | 'move' | undefined {
  const plain = (words ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (/^\W*(confirm|sim\b|vou\b)/.test(plain)) return 'confirm'
  return /^\W*(remarcar|reagendar|mudar|trocar|outro horario)/.test(plain) ? 'move' : undefined
}

/**
 * Does what a person asked by the button of an automatic message about an appointment, and answers once. Buttons of
 * other messages are left to the team.
 */
export async function heedPress(
  { db, config }: { db: Db; config: Config },
  companyId: string,
  messageId: string
): Promise<void> {
  await db.company(everything(companyId), async trx => {
    const press = await readPress(trx, companyId, messageId)
    const act = actOf(press?.text ?? null)
    if (!press?.about || !act) return
    const key = `press ${messageId}`
    if (await isAnswered(trx, press.conversationId, key)) return
    const { appointmentId, start } = press.about
    const data = { automation: 'press', press: { appointmentId, start, act } }
    const text = await answerTo({ trx, config, companyId }, press, press.about, act)
    await queueText(trx, companyId, press.conversationId, { text, key, data, author: automaticMessageAuthor })
  })
}

async function readPress(trx: Trx, companyId: string, messageId: string): Promise<Press | undefined> {
  const { rows } = await sql<Press>`
    select m.text, m.conversation_id as "conversationId", l.name as "leadName",
      coalesce(t.data -> 'appointment', t.data -> 'reminder') as about
    from messages m
    join leads l on l.company_id = m.company_id and l.id = m.lead_id
    join messages t on t.company_id = m.company_id and t.channel_id = m.channel_id and t.external_id = m.reply_to
      and t.conversation_id = m.conversation_id and t.direction = 'out' and t.data ? 'automatic'
    where m.company_id = ${companyId} and m.id = ${messageId}`.execute(trx)
  return rows[0]
}

async function isAnswered(trx: Trx, conversationId: string, key: string): Promise<boolean> {
  const row = await trx
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('client_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

type Parts = { trx: Trx; config: Config; companyId: string }

/** Does it where it can be done, and says what came of it. */
async function answerTo(parts: Parts, press: Press, about: About, act: 'confirm' | 'move'): Promise<string> {
  const { trx, config, companyId } = parts
  const { appointmentId, start } = about
  const appointment = await readAppointment(trx, appointmentId)
  if (!appointment) return 'Este compromisso não existe mais. Se precisar de algo, é só escrever.'
  const when = saidAt(appointment.start, appointment.timezone)
  const link = appointmentLink(config, companyId, appointmentId)
  if (Date.parse(appointment.start) <= Date.now())
    return 'Este compromisso já passou. Se precisar de algo, é só escrever.'
  if (!takesTime(appointment.status)) return 'Este compromisso foi cancelado. Se quiser outro horário, é só escrever.'
  if (Date.parse(appointment.start) !== Date.parse(start))
    return `Este compromisso mudou: agora é em ${when}. Para confirmar ou escolher outro horário: ${link}`
  return act === 'confirm'
    ? confirm(parts, press, about, appointment, when)
    : wishToMove(parts, press, about, appointment, link)
}

async function readAppointment(trx: Trx, id: string): Promise<GuestAppointment | undefined> {
  try {
    return await readGuestAppointment(trx, id)
  } catch (error) {
    if (error instanceof AppError && error.kind === 'notFound') return undefined
    throw error
  }
}

async function confirm(
  { trx, companyId }: Parts,
  { conversationId }: Press,
  { appointmentId }: About,
  { confirmed, may }: GuestAppointment,
  when: string
): Promise<string> {
  if (confirmed) return `Você já tinha confirmado. Esperamos você em ${when}.`
  if (!may.confirm) return `A empresa ainda vai confirmar o horário de ${when}. Avisamos você por aqui.`
  await confirmAsGuest(trx, companyId, appointmentId, byButton)
  // Nobody has to answer a confirmation.
  await trx
    .updateTable('conversations')
    .set({ waiting_since: null, unread: 0 })
    .where('id', '=', conversationId)
    .where('last_kind', 'in', ['button', 'interactive'])
    .execute()
  return `Confirmado! Esperamos você em ${when}.`
}

async function wishToMove(
  { trx, companyId }: Parts,
  { conversationId, leadName }: Press,
  { appointmentId, start }: About,
  { may }: GuestAppointment,
  link: string
): Promise<string> {
  const { rows } = await sql`
    select from messages where conversation_id = ${conversationId} and data -> 'press' ->> 'appointmentId' = ${appointmentId}
      and data -> 'press' ->> 'start' = ${start} and data -> 'press' ->> 'act' = 'move' limit 1`.execute(trx)
  if (rows.length > 0) return `A equipe já sabe que você quer remarcar. Os horários livres estão aqui: ${link}`
  const row = await trx
    .selectFrom('appointments')
    .select(['id', 'lead_id', 'employee_id', 'title', 'starts_at', 'guest_name'])
    .where('id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  await notifyOfWishToMove(trx, companyId, row, { id: null, name: leadName })
  return may.move
    ? `Escolha outro horário aqui: ${link}`
    : 'Agora só a equipe pode mudar este horário. Ela foi avisada e fala com você por aqui.'
}
