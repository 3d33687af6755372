import type {} from '../../account/companies/tables.ts'
import { notify } from '../../account/notifications/queries.ts'
import type { NotificationKind } from '../../account/notifications/rules.ts'
import type { Trx } from '../../core/db.ts'
import type { Author } from '../../core/viewer.ts'
import { dayAt } from '../../core/zones/rules.ts'
import type {} from '../../leads/leads/tables.ts'
import type { AppointmentMove } from './rules.ts'

type About = {
  id: string
  lead_id: string | null
  employee_id: string
  title: string
  starts_at: string
  guest_name: string | null
}
type Kind = Extract<NotificationKind, `appointment_${string}`>

/** A moment as people in a zone say it: `12/12/2026 às 14:00`. */
export function saidAt(at: string, zone: string): string {
  const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
  return format.format(new Date(at)).replace(', ', ' às ')
}

/**
 * The company's zone, and the name of the lead; a notice of a lead whom its reader does not see is hidden from them.
 */
async function readSetting(
  trx: Trx,
  companyId: string,
  leadId: string | null
): Promise<{ zone: string; lead: string | null }> {
  return trx
    .selectFrom('companies as c')
    .leftJoin('leads as l', join =>
      join
        .onRef('l.company_id', '=', 'c.id')
        .on('l.id', '=', leadId)
        .on('l.held_at', 'is', null)
        .on('l.deleted_at', 'is', null)
    )
    .select(['c.time_zone as zone', 'l.name as lead'])
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow()
}

/** Notifies the person of an appointment about somebody else's change. */
async function notifyOwner(trx: Trx, companyId: string, kind: Kind, title: string, about: About, author: Author) {
  // Asked only where somebody is notified.
  if (about.employee_id === author.id) return
  const { zone, lead } = await readSetting(trx, companyId, about.lead_id)
  // A lead who is not seen hides their guest, too.
  const guest = about.lead_id === null || lead !== null ? (about.guest_name ?? lead) : null
  const named = guest === null || about.title.includes(guest) ? about.title : `${about.title} com ${guest}`
  const body = `${named}, ${saidAt(about.starts_at, zone)}`
  const link = `/calendar?dia=${dayAt(Date.parse(about.starts_at), zone)}&compromisso=${about.id}`
  const news = { companyId, kind, leadId: about.lead_id, title, body, link }
  await notify(trx, news, { employees: [about.employee_id], except: author.id })
}

export const notifyOfBooking = (trx: Trx, companyId: string, about: About & { status: string }, author: Author) =>
  notifyOwner(
    trx,
    companyId,
    'appointment_new',
    about.status === 'requested' ? 'Novo pedido de agendamento' : 'Novo compromisso',
    about,
    author
  )

const moveTitles: Partial<Record<AppointmentMove | 'restore', [Kind, string]>> = {
  confirm: ['appointment_changed', 'Compromisso confirmado'],
  refuse: ['appointment_cancelled', 'Pedido de agendamento recusado'],
  cancel: ['appointment_cancelled', 'Compromisso cancelado'],
  restore: ['appointment_new', 'Compromisso restaurado']
}

export async function notifyOfMove(
  trx: Trx,
  companyId: string,
  move: AppointmentMove | 'restore',
  about: About,
  author: Author
): Promise<void> {
  const [kind, title] = moveTitles[move] ?? []
  if (kind && title) await notifyOwner(trx, companyId, kind, title, about, author)
}

/** Notifies of a guest's written answer to the invitation, which is kept as a note. */
export const notifyOfAnswer = (trx: Trx, companyId: string, about: About, author: Author) =>
  notifyOwner(trx, companyId, 'appointment_changed', 'Resposta ao convite', about, author)

/** Notifies that a guest wants another time. */
export const notifyOfWishToMove = (trx: Trx, companyId: string, about: About, author: Author) =>
  notifyOwner(trx, companyId, 'appointment_changed', 'Quer remarcar', about, author)

type Changed = About & { ends_at: string; location: string | null; channel: string }

/** Notifies of a change: the person who has it now, and the one who had it before. Texts alone are no news. */
export async function notifyOfChange(
  trx: Trx,
  companyId: string,
  before: Changed,
  after: Changed,
  author: Author
): Promise<void> {
  if (before.employee_id !== after.employee_id) {
    await notifyOwner(trx, companyId, 'appointment_cancelled', 'Compromisso passou para outra pessoa', before, author)
    await notifyOwner(trx, companyId, 'appointment_new', 'Novo compromisso', after, author)
    return
  }
  const moved = (at: 'starts_at' | 'ends_at') => Date.parse(before[at]) !== Date.parse(after[at])
  if (moved('starts_at') || moved('ends_at'))
    await notifyOwner(trx, companyId, 'appointment_changed', 'Compromisso remarcado', after, author)
  else if (before.location !== after.location || before.channel !== after.channel)
    await notifyOwner(trx, companyId, 'appointment_changed', 'Compromisso alterado', after, author)
}

/** Notifies the person of an appointment of what happened to it in their calendar elsewhere. */
export async function notifyOfOutside(trx: Trx, companyId: string, title: string, about: About, body: string) {
  const { zone } = await readSetting(trx, companyId, about.lead_id)
  const link = `/calendar?dia=${dayAt(Date.parse(about.starts_at), zone)}&compromisso=${about.id}`
  const news = { companyId, kind: 'appointment_changed', leadId: about.lead_id, title, body, link } as const
  await notify(trx, news, { employees: [about.employee_id] })
}
