import { createHash, randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { publish } from '../../core/jobs.ts'
import { refuseTooManyOf } from '../../core/limits.ts'
import { productName } from '../../core/rules.ts'
import type { Tables } from '../../core/tables.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { needConfirmed } from '../../platform/email/limit.ts'
import { mailTexts } from '../../platform/email/rules.ts'
import { maskEmail } from '../auth/rules.ts'
import { recipientNamed } from './jobs.ts'
import { confirmDays, maxRecipients, type RecipientState } from './rules.ts'
import type { Recipient, RecipientRequest } from './schema.ts'
import type {} from './tables.ts'

type Row = Selectable<Tables['mail_recipients']>

/** Confirmation mails to one address in a day: from one company, and from all. */
const perDay = { company: { max: 3, seconds: 86_400 }, address: { max: 5, seconds: 86_400 } }

const hash = (token: string): Buffer => createHash('sha256').update(token).digest()

const stateOf = (row: Pick<Row, 'confirmed_at' | 'declined_at'>): RecipientState =>
  row.confirmed_at ? 'confirmed' : row.declined_at ? 'declined' : 'waiting'

async function emailsOfTeam(trx: Trx, emails: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('employees')
    .select(sql<string>`lower(email)`.as('email'))
    .where('active', '=', true)
    .where(sql`lower(email)`, 'in', emails)
    .execute()
  return new Set(rows.map(({ email }) => email))
}

/** The state of each address for the company. One that no published form names yet is waiting too, without an id. */
export async function readRecipients(trx: Trx, emails: readonly string[]): Promise<Recipient[]> {
  if (emails.length === 0) return []
  const team = await emailsOfTeam(trx, emails)
  const rows = await trx.selectFrom('mail_recipients').selectAll().where('email', 'in', emails).execute()
  return emails.map(email => {
    const row = rows.find(each => each.email === email)
    if (team.has(email)) return { id: null, email, state: 'team', sentAt: null }
    return { id: row?.id ?? null, email, state: row ? stateOf(row) : 'waiting', sentAt: row?.sent_at ?? null }
  })
}

/** Records the outside addresses of a form; each new one is asked once to confirm. Throws 400 for too many. */
export async function nameRecipients(
  trx: Trx,
  companyId: string,
  formId: string,
  emails: readonly string[]
): Promise<void> {
  if (emails.length === 0) return
  const team = await emailsOfTeam(trx, emails)
  const outside = emails.filter(email => !team.has(email))
  if (outside.length === 0) return
  const added = await trx
    .insertInto('mail_recipients')
    .values(outside.map(email => ({ company_id: companyId, email, token_hash: null })))
    .onConflict(conflict => conflict.columns(['company_id', 'email']).doNothing())
    .returning('id')
    .execute()
  // Addresses that no form names any more do not count.
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from mail_recipients r
    where r.email = any (${outside}::text[]) or exists (
      select from forms f where f.company_id = r.company_id and f.archived_at is null and f.id <> ${formId}
        and f.settings -> 'recipients' ? r.email)`.execute(trx)
  if (added.length > 0 && Number(rows[0]?.n) > maxRecipients)
    throw invalid({
      recipients: `A empresa pode avisar até ${maxRecipients} endereços de fora da equipe. Remova algum antes.`
    })
  for (const { id } of added) await publish(trx, recipientNamed, { companyId, recipientId: id })
}

/**
 * Sends a confirmation mail with a new link, which invalidates the previous one. Throws where the address has answered,
 * the company may not write to outsiders, or the address was asked too often.
 */
export async function askRecipient(db: Db, config: Config, companyId: string, id: string): Promise<void> {
  const recipient = await db.everyCompany(async trx => {
    await needConfirmed(trx, companyId)
    return findRecipient(trx, companyId, id)
  })
  const state = stateOf(recipient)
  if (state === 'declined') throw new AppError('conflict', 'Esta pessoa respondeu que não quer receber os avisos.')
  if (state === 'confirmed') throw new AppError('conflict', 'Este endereço já está confirmado.')
  await refuseTooManyOf(
    { db, config },
    [
      { kind: 'recipient', whose: `${companyId} ${recipient.email}`, ...perDay.company },
      { kind: 'recipient address', whose: recipient.email, ...perDay.address }
    ],
    'Já enviamos mensagens demais para este endereço. Tente novamente amanhã.'
  )
  await db.everyCompany(async trx => {
    const token = randomBytes(32).toString('base64url')
    const { name } = await trx
      .selectFrom('companies')
      .select('name')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('mail_recipients')
      .set({ token_hash: hash(token), sent_at: sql`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    const sent = await sendAccountMail(trx, config, {
      to: recipient.email,
      companyId,
      subject: `${name} quer avisar você de novos leads`,
      paragraphs: [
        'Olá,',
        `${name} indicou este endereço para receber por e-mail os leads do seu formulário na ${productName}. Só enviamos se você confirmar.`
      ],
      action: {
        label: 'Responder',
        url: `${config.publicUrl}/confirm-recipient?token=${token}`
      },
      note: `Você tem ${confirmDays} dias para confirmar. Se não esperava esta mensagem, ignore-a: nada será enviado. Guarde o link, pois por ele você também deixa de receber.`
    })
    if (!sent) throw new AppError('tooMany', mailTexts.limit, { code: 'MAIL_LIMIT' })
  })
}

async function findRecipient(trx: Trx, companyId: string, id: string): Promise<Row> {
  const row = await trx
    .selectFrom('mail_recipients')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', 'Endereço não encontrado')
  return row
}

/** Revokes an address's confirmation and its link: it gets nothing until it confirms again. */
export async function revokeRecipient(trx: Trx, companyId: string, id: string, actor: AuditActor): Promise<void> {
  const row = await findRecipient(trx, companyId, id)
  // An address that declined must not become askable again this way.
  if (stateOf(row) === 'declined') return
  await trx
    .updateTable('mail_recipients')
    .set({ confirmed_at: null, token_hash: null, sent_at: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  const object = { type: 'recipient', id, name: row.email }
  await audit(trx, { ...actor, companyId, action: 'recipient.revoked', object })
}

async function byToken(trx: Trx, token: string): Promise<Row | undefined> {
  return trx
    .selectFrom('mail_recipients')
    .selectAll()
    .where('token_hash', '=', hash(token))
    .forUpdate()
    .executeTakeFirst()
}

/** The request behind a link, without changing anything; undefined where the link is invalid. */
export async function findRecipientRequest(trx: Trx, token: string): Promise<RecipientRequest | undefined> {
  const row = await trx
    .selectFrom('mail_recipients as r')
    .innerJoin('companies as c', 'c.id', 'r.company_id')
    .select(['c.name as companyName', 'r.email', 'r.confirmed_at', 'r.declined_at'])
    .where('r.token_hash', '=', hash(token))
    .executeTakeFirst()
  return row && { companyName: row.companyName, email: maskEmail(row.email), state: stateOf(row) }
}

/** Stores the answer to a link. False where the link is no longer valid; for unsubscribing it never expires. */
export async function answerRecipientRequest(
  trx: Trx,
  token: string,
  wanted: boolean,
  from: Pick<AuditActor, 'ip' | 'requestId'>
): Promise<boolean> {
  const row = await byToken(trx, token)
  if (!row) return false
  const state = stateOf(row)
  if (state === (wanted ? 'confirmed' : 'declined')) return true
  const until = row.sent_at && new Date(row.sent_at).getTime() + confirmDays * 86_400_000
  if (wanted && (!until || until < Date.now())) return false
  const now = sql<string>`now()`
  await trx
    .updateTable('mail_recipients')
    .set({ confirmed_at: wanted ? now : null, declined_at: wanted ? null : now })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute()
  await audit(trx, {
    ...from,
    actorId: null,
    actorName: null,
    companyId: row.company_id,
    action: wanted ? 'recipient.confirmed' : 'recipient.declined',
    object: { type: 'recipient', id: row.id, name: row.email }
  })
  return true
}
