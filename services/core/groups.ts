import { databaseAway } from './errors.ts'

export type GroupOptions<Item, Result> = {
  /** How many items a group has at most. */
  most: number
  /** Two items that share one of these names are never in one group. */
  namesOf(item: Item): readonly string[]
  /** Does the work of a group, all of it or, where it throws, nothing. An item without a result is to be done alone. */
  together(items: readonly Item[]): Promise<(Result | undefined)[]>
  alone(item: Item): Promise<Result>
}

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

/**
 * Does the work of many callers in groups, one group of a line at a time: what arrives while one is under way goes
 * together next, so nobody waits for a group to fill. Where a group fails, each of its items is done alone, so that a bad
 * one harms no other; where the database is away, all that wait are told so.
 */
export function inGroups<Item, Result>({ most, namesOf, together, alone }: GroupOptions<Item, Result>) {
  const lines = new Map<string, Waiting<Item, Result>[]>()

  const doTogether = async (group: Waiting<Item, Result>[], line: Waiting<Item, Result>[]): Promise<void> => {
    const results = await together(group.map(({ item }) => item)).catch((error: unknown) => {
      if (!databaseAway(error)) return []
      for (const { reject } of [...group, ...line.splice(0)]) reject(error)
      return undefined
    })
    if (!results) return
    for (const [n, { item, resolve, reject }] of group.entries()) {
      const result = results[n]
      if (result === undefined) alone(item).then(resolve, reject)
      else resolve(result)
    }
  }

  const work = async (name: string, line: Waiting<Item, Result>[]): Promise<void> => {
    while (line.length > 0) await doTogether(takeGroup(line, most, namesOf), line)
    lines.delete(name)
  }

  return (name: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const line = lines.get(name)
      const waiting = { item, resolve, reject }
      if (line) line.push(waiting)
      else {
        const begun = [waiting]
        lines.set(name, begun)
        setImmediate(() => void work(name, begun)) // with what else has arrived by now
      }
    })
}

/** The first that wait, in their order, but for those that share a name with one before them. */
function takeGroup<Item, Result>(
  line: Waiting<Item, Result>[],
  most: number,
  namesOf: (item: Item) => readonly string[]
): Waiting<Item, Result>[] {
  const taken = new Set<string>()
  const group: Waiting<Item, Result>[] = []
  const left: Waiting<Item, Result>[] = []
  for (const waiting of line.splice(0)) {
    const names = namesOf(waiting.item)
    const fits = group.length < most && !names.some(name => taken.has(name))
    for (const name of names) taken.add(name)
    if (fits) group.push(waiting)
    else left.push(waiting)
  }
  line.push(...left)
  return group
}
