import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { type About, foundIn, holds, type Term } from '../../core/erasure.ts'
import { forgotten } from '../../platform/inboundMail/forgotten.ts'

/** Requests are kept as a fact, without the person. */
export async function emptyRequests(trx: Trx, { companyId, ids, mentions, requestId }: About): Promise<number> {
  const text = sql`concat_ws(' ', email, phone, details, proposal::text, answer)`
  const { numAffectedRows = 0n } = await sql`
    update privacy_requests set name = null, email = null, phone = null, details = '', proposal = '{}', answer = '',
      lead_ids = '{}'
    where company_id = ${companyId} and (id = ${requestId}::text or lead_ids && ${[...ids]}::text[]
      or ${foundIn('privacy_requests', mentions)} and ${holds(text, mentions.terms)})`.execute(trx)
  return Number(numAffectedRows)
}

/**
 * Files cannot be emptied row by row: exports can be made again at once, and an import's file goes with its emptied
 * rows, or where it has not been read yet. Returns how many were deleted.
 */
export async function removeFiles(trx: Trx, companyId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from files f where f.company_id = ${companyId} and (f.type = 'export' or f.type = 'import' and not exists (
      select from imports i join operations o on o.company_id = i.company_id and o.id = i.check_id and o.state = 'done'
      where i.company_id = f.company_id and i.file_id = f.id) or exists (
      select from imports i join import_rows r on r.company_id = i.company_id and r.import_id = i.id
      where i.company_id = f.company_id and i.file_id = f.id and r.cells = '{}'))`.execute(trx)
  return Number(numAffectedRows)
}

/** Drops the entries of a JSON object that contain one of the terms. */
const without = (column: string, terms: readonly Term[]) => sql`(
  select coalesce(jsonb_object_agg(k, v), '{}') from jsonb_each(${sql.ref(column)}) as e (k, v)
  where not ${holds(sql`v::text`, terms)})`

/** Removes the person from copies in rows about others or about nobody, where a text mentions them. */
export async function forgetMentions(trx: Trx, { companyId, mentions }: About): Promise<void> {
  const { terms } = mentions
  const found = (table: string) => sql`company_id = ${companyId} and ${foundIn(table, mentions)}`
  // Mails and notifications about several leads name each by its link.
  for (const [table, column] of [
    ['mails', 'text'],
    ['notifications', 'link']
  ] as const)
    await sql`
      delete from ${sql.table(table)} where ${found(table)} and exists (
        select from unnest(${mentions.ids}::text[]) as id where strpos(${sql.ref(column)}, id) > 0)`.execute(trx)
  if (terms.length === 0) return
  await sql`
    update operation_rows set before = ${without('before', terms)}, after = ${without('after', terms)}
    where ${found('operation_rows')}`.execute(trx)
  await sql`
    update lead_changes set before = case when ${holds(sql`before::text`, terms)} then 'null' else before end,
      after = case when ${holds(sql`after::text`, terms)} then 'null' else after end
    where ${found('lead_changes')}`.execute(trx)
  await sql`
    update merges set before = ${without('before', terms)}, other_before = ${without('other_before', terms)},
      after = ${without('after', terms)}
    where ${found('merges')}`.execute(trx)
  // Search terms are removed from operations and saved views.
  for (const [table, column] of [
    ['operations', 'params'],
    ['lead_views', 'view']
  ] as const)
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = jsonb_set(${sql.ref(column)}, '{filter}', (
        select coalesce(jsonb_object_agg(k, v), '{}') from jsonb_each(${sql.ref(column)} -> 'filter') as e (k, v)
        where not ${holds(sql`v::text`, terms)}))
      where ${found(table)} and ${sql.ref(column)} ? 'filter'`.execute(trx)
}

/** Removes data of the leads and their addresses from rows that no foreign key links to them. */
export async function forgetElsewhere(trx: Trx, { companyId, ids, mentions, emails }: About): Promise<void> {
  const mine = [...ids]
  for (const table of ['outbox', 'failed_jobs']) {
    await sql`
      delete from ${sql.table(table)} where data ->> 'leadId' = any (${mine}::text[])
        or data -> 'leadIds' <@ to_jsonb(${mine}::text[])`.execute(trx)
    await sql`
      update ${sql.table(table)} set data = jsonb_set(data, '{leadIds}', (data -> 'leadIds') - ${mine}::text[])
      where data -> 'leadIds' ?| ${mine}::text[]`.execute(trx)
  }
  await sql`
    delete from account_mails where company_id = ${companyId} and lower(to_address) = any (${[...emails]}::text[])`.execute(
    trx
  )
  await sql`
    delete from person_accesses where company_id = ${companyId} and lower(email) = any (${[...emails]}::text[])`.execute(
    trx
  )
  // Mail that nobody recognised is no company's: what this person wrote goes all the same.
  await sql`
    update inbound_mails set ${forgotten}
    where sender = any (${[...emails]}::text[]) and state <> 'waiting' and not exists (
      select from mail_placements p where p.mail_id = inbound_mails.id and p.company_id <> ${companyId})`.execute(trx)
  // An import stores its first rows as a preview, which may hold the person where the file has no headings; it goes
  // with the file.
  await sql`
    update imports i set reading = reading || jsonb_build_object('firstRows', '[]'::jsonb, 'sheets', '[]'::jsonb, 'columns', (
      select coalesce(jsonb_agg(c || '{"examples":[],"phones":[]}' || case when ${holds(sql`c ->> 'heading'`, mentions.terms)}
        then '{"heading":"—"}'::jsonb else '{}' end order by n), '[]')
      from jsonb_array_elements(reading -> 'columns') with ordinality as e (c, n)))
    where company_id = ${companyId} and (${foundIn('imports', mentions, 'i')} and ${holds(sql`reading::text`, mentions.terms)}
      or not exists (select from files f where f.company_id = i.company_id and f.id = i.file_id))`.execute(trx)
}
