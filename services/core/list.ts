import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid } from './errors.ts'
import type { Access, App } from './http.ts'
import { deepestRow } from './rules.ts'
import { ListQuery } from './schema.ts'

export type ListRequest<Field extends string> = {
  sort: { field: Field; descending: boolean }
  skip: number
  take: number
  filter: Record<string, unknown>
}

type Options<Field extends string> = {
  /** Fields that may be sorted by; the first one, descending, is the default. */
  sortable: readonly [Field, ...Field[]]
  filterable: readonly string[]
}

const maxPage = 1000

/**
 * Reads a list request as ra-data-simple-rest writes it. Refuses sorting and filtering by anything not listed in the
 * options.
 */
export function readList<Field extends string>(query: ListQuery, options: Options<Field>): ListRequest<Field> {
  const sort = parse('sort', query.sort, [options.sortable[0], 'DESC'])
  if (!Array.isArray(sort) || !isOneOf(options.sortable, sort[0])) throw invalid({ sort: 'Ordenação não permitida.' })

  const range = parse('range', query.range, [0, 24])
  if (!Array.isArray(range)) throw invalid({ range: 'Intervalo inválido.' })
  const [first, last] = range
  if (!isIndex(first) || !isIndex(last) || last < first || last - first >= maxPage)
    throw invalid({ range: `Intervalo inválido: no máximo ${maxPage} itens por página.` })

  const filter = parse('filter', query.filter, {})
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    throw invalid({ filter: 'Filtro inválido.' })
  const unknown = Object.keys(filter).find(key => !options.filterable.includes(key))
  if (unknown !== undefined) throw invalid({ filter: 'Filtro não permitido.' })

  return {
    sort: { field: sort[0], descending: !isAscending(sort[1]) },
    skip: first,
    take: last - first + 1,
    // An empty input is no filter.
    filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '' && value !== null))
  }
}

type ListRoute<Field extends string, Row extends TSchema> = Options<Field> & {
  /** The unit of the rows in `Content-Range`. */
  name: string
  summary: string
  access: Access
  row: Row
  /** The order where the request names none, as JSON: `["name","ASC"]`. */
  sort?: string
  /** Reads one page. `capped`: there are at least `total`, which the answer says in `X-Total-Capped`. */
  read(
    request: FastifyRequest,
    list: ListRequest<Field>,
    reply: FastifyReply
  ): Promise<{ rows: Static<Row>[]; total: number; capped?: boolean }>
}

/** Registers the GET route of a list that is sorted, filtered and read by the page, as ra-data-simple-rest asks. */
export function listRoute<Field extends string, Row extends TSchema>(
  app: App,
  path: string,
  { name, summary, access, row, sort, sortable, filterable, read }: ListRoute<Field, Row>
): void {
  app.get(
    path,
    { config: { access }, schema: { summary, querystring: ListQuery, response: { 200: Type.Array(row as TSchema) } } },
    async (request, reply) => {
      const list = readList({ ...(sort && { sort }), ...request.query }, { sortable, filterable })
      const { rows, total, capped } = await read(request, list, reply)
      reply.header('Content-Range', contentRange(name, list.skip, rows.length, total))
      if (capped) reply.header('X-Total-Capped', 'true')
      return rows
    }
  )
}

const isIndex = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < deepestRow

// Not String() or Number(): the caller may send an object whose toString is not a function.
const isAscending = (value: unknown): boolean => typeof value === 'string' && value.toUpperCase() === 'ASC'

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T => values.includes(value as T)

function parse(name: string, text: string | undefined, missing: unknown): unknown {
  if (text === undefined || text === '') return missing
  try {
    return JSON.parse(text)
  } catch {
    throw invalid({ [name]: 'O parâmetro não é um JSON válido.' })
  }
}

/** The value of `Content-Range`: `leads 0-24/319`, or `leads *&#47;0` where nothing matches. */
export function contentRange(resource: string, skip: number, found: number, total: number): string {
  return `${resource} ${found === 0 ? '*' : `${skip}-${skip + found - 1}`}/${total}`
}
