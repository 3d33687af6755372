import { type Selectable, sql } from 'kysely'
import { durationText } from '../../calendar/appointments/rules.ts'
import type { Trx } from '../../core/db.ts'
import type { Tables } from '../../core/tables.ts'
import { stepName } from '../../leads/funnels/rules.ts'
import { ticketCategoryLabels, ticketPriorityLabels } from '../../support/tickets/rules.ts'
import type { ActionKind, CardState } from './rules.ts'
import type { ChatCard } from './schema.ts'
import type {} from './tables.ts'
import { whenWords } from './when.ts'

export type Proposal = Selectable<Tables['chat_proposals']>

/** A proposal before it has an id and a state. */
export type Draft = Pick<Proposal, 'kind' | 'params' | 'lead_id' | 'lead_name' | 'lead_version' | 'options'>

/** The proposal in one line. */
export function titleOf({ kind, params, lead_name }: Pick<Proposal, 'kind' | 'params' | 'lead_name'>): string {
  const lead = lead_name ?? 'qual lead'
  const status = params.status ? stepName({ status: params.status, statusName: params.statusName ?? null }) : ''
  const titles: Record<ActionKind, string> = {
    task: `Criar tarefa para ${lead}`,
    note: `Escrever nota em ${lead}`,
    status: `Mudar ${lead} para ${status}`,
    owner: `Passar ${lead} para ${params.ownerName}`,
    appointment: `Marcar um horário com ${lead}`,
    ticket: `Abrir um chamado: ${params.title}`,
    person: 'Chamar uma pessoa da equipe'
  }
  return lead_name === null && kind !== 'person' && kind !== 'ticket' ? `${titles[kind]}?` : titles[kind]
}

function linesOf({ kind, params }: Pick<Proposal, 'kind' | 'params'>, zone: string, now: number): string[] {
  const lines: Record<ActionKind, (string | undefined)[]> = {
    task: [params.title, params.dueAt && sentence(whenWords(new Date(params.dueAt), zone, now))],
    note: [params.text],
    status: [params.lostReason && `Motivo: ${params.lostReason}`],
    owner: [params.before],
    appointment: [
      params.title,
      params.start && params.end && sentence(spanWords(params.start, params.end, zone, now)),
      params.ownerName && `Com ${params.ownerName}`,
      params.note
    ],
    ticket: [
      params.text,
      params.category && `Categoria: ${ticketCategoryLabels[params.category]}`,
      params.priority && `Prioridade: ${ticketPriorityLabels[params.priority]}`
    ],
    person: ['Ela lê esta conversa e responde para o seu e-mail.']
  }
  return lines[kind].filter(line => line !== undefined)
}

const spanWords = (start: string, end: string, zone: string, now: number): string => {
  const minutes = Math.round((Date.parse(end) - Date.parse(start)) / 60_000)
  return `${whenWords(new Date(start), zone, now)}, por ${durationText(minutes)}`
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const cardTexts = {
  late: 'Passaram mais de 30 minutos. Peça de novo, se ainda precisar.',
  changed: 'O lead mudou depois desta proposta. Confira e peça de novo.',
  past: 'O horário já passou. Peça de novo com outro.',
  unseen: 'Este lead não está mais entre os que você vê.',
  forbidden: 'Você não tem permissão para fazer isso.',
  choose: 'Escolha antes o lead.'
} as const

/** The current state of a proposal: one not confirmed in time has expired, even if that is not stored yet. */
export function standing(
  { state, outcome, expires_at }: Proposal,
  now: number
): { state: CardState; outcome: string | null } {
  const open = state === 'choosing' || state === 'waiting'
  if (open && Date.parse(expires_at) <= now) return { state: 'expired', outcome: cardTexts.late }
  return { state, outcome }
}

/** A proposal as its card shows it, with times in the company's time zone. */
export function toCard(row: Proposal, zone: string, now = Date.now()): ChatCard {
  const { state, outcome } = standing(row, now)
  return {
    id: row.id,
    kind: row.kind,
    state,
    title: titleOf(row),
    about: row.params.about ?? null,
    lines: linesOf(row, zone, now),
    leadId: row.lead_id,
    options: state === 'choosing' ? row.options.map(({ id, name, about }) => ({ id, name, about })) : [],
    outcome
  }
}

/** The cards of these answers, by the answer's id. */
export async function cardsOf(trx: Trx, messageIds: readonly string[]): Promise<Map<string, ChatCard[]>> {
  const cards = new Map<string, ChatCard[]>()
  if (messageIds.length === 0) return cards
  const rows = await trx
    .selectFrom('chat_proposals as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .selectAll('p')
    .select('c.time_zone')
    .where('p.message_id', 'in', [...messageIds])
    .orderBy('p.message_id')
    .orderBy('p.place')
    .execute()
  for (const { time_zone, ...row } of rows)
    cards.set(row.message_id, [...(cards.get(row.message_id) ?? []), toCard(row, time_zone)])
  return cards
}

/** Marks proposals that were not confirmed in time, and deletes the leads offered for choice. */
export async function expireProposals(trx: Trx): Promise<void> {
  await sql`
    update chat_proposals set state = 'expired', outcome = ${cardTexts.late}, options = '[]', settled_at = now()
    where state in ('choosing', 'waiting') and expires_at < now()`.execute(trx)
}
