import { isDatabaseUnavailable } from './errors.ts'

type GroupOptions<Item, Result> = {
  /** Items of one group at most. */
  most: number
  /** Does the work for a whole group: all of it or, by throwing, none. Results are in the order of the items. */
  together(items: readonly Item[]): Promise<Result[]>
  alone(item: Item): Promise<Result>
}

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

/**
 * Groups the work of concurrent callers, one group at a time for each line: what arrives while a group is at work forms
 * the next one, so nobody waits for a group to fill. If a group fails, its items are done one by one, so that a bad one
 * does not affect the others; if the database is unavailable, all of them fail.
 */
export function inBatches<Item, Result>({ most, together, alone }: GroupOptions<Item, Result>) {
  const lines = new Map<string, Waiting<Item, Result>[]>()

  const doTogether = async (group: Waiting<Item, Result>[], line: Waiting<Item, Result>[]): Promise<void> => {
    const results = await together(group.map(({ item }) => item)).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) return []
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
        setImmediate(() => void work(name, begun)) // so that what else has arrived by now joins the group
      }
    })
}
