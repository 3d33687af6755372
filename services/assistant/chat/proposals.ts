import { sql } from 'kysely'
import type { CompanyPermission } from '../../account/auth/rules.ts'
import { bookAppointment } from '../../calendar/appointments/book.ts'
import { TimeTakenError } from '../../calendar/appointments/queries.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Author } from '../../core/viewer.ts'
import { changeLead } from '../../leads/leads/changes.ts'
import { createNote } from '../../leads/notes/queries.ts'
import { createTask } from '../../leads/tasks/queries.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import type { Requester } from '../../support/tickets/messages.ts'
import { recordOpening } from '../../support/tickets/opened.ts'
import type { TicketRules } from '../../support/tickets/schema.ts'
import { openTicket } from '../../support/tickets/write.ts'
import { askForPerson } from './askedTickets.ts'
import { cardTexts, type Proposal, standing, titleOf } from './cards.ts'
import { type ActionKind, chatTexts } from './rules.ts'
import type { LeadOption } from './tables.ts'

/** Identifies a proposal of one person, in one company and conversation. */
export type Which = { id: string; companyId: string; userId: string; sessionId: string }

export type Confirming = {
  may: (permission: CompanyPermission) => boolean
  /** In whose name the action is done. */
  author: Author
  actor: AuditActor
  /** The person who opens a ticket, and the rules of its deadlines. */
  requester: Requester
  rules: TicketRules
  assistantName: string
}

/** The permission needed to confirm each action. */
export const needed: Record<ActionKind, CompanyPermission | null> = {
  task: 'edit_leads',
  note: 'edit_leads',
  status: 'edit_leads',
  owner: 'assign_leads',
  appointment: 'manage_calendar',
  ticket: 'manage_tickets',
  person: null
}

const find = (trx: Trx, { id, companyId, userId, sessionId }: Which) =>
  trx
    .selectFrom('chat_proposals')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)

/** A proposal, locked until the transaction ends; undefined where the person has no such proposal. */
const hold = (trx: Trx, which: Which): Promise<Proposal | undefined> => find(trx, which).forUpdate().executeTakeFirst()

/** The action of a proposal; undefined where the company has no such proposal, or its lead is no longer visible. */
export async function findKind(trx: Trx, { id, companyId }: Which): Promise<ActionKind | undefined> {
  const row = await trx
    .selectFrom('chat_proposals')
    .select('kind')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.kind
}

type End = { state: 'done' | 'cancelled' | 'expired' | 'failed'; outcome: string }

const settle = (trx: Trx, { company_id, id }: Proposal, { state, outcome }: End): Promise<Proposal> =>
  trx
    .updateTable('chat_proposals')
    .set({ state, outcome, options: '[]', settled_at: sql`now()` })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

const isOpen = ({ state }: Proposal): boolean => state === 'choosing' || state === 'waiting'

/**
 * Carries out a proposal once: repeated calls return the first result. Permission, lead and expiry are checked again.
 * Undefined where the person has no such proposal, or no longer sees its lead. Throws `TimeTakenError` where somebody
 * else has the time, which `failProposal` settles.
 */
export async function confirmProposal(trx: Trx, which: Which, confirming: Confirming): Promise<Proposal | undefined> {
  // Lock the lead before the proposal: several proposals of one lead may be confirmed at once, and each updates the
  // others.
  const before = await find(trx, which).executeTakeFirst()
  const version = before?.lead_id ? await holdLead(trx, before.lead_id) : undefined
  const row = await hold(trx, which)
  if (!row || !before || !isOpen(row)) return row
  const late = whyLate(row, before.lead_id === null ? row.lead_version : version)
  if (late) return settle(trx, row, { state: 'expired', outcome: late })
  if (before.lead_id !== row.lead_id || row.state === 'choosing') throw new AppError('conflict', cardTexts.choose)
  const permission = needed[row.kind]
  if (permission && !confirming.may(permission))
    return settle(trx, row, { state: 'failed', outcome: cardTexts.forbidden })
  await sql`savepoint confirmed`.execute(trx)
  try {
    // Settled before the action, since after giving a lead away its author may no longer see it or its proposals.
    const done = await settle(trx, row, { state: 'done', outcome: outcomeOf(row) })
    await act(trx, row, confirming)
    return done
  } catch (error) {
    // The person could not do it by hand either. Any other error settles nothing, so it can be tried again. Where the time
    // is taken, the free ones are looked for outside this transaction.
    if (!(error instanceof AppError) || error instanceof TimeTakenError) throw error
    await sql`rollback to savepoint confirmed`.execute(trx)
    return settle(trx, row, { state: 'failed', outcome: error.message })
  }
}

async function holdLead(trx: Trx, id: string): Promise<number | undefined> {
  const lead = await trx.selectFrom('leads').select('version').where('id', '=', id).forUpdate().executeTakeFirst()
  return lead?.version
}

function whyLate(row: Proposal, version: number | null | undefined): string | null {
  const now = Date.now()
  if (standing(row, now).state === 'expired') return cardTexts.late
  const at = row.params.dueAt ?? row.params.start
  if (at && Date.parse(at) <= now) return cardTexts.past
  return version === row.lead_version ? null : cardTexts.changed
}

const outcomeOf = ({ kind, params }: Proposal): string =>
  ({
    task: 'Tarefa criada.',
    note: 'Nota escrita.',
    status: 'Situação alterada.',
    owner: `Agora é de ${params.ownerName}.`,
    appointment: 'Horário marcado.',
    ticket: 'Chamado aberto.',
    person: chatTexts.person.member
  })[kind]

/** Through the functions behind the screens, so that the assistant can do nothing that they cannot. */
async function act(trx: Trx, row: Proposal, confirming: Confirming): Promise<void> {
  const { author, actor, requester } = confirming
  const { kind, company_id: companyId, lead_id: leadId } = row
  if (kind === 'person') {
    await askForPerson(trx, row.session_id, { requester, companyId, actor }, confirming)
    return
  }
  if (kind === 'ticket') return openProposed(trx, row, confirming)
  if (leadId === null) throw new AppError('conflict', cardTexts.choose)
  // The audit log can never be erased, so it names no lead.
  const reason = titleOf({ ...row, lead_name: 'um lead' })
  const object = { type: 'lead', id: leadId }
  await audit(trx, { ...actor, companyId, action: 'assistant.confirmed', object, reason })
  const { title = '', dueAt = '', taskKind = 'other', text = '', status, lostReason, ownerId } = row.params
  if (kind === 'task')
    await createTask(trx, companyId, { leadId, title, dueAt, remindAt: dueAt, kind: taskKind }, author.id, author.name)
  if (kind === 'note') await createNote(trx, companyId, leadId, { text }, author)
  if (kind === 'status') {
    const change = { ...(status && { status }), ...(lostReason !== undefined && { lostReason }) }
    await changeLead(trx, companyId, leadId, change, author)
  }
  if (kind === 'owner') await changeLead(trx, companyId, leadId, { ownerId: ownerId ?? null }, author)
  if (kind === 'appointment') await book(trx, companyId, leadId, row, author)
  await followVersion(trx, row)
}

async function book(trx: Trx, companyId: string, leadId: string, { params }: Proposal, author: Author): Promise<void> {
  const { title = '', start = '', end = '', ownerId = '', serviceId = null, channel, location } = params
  const time = { title, start, end, employeeId: ownerId, leadId, serviceId, location: location || null }
  await bookAppointment(trx, companyId, { ...time, ...(channel && { channel }) }, author)
}

/** The ticket is the person's own; that it came by the assistant is kept with it. */
async function openProposed(trx: Trx, row: Proposal, { actor, requester, rules }: Confirming): Promise<void> {
  const { title = '', text = '', category = 'question', priority = 'normal' } = row.params
  const opening = { subject: title, text, category, priority, source: 'assistant' as const, key: `proposal ${row.id}` }
  const { ticketId } = await openTicket(trx, row.company_id, rules, opening, requester)
  await recordOpening(trx, row.company_id, ticketId, { id: requester.id, name: requester.name }, actor)
}

/** A proposal is not outdated by a change that the same person has just confirmed. */
async function followVersion(trx: Trx, { company_id, session_id, lead_id, lead_version }: Proposal): Promise<void> {
  await sql`
    update chat_proposals p set lead_version = l.version from leads l
    where p.company_id = ${company_id} and p.session_id = ${session_id} and p.lead_id = ${lead_id}
      and p.lead_version = ${lead_version} and p.state = 'waiting' and l.company_id = p.company_id and l.id = p.lead_id
    `.execute(trx)
}

/**
 * Sets the lead that is meant; the proposal then waits for confirmation. Undefined where the person has no such
 * proposal.
 */
export async function chooseLead(trx: Trx, which: Which, leadId: string): Promise<Proposal | undefined> {
  const row = await hold(trx, which)
  if (row?.state !== 'choosing') return row
  if (standing(row, Date.now()).state === 'expired')
    return settle(trx, row, { state: 'expired', outcome: cardTexts.late })
  const option = row.options.find(({ id }) => id === leadId)
  const lead = option && (await trx.selectFrom('leads').select('version').where('id', '=', leadId).executeTakeFirst())
  if (!option) throw new AppError('invalid', cardTexts.choose)
  if (lead?.version !== option.version) return settle(trx, row, { state: 'expired', outcome: cardTexts.changed })
  return trx
    .updateTable('chat_proposals')
    .set(withLead(row, option))
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const withLead = ({ params }: Proposal, { id, name, about, version, before }: LeadOption) => ({
  lead_id: id,
  lead_name: name,
  lead_version: version,
  params: JSON.stringify({ ...params, about, ...(before !== undefined && { before }) }),
  options: '[]',
  state: 'waiting' as const
})

/** Ends a proposal that could not be done. */
export async function failProposal(trx: Trx, which: Which, outcome: string): Promise<Proposal | undefined> {
  const row = await hold(trx, which)
  return row && isOpen(row) ? settle(trx, row, { state: 'failed', outcome }) : row
}

/** Cancels a proposal. Undefined where the person has no such proposal. */
export async function cancelProposal(trx: Trx, which: Which): Promise<Proposal | undefined> {
  const row = await hold(trx, which)
  return row && isOpen(row) ? settle(trx, row, { state: 'cancelled', outcome: 'Nada foi feito.' }) : row
}

/**
 * Ends a proposal about a lead that the person no longer sees; as staff, since row-level security hides it from them.
 */
export async function giveUpUnseen(trx: Trx, which: Which): Promise<Proposal | undefined> {
  const row = await hold(trx, which)
  return row && isOpen(row) ? settle(trx, row, { state: 'failed', outcome: cardTexts.unseen }) : row
}
