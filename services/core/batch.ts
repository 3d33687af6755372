import type { Client, CustomTypesConfig, QueryResult, Submittable } from 'pg'
import pg from 'pg'
import { serialize } from 'pg-protocol'

/**
 * One SQL statement; a statement with a name is parsed once for each connection, and described once: its columns must not
 * depend on anything. A silent one has an answer that nobody reads.
 */
export type Statement = { name?: string; text: string; values: readonly unknown[]; silent?: boolean }

/** The part of pg's connection that a query object writes to (pg's own Query and pg-cursor do the same). */
type Wire = {
  on(event: 'parseComplete', listener: () => void): void
  removeListener(event: 'parseComplete', listener: () => void): void
  stream: { write(message: Buffer): void }
}

type Rows = QueryResult & {
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
  addFields(fields: unknown[]): void
  parseRow(fields: unknown[]): unknown
  addRow(row: unknown): void
  addCommandComplete(message: unknown): void
}

const NewResult = (pg as unknown as { Result: new (mode: undefined, types: CustomTypesConfig) => Rows }).Result
const prepareValue = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils?.prepareValue

const describeResult = serialize.describe({ type: 'P', name: '' })

/** How the rows of an answer are read: what PostgreSQL describes, and what pg makes of it. */
type Shape = Pick<Rows, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>

/** The names that each connection has parsed, with the shape of their answers once it was described. */
const parsed = new WeakMap<Wire, Map<string, Shape | null>>()

/**
 * Sends several statements in one message and reads all their answers: one round trip, and outside a transaction block
 * one implicit transaction, which PostgreSQL commits at the closing Sync (PostgreSQL manual, 54.2.3 "Extended Query",
 * and 54.2.4 "Pipelining"). That is what makes a company's scope cost no round trip of its own.
 */
class Batch implements Submittable {
  readonly #statements: readonly Statement[]
  readonly #types: CustomTypesConfig
  readonly #results: Rows[] = []
  readonly #parsing: string[] = []
  readonly callback: (error: Error | null, results?: QueryResult[]) => void
  #known: Map<string, Shape | null> = new Map()
  #current: Rows
  #wire: Wire | undefined
  #failure: Error | undefined

  constructor(
    statements: readonly Statement[],
    types: CustomTypesConfig,
    callback: (error: Error | null, results?: QueryResult[]) => void
  ) {
    this.#statements = statements
    this.#types = types
    this.callback = callback
    this.#current = new NewResult(undefined, types)
  }

  /** Returns the error of a value that cannot be written; thrown, it would leave the connection waiting for ever. */
  submit(connection: unknown): Error | undefined {
    try {
      this.#send(connection as Wire)
      return undefined
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  #send(wire: Wire): void {
    this.#wire = wire
    this.#known = parsed.get(wire) ?? new Map()
    parsed.set(wire, this.#known)
    wire.on('parseComplete', this.#onParsed)
    const messages: Buffer[] = []
    // A statement that stands in the batch twice is parsed by its first.
    const sent = new Set<string>()
    for (const { name, text, values, silent } of this.#statements) {
      if (name === undefined || !(this.#known.has(name) || sent.has(name))) {
        if (name !== undefined) sent.add(name)
        messages.push(serialize.parse({ text, name }))
        this.#parsing.push(name ?? '')
      }
      messages.push(serialize.bind({ statement: name, values: values as unknown[], valueMapper: prepareValue }))
      if (!silent && !(name !== undefined && this.#known.get(name))) messages.push(describeResult)
      messages.push(serialize.execute())
    }
    messages.push(serialize.sync())
    wire.stream.write(Buffer.concat(messages))
    this.#current = this.#next()
  }

  /** The answer of the statement that is read next, in its shape where that is known. */
  #next(): Rows {
    const result = new NewResult(undefined, this.#types)
    const shape = this.#known.get(this.#statements[this.#results.length]?.name ?? '')
    return shape ? Object.assign(result, shape) : result
  }

  #onParsed = (): void => {
    const name = this.#parsing.shift()
    if (name) this.#known.set(name, null)
  }

  handleRowDescription(message: { fields: unknown[] }): void {
    this.#current.addFields(message.fields)
    const { name } = this.#statements[this.#results.length] ?? {}
    if (name === undefined) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = this.#current
    this.#known.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  handleDataRow(message: { fields: unknown[] }): void {
    if (this.#statements[this.#results.length]?.silent) return
    try {
      this.#current.addRow(this.#current.parseRow(message.fields))
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error(String(error))
    }
  }

  handleCommandComplete(message: unknown): void {
    this.#current.addCommandComplete(message)
    this.#results.push(this.#current)
    this.#current = this.#next()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handlePortalSuspended(): void {}

  handleError(error: Error): void {
    this.#done(error)
  }

  handleReadyForQuery(): void {
    this.#done(this.#failure ?? null)
  }

  #done(error: Error | null): void {
    this.#wire?.removeListener('parseComplete', this.#onParsed)
    this.callback(error, error ? undefined : this.#results)
  }
}

/** Runs the statements in order, in one round trip; the first that fails rejects, and none after it runs. */
export function sendBatch(client: Client, statements: readonly Statement[]): Promise<QueryResult[]> {
  return new Promise((resolve, reject) => {
    const types = (client as unknown as { _types: CustomTypesConfig })._types
    client.query(new Batch(statements, types, (error, results) => (error ? reject(error) : resolve(results ?? []))))
  })
}
