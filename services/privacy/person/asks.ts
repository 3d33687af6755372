import { sql } from 'kysely'
import type { ContactChannel } from '../../account/activities/rules.ts'
import type { Trx } from '../../core/db.ts'
import { emailTexts, readTypedEmail } from '../../core/emails.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { checkPhone } from '../../core/telephone/brazil/rules.ts'
import { findUnstorable } from '../../core/text.ts'
import { addConsent } from '../../leads/consents/queries.ts'
import { personSource } from '../../leads/leads/rules.ts'
import { type PersonAccess, personLeads } from '../privacy/person.ts'
import { addRequest } from '../privacy/requests.ts'
import { type Correctable, correctable, type RequestKind } from '../privacy/rules.ts'
import type { PersonAsks } from './schema.ts'

export const themselves = 'A própria pessoa'

type Evidence = { ip: string; userAgent: string | null }

/** The reader's name and contacts for a request, from the newest of their leads. */
async function requesterOf(trx: Trx, access: PersonAccess, ids: readonly string[]) {
  const lead = await trx
    .selectFrom('leads')
    .select(['name', 'email', 'phone'])
    .where('id', 'in', [...ids, ''])
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { name: lead?.name ?? null, email: access.email ?? lead?.email ?? null, phone: lead?.phone ?? null }
}

/** Withdraws consent for one channel from all leads of the reader, at once. */
export async function withdraw(
  trx: Trx,
  companyId: string,
  access: PersonAccess,
  channel: ContactChannel,
  evidence: Evidence
): Promise<void> {
  const ids = await personLeads(trx, companyId, access)
  for (const leadId of ids)
    await addConsent(
      trx,
      companyId,
      leadId,
      {
        channels: [channel],
        granted: false,
        evidence: 'Retirado pela própria pessoa na página Meus dados',
        source: personSource,
        ...evidence
      },
      { id: null, name: themselves }
    )
  if (ids.length === 0) throw new AppError('notFound', 'Não há dados para este contato.')
  const person = await requesterOf(trx, access, ids)
  await addRequest(trx, companyId, { kind: 'withdrawal', channel: 'page', ...person, leadIds: ids, done: true })
}

/** Stores the reader's request; while one of the kind is open, no second one is stored. Throws 400. */
export async function ask(
  trx: Trx,
  companyId: string,
  access: PersonAccess,
  { kind, details = '', proposal = {} }: PersonAsks
): Promise<void> {
  if (findUnstorable({ details, proposal }) !== null) throw invalid({ details: 'O texto contém caracteres inválidos.' })
  const ids = await personLeads(trx, companyId, access)
  if (ids.length === 0) throw new AppError('notFound', 'Não há dados para este contato.')
  await trx.selectFrom('leads').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  if (kind !== 'correction' && (await waits(trx, kind as RequestKind, ids)))
    throw new AppError('conflict', 'Este pedido já foi feito e espera a resposta da empresa.')
  const corrections = kind === 'correction' ? corrected(proposal) : {}
  if (kind === 'correction' && Object.keys(corrections).length === 0 && !details.trim())
    throw invalid({ proposal: 'Altere pelo menos um dado.' })
  if (kind === 'objection' && !details.trim()) throw invalid({ details: 'Diga a que você se opõe.' })
  const person = await requesterOf(trx, access, ids)
  await addRequest(trx, companyId, {
    kind: kind as RequestKind,
    channel: 'page',
    ...person,
    details: details.trim(),
    proposal: corrections,
    leadIds: ids
  })
}

async function waits(trx: Trx, kind: RequestKind, ids: string[]): Promise<boolean> {
  const row = await trx
    .selectFrom('privacy_requests')
    .select('id')
    .where('kind', '=', kind)
    .where('status', '=', 'open')
    .where(sql<boolean>`lead_ids && ${ids}::text[]`)
    .executeTakeFirst()
  return row !== undefined
}

function corrected(proposal: NonNullable<PersonAsks['proposal']>): Partial<Record<Correctable, string>> {
  const corrections: Partial<Record<Correctable, string>> = {}
  for (const field of correctable) {
    const value = proposal[field]?.trim()
    if (value) corrections[field] = value
  }
  if (corrections.email) {
    const { email, fault } = readTypedEmail(corrections.email)
    if (fault) throw invalid({ email: emailTexts[fault] })
    corrections.email = email
  }
  const wrongPhone = checkPhone(corrections.phone ?? '')
  if (wrongPhone) throw invalid({ phone: wrongPhone })
  return corrections
}

/** A download of the data counts as access given; recorded at most once an hour. */
export async function noteAccess(trx: Trx, companyId: string, access: PersonAccess): Promise<void> {
  const ids = await personLeads(trx, companyId, access)
  const { rows } = await sql<{ id: string }>`
    select id from privacy_requests where company_id = ${companyId} and kind = 'access' and channel = 'page'
      and lead_ids && ${ids}::text[] and received_at > now() - interval '1 hour' limit 1`.execute(trx)
  if (rows[0] || ids.length === 0) return
  const person = await requesterOf(trx, access, ids)
  await addRequest(trx, companyId, { kind: 'access', channel: 'page', ...person, leadIds: ids, done: true })
}
