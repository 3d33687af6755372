import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import type { Author } from '../../core/viewer.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import type {} from '../person/tables.ts'
import type {} from './tables.ts'

/** Minutes for which a link is valid: mailed to the person, or copied by an employee. */
const linkMinutes = { mailed: 30, handed: 24 * 60 }

/** Minutes for which an opened page can be read. */
const sessionMinutes = 60

const hash = (token: string): Buffer => createHash('sha256').update(token).digest()
const newToken = (): string => randomBytes(32).toString('base64url')
const inMinutes = (n: number): RawBuilder<string> => sql<string>`now() + ${n} * interval '1 minute'`

/** The page with a person's own data. The token goes behind the #, which is sent to no server and in no referrer. */
export const personUrl = (config: Pick<Config, 'publicUrl'>, companyId: string, token?: string): string =>
  `${config.publicUrl}/my-data?client=${companyId}${token ? `#${token}` : ''}`

/** Creates a link that can be opened once; its token is stored only as a hash. */
export async function createPersonLink(
  trx: Trx,
  config: Pick<Config, 'publicUrl'>,
  companyId: string,
  whose: { email: string } | { leadId: string }
): Promise<string> {
  const token = newToken()
  const mailed = 'email' in whose
  await trx
    .insertInto('person_accesses')
    .values({
      company_id: companyId,
      email: mailed ? whose.email : null,
      lead_id: mailed ? null : whose.leadId,
      link_hash: hash(token),
      link_until: inMinutes(mailed ? linkMinutes.mailed : linkMinutes.handed)
    })
    .execute()
  return personUrl(config, companyId, token)
}

/**
 * Creates a link for a person without an e-mail on record, with an entry in their history. Undefined where there is no
 * such lead.
 */
export async function copyPersonLink(
  trx: Trx,
  config: Pick<Config, 'publicUrl'>,
  companyId: string,
  leadId: string,
  author: Author,
  actor: AuditActor
): Promise<string | undefined> {
  const lead = await trx.selectFrom('leads').select(['id', 'name']).where('id', '=', leadId).executeTakeFirst()
  if (!lead) return undefined
  const url = await createPersonLink(trx, config, companyId, { leadId })
  const { id } = await trx
    .insertInto('activities')
    .values({
      company_id: companyId,
      type: 'message',
      description: `Link de Meus dados copiado para ${lead.name}`,
      lead_id: leadId,
      lead_name: lead.name,
      data: JSON.stringify({ actorId: author.id, actorName: author.name })
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announce(trx, { companyId, kind: 'activity-created', data: { activityId: id, leadId } })
  await audit(trx, { ...actor, companyId, action: 'privacy.link_copied', object: { type: 'lead', id: leadId } })
  return url
}

export type PersonAccess = { id: string; email: string | null; leadId: string | null; until: string }

/** Opens a link, once, and starts a session of an hour. Undefined where the link is unknown, used or expired. */
export async function openPersonLink(trx: Trx, token: string): Promise<{ session: string; until: string } | undefined> {
  const session = newToken()
  const row = await trx
    .updateTable('person_accesses')
    .set({ opened_at: sql`now()`, session_hash: hash(session), session_until: inMinutes(sessionMinutes) })
    .where('link_hash', '=', hash(token))
    .where('opened_at', 'is', null)
    .where('link_until', '>', sql<string>`now()`)
    .returning('session_until')
    .executeTakeFirst()
  return row?.session_until ? { session, until: row.session_until } : undefined
}

/** The reader of the page, by the session that a link started; undefined where it has expired. */
export async function findPersonAccess(trx: Trx, session: string): Promise<PersonAccess | undefined> {
  const row = await trx
    .selectFrom('person_accesses')
    .select(['id', 'email', 'lead_id', 'session_until'])
    .where('session_hash', '=', hash(session))
    .where('session_until', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row?.session_until
    ? { id: row.id, email: row.email, leadId: row.lead_id, until: row.session_until }
    : undefined
}

/**
 * The leads that the reader may see, in a scope that sees deleted and held ones: those with the e-mail that the link
 * was sent to, or the one lead that it was copied for; in place of a merged lead the one it became part of. A telephone
 * proves nothing, since anyone can type one into a form.
 */
export async function personLeads(trx: Trx, companyId: string, access: PersonAccess): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive found (id, merged_into) as (
      select id, merged_into from leads where company_id = ${companyId} and (email_key = ${access.email?.toLowerCase() ?? null}::text
        or id in (select lead_id from lead_addresses where company_id = ${companyId} and key = ${access.email?.toLowerCase() ?? null}::text))
      union select id, merged_into from leads where company_id = ${companyId} and id = ${access.leadId}::text
      union select l.id, l.merged_into from found f join leads l on l.company_id = ${companyId} and l.id = f.merged_into
    )
    select id from found where merged_into is null order by id`.execute(trx)
  return rows.map(({ id }) => id)
}
