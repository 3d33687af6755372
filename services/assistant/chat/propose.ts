import { type CompanyPermission, hasPermission } from '../../account/auth/rules.ts'
import type { Db } from '../../core/db.ts'
import { cut, digits } from '../../core/rules.ts'
import { phoneKey, phoneText, storePhone } from '../../core/telephone/rules.ts'
import { stepName } from '../../leads/funnels/rules.ts'
import { listSteps, type PlacedStep } from '../../leads/funnels/steps.ts'
import { parseFilter } from '../../leads/leads/filter.ts'
import { findLead, listLeads } from '../../leads/leads/queries.ts'
import { type LeadStatus, statusLabels } from '../../leads/leads/rules.ts'
import type { Lead } from '../../leads/leads/schema.ts'
import { ticketCategories, ticketPriorities } from '../../support/tickets/rules.ts'
import type { ToolCall } from './ask.ts'
import type { Draft } from './cards.ts'
import { describeFreeTimes } from './freeTimes.ts'
import { meantPerson } from './meant.ts'
import { data } from './prompt.ts'
import { needed } from './proposals.ts'
import type { ActionKind } from './rules.ts'
import { describeSales } from './sales.ts'
import type { ActionParams } from './schema.ts'
import { timeToBook } from './timeToBook.ts'
import { readCall, type ToolName, type ToolRequest } from './tools.ts'
import type { Viewer } from './viewer.ts'
import { fold, readWhen, whenWords } from './when.ts'

/** The result of a call: what the provider receives, and the proposal or why there is none. */
export type Performed = { result: string; draft?: Draft; refused?: string }

type LeadTool = Exclude<ToolName, 'find_leads' | 'find_free_times' | 'find_sales' | 'open_ticket' | 'call_person'>

const permissions: Record<LeadTool, CompanyPermission | null> = {
  create_task: needed.task,
  write_note: needed.note,
  change_status: needed.status,
  assign_lead: needed.owner,
  book_appointment: needed.appointment
}

/** The tools that the person may use. */
export const toolsFor = ({ person }: Pick<Viewer, 'person'>): ToolName[] => {
  const allowed = Object.entries(permissions).filter(([, name]) => name === null || hasPermission(person, name))
  const ticket: ToolName[] = hasPermission(person, 'manage_tickets') ? ['open_ticket'] : []
  return [
    'find_leads',
    'find_free_times',
    'find_sales',
    ...allowed.map(([tool]) => tool as ToolName),
    ...ticket,
    'call_person'
  ]
}

/** Leads described, or offered for choice, at most. */
const few = 5

/** Looks up or prepares what the provider asks for. Changes nothing. */
export async function perform(db: Db, viewer: Viewer, call: ToolCall): Promise<Performed> {
  const request = readCall(call)
  if (typeof request === 'string') return refused(request)
  if (request.name === 'call_person') return proposed({ kind: 'person', params: {} })
  if (!toolsFor(viewer).includes(request.name)) return refused('Você não tem permissão para fazer isso.')
  if (request.name === 'find_leads') return { result: await describeLeads(db, viewer, request.parameters.search) }
  if (request.name === 'find_free_times') {
    const times = await describeFreeTimes(db, viewer, request.parameters)
    return 'problem' in times ? refused(times.problem) : { result: times.text }
  }
  if (request.name === 'find_sales') {
    const sales = await describeSales(db, viewer, request.parameters)
    return 'problem' in sales ? refused(sales.problem) : { result: sales.text }
  }
  if (request.name === 'open_ticket') return proposed(ticketOf(request.parameters))
  const action = await actionOf(db, viewer, request)
  if (typeof action === 'string') return refused(action)
  const leads = await meantLeads(db, viewer, request.parameters.lead)
  if (typeof leads === 'string') return refused(leads)
  const [only, ...others] = leads
  if (!only) return refused(notFound(request.parameters.lead))
  if (others.length === 0) {
    const same = unchanged(only, action)
    return same ? refused(same) : proposed(action, only)
  }
  return proposed({ ...action, options: leads })
}

type TicketRequest = Extract<ToolRequest, { name: 'open_ticket' }>['parameters']

/** The ticket that is asked for; what the person did not say, or the provider made up, is left to the usual. */
export const ticketOf = ({ subject, description, category, priority }: TicketRequest): Action => ({
  kind: 'ticket',
  params: {
    title: subject,
    text: description,
    category: ticketCategories.find(each => each === category) ?? 'question',
    priority: ticketPriorities.find(each => each === priority) ?? 'normal'
  }
})

const refused = (sentence: string): Performed => ({ result: `Nada foi preparado. ${sentence}`, refused: sentence })

type Action = { kind: ActionKind; params: ActionParams; options?: readonly Lead[] }

function proposed({ kind, params, options = [] }: Action, lead?: Lead): Performed {
  const about = lead && { about: aboutOf(lead) }
  const before = lead && beforeOf(kind, lead)
  return {
    result: 'O cartão foi mostrado. Nada foi feito: só a pessoa confirma.',
    draft: {
      kind,
      params: { ...params, ...about, ...(before !== undefined && { before }) },
      lead_id: lead?.id ?? null,
      lead_name: lead?.name ?? null,
      lead_version: lead?.version ?? null,
      options: options.map(each => {
        const was = beforeOf(kind, each)
        const { id, name, version } = each
        return { id, name, version, about: aboutOf(each), ...(was !== undefined && { before: was }) }
      })
    }
  }
}

/** The details that distinguish a lead from others of the same name. */
const aboutOf = ({ phone, email, ...lead }: Lead): string =>
  [phone ? phoneText(phone) : email, stepName(lead)].filter(Boolean).join(' · ')

const beforeOf = (kind: ActionKind, { ownerName }: Lead): string | undefined =>
  kind === 'owner' ? (ownerName ? `Hoje com ${ownerName}` : 'Hoje sem responsável') : undefined

function unchanged({ name, status, statusName, ownerId }: Lead, { kind, params }: Action): string | undefined {
  if (kind === 'status' && params.status === status) return `${name} já está em ${stepName({ status, statusName })}.`
  if (kind === 'owner' && params.ownerId === ownerId) return `${name} já é de ${params.ownerName}.`
  return undefined
}

type LeadRequest = Extract<ToolRequest, { name: LeadTool }>

/** The action without its lead, or why there is none. */
async function actionOf(db: Db, viewer: Viewer, { name, parameters }: LeadRequest): Promise<Action | string> {
  switch (name) {
    case 'create_task': {
      const at = readWhen(parameters.when, viewer.zone, Date.now())
      if (typeof at === 'string') return at
      const taskKind = /\b(lig(ar|ue|acao)|telefon)/.test(fold(parameters.title)) ? 'call' : 'other'
      return { kind: 'task', params: { title: parameters.title, dueAt: at.toISOString(), taskKind } }
    }
    case 'write_note':
      return { kind: 'note', params: { text: parameters.text } }
    case 'change_status': {
      const steps = [...(await db.company(viewer.companyId, listSteps)).values()]
      const step = stepOf(steps, parameters.status)
      if (!step) return `Diga a situação: ${steps.map(({ name }) => name).join(', ')}.`
      const { key: status, name: statusName } = step
      if (step.kind !== 'lost') return { kind: 'status', params: { status, statusName } }
      return parameters.reason
        ? { kind: 'status', params: { status, statusName, lostReason: parameters.reason } }
        : `Para mudar para ${step.name}, diga o motivo da perda.`
    }
    case 'assign_lead': {
      const owner = await meantPerson(db, viewer, parameters.person)
      return typeof owner === 'string' ? owner : { kind: 'owner', params: { ownerId: owner.id, ownerName: owner.name } }
    }
    case 'book_appointment': {
      const params = await timeToBook(db, viewer, parameters)
      return typeof params === 'string' ? params : { kind: 'appointment', params }
    }
  }
}

/** The step of a key or a name as a person writes it. */
const stepOf = (steps: readonly PlacedStep[], written: string): PlacedStep | undefined =>
  steps.find(({ key }) => key === written) ??
  steps.find(({ key, name }) =>
    [name, statusLabels[key as LeadStatus] ?? ''].some(each => fold(each) === fold(written))
  )

/** The lead of the open page, as the person sees it; null where they do not. */
export const findOpenLead = async (
  db: Db,
  { companyId, owners }: Pick<Viewer, 'companyId' | 'owners'>,
  id: string
): Promise<Lead | null> => (await db.company({ id: companyId, owners }, trx => findLead(trx, id))) ?? null

const thisLead = /^(est[ea]|ess[ea]|[oa]) (lead|contato|cliente|pessoa)( abert[oa]| da tela)?$/

const notFound = (written: string) => `Não encontrei “${written}” entre os leads que você vê.`

/** The same view of the leads as on the screens. */
const search = ({ companyId, owners }: Viewer, db: Db, q: string) =>
  listLeads(
    db,
    { id: companyId, owners },
    { sort: { field: 'receivedAt', descending: true }, skip: 0, take: few },
    parseFilter({ q }, null)
  )

/** How a lead is searched by a text: a number, an address, else its words. */
function termOf(text: string): { q: string; exact: boolean } {
  if (digits(text).length >= 8) return { q: storePhone(text).slice(0, 200), exact: true }
  const address = /(?<![^\s<>,;])[^\s<>,;@]+@[^\s<>,;]+/.exec(text)?.[0]
  return { q: address ?? text, exact: address !== undefined }
}

const tooMany = (n: number, text: string) => `Há ${n} leads com “${text}”. Diga o nome completo ou o telefone.`

/**
 * The leads that may be meant, or why there are none. Only the person decides among several: where the provider names
 * one more precisely than the person did, all that match the person's words count.
 */
async function meantLeads(db: Db, viewer: Viewer, text: string): Promise<Lead[] | string> {
  const { open } = viewer
  if (thisLead.test(fold(text))) return open ? [open] : 'Diga o nome do lead: nenhum está aberto na tela.'
  const { q, exact } = termOf(text)
  const { leads, total } = await search(viewer, db, q)
  // A lead that the person has not named can only be the open one.
  if (open && leads.some(({ id }) => id === open.id) && !wordsOf(open.name).some(word => wordSaid(viewer, word)))
    return [open]
  if (total > few) return tooMany(total, text)
  const [only] = leads
  if (!only || leads.length > 1) return leads
  if (exact ? wasSaid(viewer, q) : wordsOf(q).every(word => wordSaid(viewer, word))) return leads
  const words = wordsOf(only.name).filter(word => wordSaid(viewer, word))
  const term = words.length > 0 ? words.join(' ') : only.name
  const wider = await search(viewer, db, term)
  if (words.length > 0 && wider.total > few) return tooMany(wider.total, term)
  const alike = wider.leads.filter(({ name }) => words.length > 0 || fold(name) === fold(only.name))
  return alike.some(({ id }) => id === only.id) ? alike : leads
}

const wordsOf = (text: string): string[] => fold(text).split(' ')

const wordSaid = ({ said }: Viewer, word: string): boolean =>
  word.length > 2 &&
  said.some(text =>
    fold(text)
      .split(/[^\p{L}\p{N}]+/u)
      .includes(word)
  )

/** True where the person wrote the number or address. A phone matches in any spelling. */
const wasSaid = ({ said }: Viewer, q: string): boolean =>
  q.includes('@')
    ? said.some(text => fold(text).includes(fold(q)))
    : said.some(text => digits(text).includes(phoneKey(q).slice(-8)))

/** The matching leads that the person sees, as data for the provider. */
async function describeLeads(db: Db, viewer: Viewer, text: string): Promise<string> {
  const { leads, total } = await search(viewer, db, termOf(text).q)
  if (leads.length === 0) return notFound(text)
  const lines = leads.map(lead => leadLines(lead, viewer.zone))
  const more = total > leads.length ? `\n\nHá ${total} ao todo; estes são os mais recentes.` : ''
  return data('leads encontrados', lines.join('\n\n')) + more
}

/** A lead as the person sees it, one line for each field. */
export function leadLines(lead: Lead, zone: string): string {
  const now = Date.now()
  const when = (at: string) => whenWords(new Date(at), zone, now)
  return [
    `Nome: ${lead.name}`,
    `Situação: ${stepName(lead)}${lead.lostReason ? ` (motivo: ${lead.lostReason})` : ''}`,
    `Responsável: ${lead.ownerName ?? 'ninguém'}`,
    lead.phone && `Telefone: ${phoneText(lead.phone)}`,
    lead.email && `E-mail: ${lead.email}`,
    `Chegou: ${when(lead.receivedAt)}`,
    lead.lastContactAt && `Último contato: ${when(lead.lastContactAt)}`,
    lead.nextTaskAt && `Próxima tarefa: ${when(lead.nextTaskAt)}`,
    lead.message && `Mensagem do lead: ${cut(lead.message, 300)}`
  ]
    .filter(Boolean)
    .join('\n')
}
