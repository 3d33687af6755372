import {
  createQueryId,
  type OperationNodeSource,
  PostgresQueryCompiler,
  type RawBuilder,
  type RootOperationNode,
  sql
} from 'kysely'
import type { Statement } from './db.ts'

/** Marks the place of a value that each run supplies. */
class Placeholder {
  readonly name: string
  readonly type: string | undefined
  constructor(name: string, type: string | undefined) {
    this.name = name
    this.type = type
  }
}

/** A query compiled once: call it with the values to get the statement of one run. */
export type Prepared<Values> = (values: Values) => Statement

/**
 * Compiles a query once, since building it for each request would cost more than running it. `placeholder('phone')`
 * stands for the value `phone`; give it the SQL type where PostgreSQL cannot infer one.
 *
 * @param name unique among all prepared statements; PostgreSQL keeps the parsed statement under it
 */
export function prepare<Values extends object>(
  name: string,
  build: (
    placeholder: <K extends keyof Values & string>(name: K, type?: string) => RawBuilder<Values[K]>
  ) => OperationNodeSource
): Prepared<Values> {
  const query = build((placeholder, type) => {
    const value = sql.val(new Placeholder(placeholder, type))
    return (type ? sql`${value}::${sql.raw(type)}` : sql`${value}`) as RawBuilder<never>
  })
  const node = query.toOperationNode() as RootOperationNode
  const { sql: text, parameters } = new PreparedQueryCompiler().compileQuery(node, createQueryId())
  return values => ({
    name,
    text,
    values: parameters.map(parameter =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter
    )
  })
}

/** The same placeholder in several parts of a query is one parameter of it: a large query has half as many to send. */
class PreparedQueryCompiler extends PostgresQueryCompiler {
  readonly #places = new Map<string, string>()

  protected override appendValue(value: unknown): void {
    // PostgreSQL takes the type of a parameter from its first place, so another type is another parameter.
    const key = value instanceof Placeholder ? `${value.name}::${value.type}` : undefined
    const place = key !== undefined && this.#places.get(key)
    if (place) this.append(place)
    else {
      super.appendValue(value)
      if (key !== undefined) this.#places.set(key, this.getCurrentParameterPlaceholder())
    }
  }
}
