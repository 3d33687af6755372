import { databaseAway } from './errors.ts'

export type GroupOptions<Item, Result> = {
  /** How many items a group has at most. */
  most: number
  /** Does the work of a group, all of it or, where it throws, nothing; the results are in the order of the items. */
  together(items: readonly Item[]): Promise<Result[]>
  alone(item: Item): Promise<Result>
}

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

/**
 * Does the work of many callers in groups, one group of a line at a time: what arrives while one is under way goes
 * together next, so nobody waits for a group to fill. Where a group fails, each of its items is done alone, so that a bad
 * one harms no other; where the database is away, all that wait are told so.
 */
export function inGroups<Item, Result>({ most, together, alone }: GroupOptions<Item, Result>) {
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
    while (line.length > 0) await doTogether(line.splice(0, most), line)
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
