import { invalid } from './errors.ts'
import { deepestRow } from './rules.ts'
import type { ListQuery } from './schema.ts'

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
