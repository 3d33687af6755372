import { parsePlPgSQL } from 'libpg-query'
import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyDatabase, newDatabase } from './kit/database.ts'
import { atEnd } from './kit/end.ts'

type Routine = {
  name: string
  definition: string
  /** Types of the arguments by name, and of the columns that it returns. */
  arguments: Record<string, string>
  /** The table of a trigger. */
  on_table: string | null
  /** Transition tables of its triggers, each of which has them or not. */
  transitions: string[] | null
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  atEnd(() => client.end())
  return client
}

async function routinesOf(db: pg.Client): Promise<Routine[]> {
  const { rows } = await db.query<Routine>(`
    select p.proname as name, pg_get_functiondef(p.oid) as definition,
      coalesce((select jsonb_object_agg(name, format_type(type, null))
        from unnest(p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[])) as a (name, type)
        where name <> ''), '{}') as arguments,
      t.on_table, array(select distinct name from unnest(t.transitions) as name where name is not null) as transitions
    from pg_proc p join pg_language l on l.oid = p.prolang
    left join lateral (
      select min(tgrelid::regclass::text) as on_table, array_agg(tgoldtable::text) || array_agg(tgnewtable::text) as transitions
      from pg_trigger where tgfoid = p.oid) as t on true
    where l.lanname = 'plpgsql' and p.pronamespace = 'public'::regnamespace order by p.proname`)
  return rows
}

type Parsed = { variables: Map<string, string>; expressions: { query: string; mode: number }[] }

/** The variables of a function by name, with their types, and every statement and expression in whatever branch. */
async function parse({ definition }: Pick<Routine, 'definition'>): Promise<Parsed> {
  const parsed: Parsed = { variables: new Map(), expressions: [] }
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, inner] of Object.entries(node as Record<string, Record<string, unknown>>)) {
      if (key === 'PLpgSQL_expr') {
        const { query, parseMode = statement } = inner as { query: string; parseMode?: number }
        parsed.expressions.push({ query, mode: parseMode })
        continue
      }
      const { refname, datatype } = (inner ?? {}) as {
        refname?: string
        datatype?: { PLpgSQL_type: { typname: string } }
      }
      if (refname && !(key === 'PLpgSQL_rec' ? /^(new|old)$/ : ofPostgres).test(refname))
        parsed.variables.set(refname, datatype?.PLpgSQL_type.typname ?? 'record')
      visit(inner)
    }
  }
  // The parser takes types of ours for records, and refuses an array of them as what is returned.
  visit(await parsePlPgSQL(definition.replace(/^ RETURNS \w+\[\]$/m, ' RETURNS text[]')))
  return parsed
}

/** Variables that PostgreSQL declares automatically. */
const ofPostgres = /^(found|new|old|tg_\w+|sqlstate|sqlerrm|\(unnamed row\))$/

/** Whole statements; anything else is an expression, or an assignment, which is a statement too. */
const [statement, expression] = [0, 2]

/**
 * What PostgreSQL says of a statement when it plans it with the function's variables, without running into it by its
 * branches: each is made the body of a function of its own (the idea of the extension plpgsql_check).
 */
async function faultsOf(db: pg.Client, routine: Routine): Promise<string[]> {
  const { name, on_table: table, transitions } = routine
  const { variables, expressions } = await parse(routine)
  const ofTrigger = table
    ? `new ${table}; old ${table}; tg_op text; tg_table_name text; tg_name text; tg_argv text[]; tg_when text;`
    : ''
  const declared = Object.entries({ ...Object.fromEntries(variables), ...routine.arguments })
    .map(([variable, type]) => `"${variable}" ${type};`)
    .join(' ')
  const faults: string[] = []
  for (const { query, mode } of expressions) {
    if (mode === expression && /^\s*(new|old|null)\s*$/i.test(query)) continue
    const one = mode === expression ? `perform ${query}` : query
    await db.query('begin')
    try {
      // Its rows are rows of the table, as those of a transition table are.
      for (const transition of transitions ?? [])
        await db.query(`create temp table ${transition} () inherits (${table})`)
      await db.query(`create function pg_temp.alone() returns void language plpgsql as $alone$
        declare ${declared} ${ofTrigger} begin ${one}; end $alone$`)
      await db.query('select pg_temp.alone()')
    } catch (error) {
      const { code = '', message, where = '' } = error as pg.DatabaseError
      // Planned, and then there was nowhere to put what it found, or a function that it calls made nothing of no arguments.
      if (
        /^42/.test(code) &&
        /^[^\n]*\balone\(\)/.test(where) &&
        !/no destination for result data|cannot be changed/.test(message)
      )
        faults.push(`${name}: ${message} (${mode === statement ? '' : 'in '}${query.trim().slice(0, 120)})`)
    } finally {
      await db.query('rollback')
    }
  }
  return faults
}

test('every statement of every function can be planned, whichever branch it stands in', async () => {
  const db = await open(await newDatabase())
  const routines = await routinesOf(db)
  expect(routines.length).toBeGreaterThan(50)
  const faults: string[] = []
  for (const routine of routines) faults.push(...(await faultsOf(db, routine)))
  expect(faults).toEqual([])
})

test('a branch that no test runs is found where a variable has the name of a column, and where a column does not exist', async () => {
  const db = await open(await emptyDatabase())
  await db.query(`create table people (id text, contact text, name text);
    create function rename(person text, "update" jsonb) returns text language plpgsql as $$
    declare contact jsonb := "update" -> 'contact'; found people;
    begin
      if person = 'never' then
        update people set name = contact ->> 'name' where id = person returning * into found;
      elsif person = 'nor this' then
        select * into found from people where surname = person;
      end if;
      return found.name;
    end $$;`)
  const [routine] = await routinesOf(db)
  const faults = routine ? await faultsOf(db, routine) : []
  expect(faults).toHaveLength(2)
  expect(faults[0]).toMatch(/column reference "contact" is ambiguous/)
  expect(faults[1]).toMatch(/column "surname" does not exist/)
})
