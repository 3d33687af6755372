import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Statement } from './batch.ts'

/** Marks the place of a value that each run supplies. */
class Hole {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A query compiled once: call it with the values to get the statement of one run. */
export type Prepared<Values> = (values: Values) => Statement

/**
 * Compiles a query once, since building it for each request would cost more than running it. `placeholder('phone')` stands
 * for the value `phone`; give it the SQL type where PostgreSQL cannot infer one.
 *
 * @param name unique among all prepared statements; PostgreSQL keeps the parsed statement under it
 */
export function prepare<Values extends object>(
  name: string,
  build: (placeholder: <K extends keyof Values & string>(name: K, type?: string) => RawBuilder<Values[K]>) => Compilable
): Prepared<Values> {
  const compiled = build((placeholder, type) => {
    const value = sql.val(new Hole(placeholder))
    return (type ? sql`${value}::${sql.raw(type)}` : sql`${value}`) as RawBuilder<never>
  }).compile()
  const { text, parameters } = numberedOnce(compiled)
  return values => ({
    name,
    text,
    values: parameters.map(parameter =>
      parameter instanceof Hole ? values[parameter.name as keyof Values] : parameter
    )
  })
}

/** The same place in several parts of a query is one parameter of it: a large one has half as many to send and read. */
function numberedOnce({ sql: text, parameters }: CompiledQuery): { text: string; parameters: unknown[] } {
  const kept: unknown[] = []
  const numbers = new Map<string, number>()
  const renumbered = text.replace(/\$(\d+)(::[a-z[\]]+)?/g, (_, digits: string, type = '') => {
    const parameter = parameters[Number(digits) - 1]
    const place = parameter instanceof Hole ? `${parameter.name}${type}` : digits
    const number = numbers.get(place) ?? kept.push(parameter)
    numbers.set(place, number)
    return `$${number}${type}`
  })
  return { text: renumbered, parameters: kept }
}
