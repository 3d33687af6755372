import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  Transaction
} from 'kysely'
import pg from 'pg'
import { AppError, isDatabaseUnavailable } from './errors.ts'
import { idPattern } from './rules.ts'
import { sendSignals } from './signals.ts'
import type { Tables } from './tables.ts'

export type Trx = Transaction<Tables>

/**
 * One SQL statement. One with a name is parsed once for each connection: a name stands for the same text everywhere.
 */
export type Statement = { name?: string; text: string; values: readonly unknown[] }

/** `patience`: milliseconds that the statements may take together, where that is more than usual. */
type Patience = { patience?: number }

/** The rows of a company that a transaction sees. */
export type CompanyScope = {
  id: string
  /** The employees whose leads are seen; null or none for all. */
  owners?: readonly string[] | null
  /** Leads over the plan's limit are seen too: to store, count or release them. */
  held?: boolean
  /** Deleted and merged leads are seen too: to restore or erase them. */
  deleted?: boolean
}

export type BatchOptions = {
  /**
   * The rows are wanted in the order of an index, a page at a time. The planner then may not sort, which it would
   * otherwise do for a company that grew since the last statistics: it believes such a company to be small. It keeps
   * one plan for all values, too: as it cannot know the size of a page, it would take a plan of its own for each run
   * to be cheaper, and making that takes longer than reading the page (PostgreSQL manual, `plan_cache_mode`).
   */
  inOrder?: boolean
  /**
   * Advisory locks, by name: one transaction of the company holds each at a time, the others wait. They are taken with
   * the scope, so that they cost no statement of their own. With a patience, in milliseconds, a longer wait fails with
   * 55P03.
   */
  inTurn?: { names: readonly string[]; patience?: number }
}

/**
 * The only ways to the database. `company` sees the rows of one company, which row-level security enforces;
 * `everyCompany` sees all, for staff, sign-in, public look-ups and the relay. The `Batch` forms run statements that
 * need nothing of each other's answers in one round trip and one transaction. A deadlocked transaction is retried, so
 * `work` must have no effects outside the database.
 */
export type Db = {
  company<T>(company: string | CompanyScope, work: (trx: Trx) => Promise<T>): Promise<T>
  companyBatch(
    company: string | CompanyScope,
    statements: readonly Statement[],
    options?: BatchOptions
  ): Promise<pg.QueryResult[]>
  everyCompany<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  everyCompanyBatch(statements: readonly Statement[], options?: Patience): Promise<pg.QueryResult[]>
  /** Wakes every process that listens, once what was done is committed (see signals.ts). */
  signal(...signals: string[]): void
  /** Connections in use, idle and waited for, by door. */
  connections(): Record<'company' | 'everyCompany', { total: number; idle: number; waiting: number }>
  close(): Promise<void>
}

/** The rows of one statement of a batch. */
export type Rows = pg.QueryResult['rows']

/** `companyBatch` of statements with names; returns the rows of each under its name. */
export async function namedBatch<Name extends string>(
  db: Pick<Db, 'companyBatch'>,
  company: string | CompanyScope,
  statements: Readonly<Record<Name, Statement>>,
  options?: BatchOptions
): Promise<Record<Name, Rows>> {
  const names = Object.keys(statements) as Name[]
  const results = await db.companyBatch(
    company,
    names.map(name => statements[name]),
    options
  )
  return Object.fromEntries(names.map((name, n) => [name, results[n]?.rows ?? []])) as Record<Name, Rows>
}

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler()
}

/** Builds queries without running them; `prepare` compiles them once. */
export const sqlBuilder = new Kysely<Tables>({ dialect })
const builder = sqlBuilder.getExecutor()

const types = new pg.TypeOverrides()
const asText = (value: string) => value
types.setTypeParser(pg.types.builtins.DATE, asText)
// Sessions run in UTC, so PostgreSQL writes 2026-11-21 10:18:00.123+00.
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, value => value.replace(' ', 'T').replace(/\+00$/, 'Z'))
types.setTypeParser(pg.types.builtins.INT8, Number)
// Most lists of a row are empty, and the parser of arrays goes by each character.
const parseTexts = pg.types.getTypeParser(1009 as never) as (value: string) => string[]
types.setTypeParser(1009 as never, (value: string) => (value === '{}' ? [] : parseTexts(value)))

export const settings = [
  'timezone=UTC',
  'statement_timeout=7000',
  'idle_in_transaction_session_timeout=15000',
  'jit=off' // compiling takes longer than any query here may
]

const patientSettings = [...settings, 'statement_timeout=0', 'idle_in_transaction_session_timeout=0']

type PoolOptions = { name: string; max: number; patient: boolean; onError: (error: Error) => void }

function openPool(url: string, { name, max, patient, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: name,
    connectionTimeoutMillis: patient ? 60_000 : 4000,
    idleTimeoutMillis: 60_000,
    ...(!patient && { query_timeout: 8000 }),
    pipeline: true,
    options: (patient ? patientSettings : settings).map(setting => `-c ${setting}`).join(' ')
  })
  pool.on('error', onError)
  // A connection that breaks while it is in use fails its query; without this it would also end the process.
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/** `null` is the staff role, which needs no scope. */
type Scope = string | CompanyScope | null

const begin: Statement = { text: 'begin', values: [] }
const commit: Statement = { text: 'commit', values: [] }
const setScope = `select set_config('app.company', $1, true), set_config('app.owners', $2, true),
  set_config('app.held', $3, true), set_config('app.deleted', $4, true)`
const setOrder = `set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
  set_config('plan_cache_mode', 'force_generic_plan', true)`
const takeTurns = `set_config('lock_timeout', $6, true), take_locks($5::text[], $1)`

function scoped({ id, owners, held, deleted }: CompanyScope, { inOrder, inTurn }: BatchOptions): Statement {
  const name = `scope${inOrder ? '-in-order' : ''}${inTurn ? '-in-turn' : ''}`
  const text = [setScope, ...(inOrder ? [setOrder] : []), ...(inTurn ? [takeTurns] : [])].join(', ')
  const values = [id, owners?.join(',') ?? '', held ? 'shown' : '', deleted ? 'shown' : '']
  return { name, text, values: inTurn ? [...values, inTurn.names, inTurn.patience ?? 0] : values }
}

const wellFormed = new RegExp(idPattern)

function scopeStatements(scope: Scope, options: BatchOptions = {}): Statement[] {
  if (scope === null) return []
  const company = typeof scope === 'string' ? { id: scope } : scope
  if (!wellFormed.test(company.id)) throw new Error('A company scope needs a company id')
  return [scoped(company, options)]
}

// Not in pg's types.
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/**
 * Sends the statements one after the other without waiting for an answer in between (pg's pipeline mode). The first
 * error is thrown once all are answered: in a transaction block none after it has run.
 */
async function send(
  client: pg.PoolClient,
  statements: readonly Statement[],
  patience?: number
): Promise<pg.QueryResult[]> {
  // First of all: pg takes the answer to the next statement for that of one whose values it could not write.
  const written = statements.map(statement => ({
    ...statement,
    values: statement.values.map(prepareValue),
    // The limit covers all statements: each waits for those before it.
    ...(patience && { query_timeout: patience })
  }))
  const answers = await Promise.allSettled(written.map(statement => client.query(statement)))
  return answers.map(answer => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  })
}

/** Opens the transaction together with its first query, so that neither BEGIN nor the scope waits for an answer. */
class ScopedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #scope: Scope
  opened = false

  constructor(client: pg.PoolClient, scope: Scope) {
    this.#client = client
    this.#scope = scope
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = { text: query.sql, values: query.parameters }
    const opening = this.opened ? [] : [begin, ...scopeStatements(this.#scope)]
    this.opened = true
    const result = (await send(this.#client, [...opening, statement])).at(-1)
    if (!result) throw new Error('The database gave no answer')
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: nothing here reads with a cursor
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported')
  }
}

const pending = new WeakMap<Trx, Set<string>>()

/** Sends the signal when the transaction has been committed, and not at all when it is rolled back. */
export function signalAfterCommit(trx: Trx, signal: string): void {
  const signals = pending.get(trx) ?? new Set()
  pending.set(trx, signals.add(signal))
}

/**
 * For the rest of the transaction, what an index holds in the order that is asked for is read from it: of rows that a
 * policy may hide the planner expects so few that it would rather collect and sort all of them.
 */
export async function readInOrder(trx: Trx): Promise<void> {
  await sql`select ${sql.raw(setOrder)}`.execute(trx)
}

/** The connection itself failed, or gave no answer in time: it is not to be used again. */
const isConnectionFailure = (error: unknown): error is Error =>
  isDatabaseUnavailable(error) && !(error instanceof AppError)

async function transaction<T>(
  pool: pg.Pool,
  scope: Scope,
  work: (trx: Trx) => Promise<T>,
  signal: (...signals: string[]) => void
): Promise<T> {
  const client = await pool.connect()
  const connection = new ScopedConnection(client, scope)
  const executor = builder.withConnectionProvider({ provideConnection: use => use(connection) })
  const trx = new Transaction<Tables>({ config: { dialect }, driver: new DummyDriver(), dialect, executor })
  let broken: Error | undefined
  try {
    const result = await work(trx)
    if (connection.opened && (await client.query('commit')).command === 'ROLLBACK')
      throw new Error('Nothing was committed: a statement had failed, and its error was not passed on')
    const signals = pending.get(trx)
    if (signals) signal(...signals)
    return result
  } catch (error) {
    if (isConnectionFailure(error)) broken = error
    else if (connection.opened) await client.query('rollback').catch(failure => (broken = failure))
    throw error
  } finally {
    client.release(broken)
  }
}

async function runBatch(
  pool: pg.Pool,
  scope: Scope,
  statements: readonly Statement[],
  { patience, ...options }: BatchOptions & Patience = {}
): Promise<pg.QueryResult[]> {
  const scoped = scopeStatements(scope, options)
  if (patience) scoped.push({ text: `set local statement_timeout = ${Math.round(patience)}`, values: [] })
  const block = scoped.length + statements.length > 1
  const opening = block ? [begin, ...scoped] : []
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const answers = await send(client, [...opening, ...statements, ...(block ? [commit] : [])], patience)
    return answers.slice(opening.length, opening.length + statements.length)
  } catch (error) {
    if (isConnectionFailure(error)) broken = error
    throw error
  } finally {
    client.release(broken)
  }
}

/** How often a transaction is tried that waits for another which waits for it. */
const maxTries = 5

/**
 * PostgreSQL aborts one of two deadlocked transactions; retries it. Even unrelated leads can deadlock, in the counters
 * that their connections share.
 */
async function retryOnDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await run()
    } catch (error) {
      const deadlock = error instanceof Error && 'code' in error && error.code === '40P01'
      if (!deadlock || attempt === maxTries) throw error
      // Not at once: both may have been given up, and would meet again.
      await sleep(20 * attempt * Math.random())
    }
}

type DbOptions = {
  app: string
  staff: string
  name: string
  max?: number
  /** Statements may take as long as they need: for programs that nobody waits for. */
  patient?: boolean
  onError?: (error: Error) => void
  /** Called with each signal of this process before any process is notified of it, this one included. */
  onSignal?: (signal: string) => void
}

/** The connections of the door to all companies, beside a pool of that size for one company. */
export const staffPool = (max: number): number => Math.max(4, Math.ceil(max / 2))

/** Connects lazily: nothing is opened before the first use. */
export function openDb({
  app,
  staff,
  name,
  max = 10,
  patient = false,
  onError = () => {},
  onSignal = () => {}
}: DbOptions): Db {
  const company = openPool(app, { name, max, patient, onError })
  const everyCompany = openPool(staff, { name: `${name} (staff)`, max: staffPool(max), patient, onError })
  const use = (pool: pg.Pool) => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  const notify = sendSignals(everyCompany)
  const signal = (...signals: string[]) => {
    for (const each of signals) onSignal(each)
    notify(...signals)
  }
  return {
    company: (scope, work) => retryOnDeadlock(() => transaction(company, scope, work, signal)),
    companyBatch: (scope, statements, options) => retryOnDeadlock(() => runBatch(company, scope, statements, options)),
    everyCompany: work => retryOnDeadlock(() => transaction(everyCompany, null, work, signal)),
    everyCompanyBatch: (statements, options) =>
      retryOnDeadlock(() => runBatch(everyCompany, null, statements, options)),
    signal,
    connections: () => ({ company: use(company), everyCompany: use(everyCompany) }),
    close: async () => {
      await Promise.all([company.end(), everyCompany.end()])
    }
  }
}

/** Throws where a connection would be an owner or superuser, who bypass row-level security. */
export async function refusePrivilegedRoles(db: Db): Promise<void> {
  const text = `select current_user as role from pg_roles where rolname = current_user and (rolsuper or rolbypassrls
    or exists (select from pg_tables where tableowner = current_user and schemaname = 'public'))`
  const anyCompany = '0'.repeat(24)
  const [app] = await db.companyBatch(anyCompany, [{ text, values: [] }])
  const [staff] = await db.everyCompanyBatch([{ text, values: [] }])
  const role = app?.rows[0]?.role ?? staff?.rows[0]?.role
  if (role)
    throw new Error(`A aplicação não pode entrar no PostgreSQL como ${role}, que é dono das tabelas ou superusuário`)
}
