import { sql } from 'kysely'
import type { Trx } from '../core/db.ts'
import { fieldsWith, leadFields } from '../leads/fields.ts'
import type { Mentions } from './mentions.ts'
import { holds, type Term } from './remains.ts'

/** Whom an erasure is about. */
export type About = {
  companyId: string
  ids: readonly string[]
  mentions: Mentions
  emails: readonly string[]
  requestId: string | null
}

/** The rows of a table in which somebody was found. */
const foundIn = (table: string, { rows }: Mentions, alias = table) =>
  sql<boolean>`${sql.ref(`${alias}.ctid`)} = any (${[...(rows.get(table) ?? [])]}::tid[])`

/** What a row of a list says of a person. */
const personal = fieldsWith('personal').map(name => leadFields[name].column)

const erasedRow = 'Linha apagada: a pessoa pediu a exclusão dos dados.'

/** Rows of lists keep their number and lose what they said; one that still waits for its import is out of it. */
export async function emptyImportRows(trx: Trx, { companyId, ids, mentions }: About): Promise<number> {
  const text = sql`concat_ws(' ', array_to_string(r.cells, ' '), r.custom::text, r.errors::text)`
  const { numAffectedRows = 0n } = await sql`
    update import_rows r set cells = '{}', ${sql.join(personal.map(column => sql`${sql.ref(column)} = null`))}, phone_key = null,
      custom = '{}', tags = '{}', lead_id = null, planned_lead = null,
      errors = ${JSON.stringify([{ column: null, value: '', reason: erasedRow }])}::jsonb,
      planned = coalesce(r.planned, 'error'), outcome = coalesce(r.outcome, 'error')
    where r.company_id = ${companyId} and (r.lead_id = any (${[...ids]}::text[])
      or r.planned_lead = any (${[...ids]}::text[])
      or ${foundIn('import_rows', mentions, 'r')} and ${holds(text, mentions.terms)})`.execute(trx)
  return Number(numAffectedRows)
}

/** What the person asked for stays as a fact, without the person. */
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
 * Files hold people in a form that cannot be emptied row by row: those taken away are made again in a moment, and a list
 * goes with its emptied rows, or where nobody has read yet whom it holds. Returns how many went.
 */
export async function removeFiles(trx: Trx, companyId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from files f where f.company_id = ${companyId} and (f.type = 'export' or not exists (
      select from imports i join operations o on o.company_id = i.company_id and o.id = i.check_id and o.state = 'done'
      where i.company_id = f.company_id and i.file_id = f.id) or exists (
      select from imports i join import_rows r on r.company_id = i.company_id and r.import_id = i.id
      where i.company_id = f.company_id and i.file_id = f.id and r.cells = '{}'))`.execute(trx)
  return Number(numAffectedRows)
}

/** Without the entries of a JSON object in which one of the terms stands. */
const without = (column: string, terms: readonly Term[]) => sql`(
  select coalesce(jsonb_object_agg(k, v), '{}') from jsonb_each(${sql.ref(column)}) as e (k, v)
  where not ${holds(sql`v::text`, terms)})`

/** What machines have copied of the person into rows that tell of others or of nobody, where it was found in a text. */
export async function forgetMentions(trx: Trx, { companyId, mentions }: About): Promise<void> {
  const { terms } = mentions
  const found = (table: string) => sql`company_id = ${companyId} and ${foundIn(table, mentions)}`
  // Mails and notices of several leads at once name each by its link.
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
  // What somebody typed into the search box stays neither with an action nor with a saved view.
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

/** What is kept of the leads and their addresses in rows that no reference ties to them. */
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
  // A list shows its first rows beside its headings, and without headings somebody stands there; what it shows goes with
  // its file.
  await sql`
    update imports i set reading = reading || jsonb_build_object('firstRows', '[]'::jsonb, 'sheets', '[]'::jsonb, 'columns', (
      select coalesce(jsonb_agg(c || '{"examples":[]}' || case when ${holds(sql`c ->> 'heading'`, mentions.terms)}
        then '{"heading":"—"}'::jsonb else '{}' end order by n), '[]')
      from jsonb_array_elements(reading -> 'columns') with ordinality as e (c, n)))
    where company_id = ${companyId} and (${foundIn('imports', mentions, 'i')} and ${holds(sql`reading::text`, mentions.terms)}
      or not exists (select from files f where f.company_id = i.company_id and f.id = i.file_id))`.execute(trx)
}

/**
 * Conversations of the team with the assistant go where the person was talked about in one: they are named there in
 * words that nobody can find. Returns how many went.
 */
export async function emptyTalks(trx: Trx, { companyId, ids, mentions }: About): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from chat_sessions s where s.company_id = ${companyId} and (
      exists (select from chat_proposals p where p.company_id = ${companyId} and p.session_id = s.id and (
        p.lead_id = any (${[...ids]}::text[]) or ${foundIn('chat_proposals', mentions, 'p')} and exists (
          select from unnest(${[...ids]}::text[]) as id where strpos(p.options::text, id) > 0)))
      or exists (select from chat_messages m where m.session_id = s.id and ${foundIn('chat_messages', mentions, 'm')}
        and ${holds(sql`concat_ws(' ', m.message, m.response)`, mentions.terms)}))`.execute(trx)
  return Number(numAffectedRows)
}
