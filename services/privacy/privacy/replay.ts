import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { type Contact, contactHash, erasureKey, sameErasureKey, takeErasureKey } from '../../leads/erased/people.ts'
import { eraseLeads } from './erase.ts'
import type {} from './tables.ts'

type Person = { companyId: string; hash: string; certificate: number; at: string }
type Certificate = Record<string, unknown>

/** The records of erased people outside the database: hashes and certificates, which name nobody. */
export type KeptErasures = { key: string | null; people: Person[]; certificates: Certificate[] }

/** Kept beside the backups, because an older backup lacks later erasures. */
export const keepErasures = (db: Db): Promise<KeptErasures> =>
  db.everyCompany(async trx => {
    const { rows: people } = await sql<Person>`
      select company_id as "companyId", encode(hash, 'hex') as hash, certificate, at from erased_people
      order by at, company_id, hash`.execute(trx)
    const certificates = await trx
      .selectFrom('erasure_certificates')
      .selectAll()
      .orderBy('company_id')
      .orderBy('number')
      .execute()
    const key = await trx
      .selectFrom('server_keys')
      .select('sealed')
      .where('name', '=', 'erased people')
      .executeTakeFirst()
    return { key: key?.sealed ?? null, people, certificates }
  })

const machine = { actorId: null, actorName: 'Restauração', ip: null, requestId: null }

/** Leads checked at a time. */
const portion = 5000

/**
 * Erases again the people whom a restored backup has brought back, and adds missing certificates and hashes. Returns
 * how many leads were erased, and which could not be. Throws where the hashes were made with another key than the
 * database's.
 */
export async function replayErasures(
  db: Db,
  config: Config,
  { key: sealed, people, certificates }: KeptErasures
): Promise<{ erased: number; left: string[] }> {
  if (sealed === null || people.length === 0) return { erased: 0, left: [] }
  await db.everyCompany(async trx => {
    const anyHash = await trx.selectFrom('erased_people').select('hash').limit(1).executeTakeFirst()
    if (!anyHash) await takeErasureKey(trx, sealed)
    else if (!(await sameErasureKey(trx, config, sealed)))
      throw new Error('The erasures were kept of another installation: their key is not that of this database')
    await takeOver(trx, people, certificates)
  })
  const key = await erasureKey(db, config)
  const result = { erased: 0, left: [] as string[] }
  for (const [companyId, own] of Map.groupBy(people, person => person.companyId)) {
    const byHash = new Map(own.map(person => [person.hash, person]))
    for (const [certificate, ids] of await broughtBack(db, key, companyId, byHash))
      try {
        await eraseLeads(db, key, { companyId, leadIds: ids, cause: 'restore', actor: machine })
        result.erased += ids.length
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        result.left.push(`${companyId}, certificate ${certificate}: ${error.message}`)
      }
  }
  return result
}

async function takeOver(trx: Trx, people: Person[], certificates: Certificate[]): Promise<void> {
  await sql`
    insert into erasure_certificates
    select c.* from jsonb_populate_recordset(null::erasure_certificates, ${JSON.stringify(certificates)}::jsonb) as c
    where exists (select from companies where id = c.company_id) on conflict do nothing`.execute(trx)
  await sql`
    insert into erased_people (company_id, hash, certificate, at)
    select p."companyId", decode(p.hash, 'hex'), p.certificate, p.at
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p ("companyId" text, hash text, certificate integer, at timestamptz)
    where exists (select from companies where id = p."companyId") on conflict do nothing`.execute(trx)
}

type Row = { id: string; emails: string[]; phones: string[]; cnpj: string | null; at: string }

/** Leads of erased people that are older than the erasure, by certificate. */
async function broughtBack(
  db: Db,
  key: Buffer,
  companyId: string,
  byHash: ReadonlyMap<string, Person>
): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>()
  for (let last = ''; ; ) {
    const rows = await db.everyCompany(async trx => {
      const { rows } = await sql<Row>`
        select id, address_keys(email_key, emails) as emails, address_keys(phone_key, phones) as phones, cnpj, received_at as at from leads
        where company_id = ${companyId} and id > ${last} order by id limit ${portion}`.execute(trx)
      return rows
    })
    for (const row of rows) {
      const person = contactsIn(row)
        .map(contact => byHash.get(contactHash(key, companyId, contact).toString('hex')))
        .find(each => each && new Date(each.at) > new Date(row.at))
      if (person) found.set(person.certificate, [...(found.get(person.certificate) ?? []), row.id])
    }
    last = rows.at(-1)?.id ?? last
    if (rows.length < portion) return found
  }
}

function contactsIn({ emails, phones, cnpj }: Row): Contact[] {
  return [
    ...emails.map(value => ({ kind: 'email' as const, value })),
    ...phones.map(value => ({ kind: 'phone' as const, value })),
    ...(cnpj ? [{ kind: 'document' as const, value: cnpj }] : [])
  ]
}
