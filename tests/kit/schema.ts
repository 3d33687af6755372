import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '../../migrations/run.ts'
import { readConfig } from '../../services/core/config.ts'
import { startEmbedded } from '../../services/core/embedded.ts'
import { temporaryFolder } from './folder.ts'

/** The file that shows the tables as all steps of the migrations leave them. */
export const schemaFile = path.join(import.meta.dirname, '../../docs/schema.sql')

const introduction = `-- Every table as the steps of the migrations leave it, with its indexes and triggers. To be read, not run: policies and
-- grants are made by \`isolate_by_company\` and \`show_with_lead\` (migrations/steps/0001-core.sql), and functions stand in
-- services/<area>/<feature>/*.sql.
--
-- Written by \`npm run schema\`; a test compares it with a migrated database.
`

type Relation = { name: string; kind: 'r' | 'c'; options: string | null; lines: string[]; more: string[] }

/** Tables and composite types of ours: those of the migrator and of BullMQ are left out. */
const relations = `
  select c.relname as name, c.relkind as kind, array_to_string(c.reloptions, ', ') as options,
    array(
      select concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
        case when a.attgenerated = 's' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
          else 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
        case when a.attidentity <> '' then 'generated always as identity' end,
        case when a.attnotnull then 'not null' end)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum
    ) || array(
      select format('constraint %I %s', conname, pg_get_constraintdef(k.oid)) from pg_constraint k
      where k.conrelid = c.oid and contype in ('p', 'u', 'x', 'c', 'f')
      order by array_position('{p,u,x,c,f}'::"char"[], contype), conname collate "C"
    ) as lines,
    array(
      select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class x on x.oid = i.indexrelid
      where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f')
      order by x.relname collate "C"
    ) || array(
      select pg_get_triggerdef(t.oid) from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal
      order by t.tgname collate "C"
    ) as more
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'c') and c.relname !~ '^(kysely|bullmq)_'
  order by c.relkind = 'r', c.relname collate "C"`

function written({ name, kind, options, lines, more }: Relation): string {
  const body = lines.map(line => `  ${line}`).join(',\n')
  const end = options ? `) with (${options});` : ');'
  return [
    `create ${kind === 'r' ? 'table' : 'type'} ${name} ${kind === 'r' ? '' : 'as '}(\n${body}\n${end}`,
    ...more.map(each => `${each.replaceAll('public.', '').replace(' USING btree', '')};`)
  ].join('\n')
}

/** The text of docs/schema.sql for a migrated database. */
export async function schemaOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // Ours are the names without a schema.
    const { rows } = await client.query<Relation>(relations)
    return `${[introduction, ...rows.map(written)].join('\n\n').replace('\n\n\n', '\n\n')}\n`
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const folder = await temporaryFolder('prosa-schema')
  const database = await startEmbedded({ dataDir: folder, password: 'schema' })
  await migrate(readConfig({ DATABASE_URL: database.url, SECRET_KEY: 'of no use beyond this script and its database' }))
  await writeFile(schemaFile, await schemaOf(database.url))
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
