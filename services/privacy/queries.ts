import { type Selectable, sql } from 'kysely'
import { type AuditActor, audit } from '../audit/queries.ts'
import type { Trx } from '../core/db.ts'
import { withoutInvisible } from '../core/emails.ts'
import { AppError, invalid } from '../core/errors.ts'
import { publish } from '../core/jobs.ts'
import type { Tables } from '../core/tables.ts'
import { findUnstorable } from '../core/text.ts'
import type { Author } from '../core/viewer.ts'
import { changeLead } from '../leads/changes.ts'
import { checkPhone, leadFormTexts, validEmail } from '../leads/rules.ts'
import { phoneKey, storePhone } from '../leads/telephone/rules.ts'
import { notify } from '../notifications/queries.ts'
import { requestAnswered } from './jobs.ts'
import { type Correctable, correctable, type RequestKind, type RequestStatus, requestLabels, termOf } from './rules.ts'
import type { PrivacyRequest, PrivacyRequestDetail, TypedRequest } from './schema.ts'
import type {} from './tables.ts'

type Row = Selectable<Tables['privacy_requests']> & { days_left: number }

const notFound = () => new AppError('notFound', 'Pedido não encontrado')

const daysLeft = sql<number>`((r.due_at at time zone c.time_zone)::date - (now() at time zone c.time_zone)::date)`

const toRequest = (row: Row): PrivacyRequest => ({
  id: row.id,
  kind: row.kind,
  channel: row.channel,
  status: row.status,
  simplified: row.simplified,
  name: row.name,
  email: row.email,
  phone: row.phone,
  details: row.details,
  receivedAt: row.received_at,
  dueAt: row.due_at,
  daysLeft: row.days_left,
  answeredAt: row.answered_at,
  answeredBy: row.answered_by,
  refusal: row.refusal,
  answer: row.answer,
  certificate: row.certificate
})

/** Open requests, the nearest term first; or closed ones, the latest first. */
export async function listRequests(
  trx: Trx,
  companyId: string,
  { open, skip, take }: { open: boolean; skip: number; take: number }
): Promise<{ requests: PrivacyRequest[]; total: number }> {
  const order = open ? sql`r.due_at, r.id` : sql`r.answered_at desc, r.id`
  const which = open ? sql`r.status = 'open'` : sql`r.status in ('done', 'refused')`
  const { rows } = await sql<Row & { total: number }>`
    select r.*, ${daysLeft} as days_left, count(*) over ()::integer as total
    from privacy_requests r join companies c on c.id = r.company_id
    where r.company_id = ${companyId} and ${which} order by ${order} offset ${skip} limit ${take}`.execute(trx)
  return { requests: rows.map(toRequest), total: rows[0]?.total ?? 0 }
}

async function findRow(trx: Trx, companyId: string, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select r.*, ${daysLeft} as days_left from privacy_requests r join companies c on c.id = r.company_id
    where r.company_id = ${companyId} and r.id = ${id}`.execute(trx)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** One request with the leads that it may concern, in a scope that sees held leads. Throws 404. */
export async function findRequest(trx: Trx, companyId: string, id: string): Promise<PrivacyRequestDetail> {
  const row = await findRow(trx, companyId, id)
  const proposal = correctable
    .filter(field => field in row.proposal)
    .map(field => ({ field, value: row.proposal[field] ?? '', applied: row.applied.includes(field) }))
  return { ...toRequest(row), proposal, leads: await leadsOf(trx, companyId, row) }
}

async function leadsOf(trx: Trx, companyId: string, row: Row): Promise<PrivacyRequestDetail['leads']> {
  const email = row.email?.toLowerCase() ?? null
  const phone = row.phone ? phoneKey(row.phone) : null
  const { rows } = await sql<PrivacyRequestDetail['leads'][number]>`
    select l.id, l.name, l.email, l.phone, l.company, l.received_at as "receivedAt",
      l.id = any (${row.lead_ids}::text[]) as proven,
      l.id = any (${row.lead_ids}::text[]) or same_person(l.name, l.email_key, l.phone_key, ${row.name ?? ''}::text,
        ${email}::text, ${phone}::text) as same
    from leads l where l.company_id = ${companyId} and l.id in (
      select unnest(${row.lead_ids}::text[])
      union all select id from leads where company_id = ${companyId} and email_key = ${email}::text
      union all select id from leads where company_id = ${companyId} and phone_key = ${phone}::text)
    order by proven desc, same desc, l.received_at limit 50`.execute(trx)
  return rows
}

type NewRequest = {
  kind: RequestKind
  channel: PrivacyRequest['channel']
  simplified?: boolean
  name: string | null
  email: string | null
  phone: string | null
  details?: string
  proposal?: Partial<Record<Correctable, string>>
  leadIds?: readonly string[]
  /** yyyy-MM-dd; today where left out. */
  receivedOn?: string
  createdBy?: string | null
  /** Fulfilled on arrival, as what the person does on their own page is. */
  done?: boolean
}

/** Stores a request with its term, and notifies the privacy team of an open one. Returns its id. */
export async function addRequest(
  trx: Trx,
  companyId: string,
  request: NewRequest,
  author: Author | null = null
): Promise<string> {
  const { kind, channel, simplified = false, receivedOn, done = false } = request
  const days = termOf({ kind, simplified }, await isSmallAgent(trx))
  const received = receivedOn
    ? sql<string>`(${receivedOn}::timestamp + interval '12 hours') at time zone (select time_zone from companies where id = ${companyId})`
    : sql<string>`now()`
  const { id } = await trx
    .insertInto('privacy_requests')
    .values({
      company_id: companyId,
      kind,
      channel,
      simplified,
      name: request.name,
      email: request.email,
      phone: request.phone,
      details: request.details ?? '',
      proposal: JSON.stringify(request.proposal ?? {}),
      lead_ids: [...(request.leadIds ?? [])],
      received_at: received,
      due_at: sql<string>`${received} + ${days} * interval '1 day'`,
      created_by: request.createdBy ?? null,
      ...(done && { status: 'done' as const, answered_at: sql<string>`now()`, answered_by: 'A própria pessoa' })
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!done) await notifyTeam(trx, companyId, id, `Pedido de privacidade: ${requestLabels[kind]}`, author?.id)
  return id
}

async function isSmallAgent(trx: Trx): Promise<boolean> {
  const row = await trx.selectFrom('privacy_settings').select('small_agent').executeTakeFirst()
  return row?.small_agent ?? false
}

/** Notifies those who may answer requests. Notifications are kept, so the title must not name the person. */
export async function notifyTeam(
  trx: Trx,
  companyId: string,
  id: string,
  title: string,
  except: string | null = null
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from employees where company_id = ${companyId} and active
      and (role = 'admin' or 'manage_privacy' = any (permissions))`.execute(trx)
  const news = { companyId, kind: 'privacy_request' as const, leadId: null, title, link: `/privacy-requests/${id}` }
  await notify(trx, news, { employees: rows.map(row => row.id), except })
}

/** Stores a request that reached an employee. Throws 400 that names the field in fault. */
export async function typeRequest(
  trx: Trx,
  companyId: string,
  typed: TypedRequest,
  author: Author,
  actor: AuditActor
): Promise<string> {
  const unstorable = findUnstorable(typed)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
  const name = typed.name.trim()
  const email = withoutInvisible(typed.email).trim()
  const phone = storePhone(typed.phone)
  if (!name) throw invalid({ name: 'Informe o nome da pessoa.' })
  if (!email && !phone) throw invalid({ email: 'Informe o e-mail ou o telefone da pessoa.' })
  if (email && !validEmail(email)) throw invalid({ email: leadFormTexts.email })
  const wrongPhone = checkPhone(phone)
  if (wrongPhone) throw invalid({ phone: wrongPhone })
  const { rows } = await sql<{ today: string }>`
    select (now() at time zone time_zone)::date::text as today from companies where id = ${companyId}`.execute(trx)
  if (typed.receivedOn > (rows[0]?.today ?? '')) throw invalid({ receivedOn: 'A data não pode ser no futuro.' })
  const { kind, channel, simplified = false, receivedOn, details } = typed
  const id = await addRequest(
    trx,
    companyId,
    {
      kind,
      channel,
      simplified: kind === 'access' && simplified,
      name,
      email: email || null,
      phone: phone || null,
      receivedOn,
      details: details.trim(),
      createdBy: author.name
    },
    author
  )
  await audit(trx, {
    ...actor,
    companyId,
    action: 'privacy.request_typed',
    object: { type: 'request', id, name: requestLabels[kind] }
  })
  return id
}

async function lockOpen(trx: Trx, id: string) {
  const row = await trx.selectFrom('privacy_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  if (row.status !== 'open') throw new AppError('conflict', 'Este pedido já foi respondido.')
  return row
}

/**
 * Corrects a field of the leads and records it in the history of each. Throws 404, and 409 where the request is closed.
 */
export async function applyCorrection(
  trx: Trx,
  companyId: string,
  id: string,
  { field, leadIds }: { field: Correctable; leadIds: readonly string[] },
  author: Author,
  actor: AuditActor
): Promise<void> {
  const row = await lockOpen(trx, id)
  const value = row.proposal[field]
  if (value === undefined) throw invalid({ field: 'A pessoa não pediu para corrigir este campo.' })
  for (const leadId of leadIds)
    if (!(await changeLead(trx, companyId, leadId, { [field]: value }, author)))
      throw new AppError('notFound', 'Lead não encontrado')
  await trx
    .updateTable('privacy_requests')
    .set({ applied: [...new Set([...row.applied, field])] })
    .where('id', '=', id)
    .execute()
  await audit(trx, {
    ...actor,
    companyId,
    action: 'privacy.correction_applied',
    object: { type: 'request', id, name: requestLabels[row.kind] },
    changes: { field: [null, field] }
  })
}

type Outcome = { status: Exclude<RequestStatus, 'open'>; refusal?: PrivacyRequest['refusal']; text: string }

/** Closes a request; a worker notifies the person. Throws 404, and 409 where it is closed already. */
export async function closeRequest(
  trx: Trx,
  companyId: string,
  id: string,
  { status, refusal = null, text }: Outcome,
  actor: AuditActor
): Promise<void> {
  const row = await lockOpen(trx, id)
  const answer = text.trim()
  if (findUnstorable({ text }) !== null) throw invalid({ text: 'O texto contém caracteres inválidos.' })
  if (refusal === 'other' && !answer) throw invalid({ text: 'Explique o motivo.' })
  await trx
    .updateTable('privacy_requests')
    .set({ status, refusal, answer, answered_at: sql`now()`, answered_by: actor.actorName })
    .where('id', '=', id)
    .execute()
  await audit(trx, {
    ...actor,
    companyId,
    action: status === 'done' ? 'privacy.request_answered' : 'privacy.request_refused',
    object: { type: 'request', id, name: requestLabels[row.kind] },
    ...(refusal && { changes: { refusal: [null, refusal] } })
  })
  await publish(trx, requestAnswered, { companyId, requestId: id })
}

/** The open erasure request that is about to be carried out. Throws 404, and 409 where it is closed. */
export async function findErasable(trx: Trx, id: string) {
  const row = await lockOpen(trx, id)
  if (row.kind !== 'erasure') throw new AppError('conflict', 'Este pedido não é de exclusão.')
  return row
}
