import { sql } from 'kysely'
import { notify } from '../../account/notifications/queries.ts'
import type { Trx } from '../../core/db.ts'
import { emailTexts, readTypedEmail, withoutInvisible } from '../../core/emails.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { publish } from '../../core/jobs.ts'
import { checkPhone } from '../../core/telephone/brazil/rules.ts'
import { storePhone } from '../../core/telephone/rules.ts'
import { findUnstorable } from '../../core/text.ts'
import type { Author } from '../../core/viewer.ts'
import { changeLead } from '../../leads/leads/changes.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { requestAnswered } from './jobs.ts'
import { notFound } from './queries.ts'
import { type Correctable, type RequestKind, type RequestStatus, requestLabels, termOf } from './rules.ts'
import type { PrivacyRequest, TypedRequest } from './schema.ts'
import type {} from './tables.ts'

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
  author: Author | null = null,
  newId?: string
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
      ...(newId && { id: newId }),
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
  actor: AuditActor,
  newId?: string
): Promise<string> {
  const unstorable = findUnstorable(typed)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
  const name = typed.name.trim()
  const typedEmail = withoutInvisible(typed.email).trim()
  const { email: read, fault } = readTypedEmail(typed.email)
  const email = read ?? ''
  const phone = storePhone(typed.phone)
  if (!name) throw invalid({ name: 'Informe o nome da pessoa.' })
  if (!typedEmail && !phone) throw invalid({ email: 'Informe o e-mail ou o telefone da pessoa.' })
  if (typedEmail && fault) throw invalid({ email: emailTexts[fault] })
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
    author,
    newId
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
