import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Trx } from '../../core/db.ts'
import { takeLocks } from '../../core/locks.ts'
import type {} from '../imports/tables.ts'
import { type FormField, optionTypes, roleOf } from './rules.ts'
import type { FormerField, OwnField } from './schema.ts'
import type {} from './tables.ts'

/**
 * The company's own fields: those of its current forms, in their order, then those made of columns of files, then those
 * with options that were removed or renamed but still have answers.
 */
export async function listOwnFields(trx: Trx): Promise<OwnField[]> {
  const kept = await trx
    .selectFrom('answer_fields')
    .select(['name', 'label', 'type', 'options'])
    .orderBy('label')
    .execute()
  const forms = await trx
    .selectFrom('forms')
    .select('fields')
    .where('version', '>', 0)
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .execute()
  const current = Map.groupBy(forms.flatMap(({ fields }) => fields).filter(isOwn), ({ name }) => name)
  const optionsOf = (field: FormField) => (field.type === 'checkbox' ? ['true'] : (field.options ?? []))
  const now = [...current].map(([name, fields]) => {
    const options = [...new Set(fields.filter(hasOptions).flatMap(optionsOf))]
    const former = kept.find(each => each.name === name)?.options.filter(option => !options.includes(option)) ?? []
    const { label, type } = fields[0] as FormField
    return { name, label, type, asked: true, options, former } // english: a field of the API
  })
  const columns = await trx
    .selectFrom('column_fields')
    .select(['name', 'label'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('name')
    .execute()
  const ofColumns = columns
    .filter(({ name }) => !current.has(name) && !kept.some(field => field.name === name))
    .map(field => ({ ...field, type: 'text' as const, asked: false, options: [], former: [] })) // english: a field of the API
  const before = kept
    .filter(field => isOwn(field) && !current.has(field.name))
    .map(({ options, ...field }) => ({ ...field, asked: false, options: [], former: options })) // english: a field of the API
  return [...now, ...ofColumns, ...before]
}

/** Published versions, the newest first, in which the label of a field that no form has any more is looked for. */
const maxVersions = 200

/** The last labels of fields that were deleted, of which leads keep what they hold; by name. */
export async function listFormerFields(trx: Trx): Promise<FormerField[]> {
  const present = new Set((await listOwnFields(trx)).map(({ name }) => name))
  const versions = await trx
    .selectFrom('form_versions')
    .select('fields')
    .orderBy('published_at', 'desc')
    .limit(maxVersions)
    .execute()
  const columns = await trx
    .selectFrom('column_fields')
    .select(['name', 'label'])
    .where('deleted_at', 'is not', null)
    .execute()
  const former = new Map<string, string>()
  for (const { name, label } of [...versions.flatMap(({ fields }) => fields).filter(isOwn), ...columns])
    if (!present.has(name) && !former.has(name)) former.set(name, label)
  return [...former].map(([name, label]) => ({ name, label }))
}

const isOwn = ({ name }: { name: string }): boolean => !roleOf(name) && name !== 'cnpj'

const hasOptions = ({ type }: FormField): boolean => (optionTypes as readonly string[]).includes(type)

/** True while answers given before their options existed are not counted yet. */
export async function hasUncounted(trx: Trx): Promise<boolean> {
  const row = await trx
    .selectFrom('answer_fields')
    .select('name')
    .where('counted', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Counts the answers that leads gave before they became options of a field: the leads' values less the counts already
 * kept, in one statement, so that concurrent changes of leads neither wait nor are counted twice. False where a
 * transaction of the company was open for too long: then nothing is counted, and it is to be tried again.
 */
export async function countAnswers(db: Db, companyId: string, milliseconds = patience): Promise<boolean> {
  const fields = await db.company(companyId, trx =>
    trx.selectFrom('answer_fields').select(['name', 'options']).where('counted', '=', false).execute()
  )
  if (fields.length === 0) return true
  if (!(await untilSeen(db, companyId, milliseconds))) return false
  for (const { name, options } of fields)
    await db.company({ id: companyId, held: true, deleted: true }, async trx => {
      // Two concurrent runs would both add the difference.
      await takeLocks(trx, companyId, 'answers')
      await sql`
        with said as (
          select custom ->> ${name} as value, status, coalesce(owner_id, '') as owner_id, source, count(*) as n
          from leads where company_id = ${companyId} and custom <> '{}' and custom ->> ${name} = any (${options}::text[])
            and held_at is null and deleted_at is null
          group by 1, 2, 3, 4
        ), kept as (
          select value, status, owner_id, source, sum(n) as n from answer_counts
          where company_id = ${companyId} and field = ${name} group by 1, 2, 3, 4
        )
        insert into answer_counts as kept (company_id, field, value, status, owner_id, source, slot, n)
        select ${companyId}, ${name}, value, status, owner_id, source, -1, coalesce(said.n, 0) - coalesce(kept.n, 0)
        from said full join kept using (value, status, owner_id, source)
        where coalesce(said.n, 0) <> coalesce(kept.n, 0)
        on conflict (company_id, field, value, status, owner_id, source, slot) do update set n = kept.n + excluded.n`.execute(
        trx
      )
      // An option published meanwhile has a job of its own.
      await trx
        .updateTable('answer_fields')
        .set({ counted: true })
        .where('name', '=', name)
        .where(sql<boolean>`options <@ ${options}::text[]`)
        .execute()
    })
  return true
}

/** How long to wait for other transactions, in milliseconds: longer than most take. */
const patience = 20_000

/**
 * Waits until every transaction that may have stored a lead of the company without seeing what is committed now has
 * ended: those that `mark_counting` has marked. False where one is still open at the end.
 */
async function untilSeen(db: Db, companyId: string, milliseconds: number): Promise<boolean> {
  const counting = async () => {
    const { rows } = await db.everyCompany(trx =>
      sql<{ id: string }>`
        select virtualtransaction as id from pg_locks
        where locktype = 'advisory' and objsubid = 1 and mode = 'ShareLock'
          and database = (select oid from pg_database where datname = current_database())
          and classid::bigint << 32 | objid::bigint = lock_key('answers of', ${companyId})`.execute(trx)
    )
    return rows.map(({ id }) => id)
  }
  const before = new Set(await counting())
  for (const until = Date.now() + milliseconds; before.size > 0; await sleep(50)) {
    const open = (await counting()).filter(id => before.has(id))
    if (open.length === 0) return true
    if (Date.now() > until) return false
  }
  return true
}
