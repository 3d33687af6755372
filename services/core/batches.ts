import { isDatabaseUnavailable } from './errors.ts'

type BatchOptions<Item, Result> = {
  /** The largest number of items in a batch. */
  limit: number
  /** Does the work for a whole batch: all of it or, by throwing, none. Results are in the order of the items. */
  runBatch(items: readonly Item[]): Promise<Result[]>
  runOne(item: Item): Promise<Result>
}

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

/**
 * Batches the work of concurrent callers, one batch at a time for each key: what arrives while a batch runs forms the
 * next one, so nobody waits for a batch to fill. If a batch fails, its items are done one by one, so that a bad one
 * does not affect the others; if the database is unavailable, all of them fail.
 */
export function inBatches<Item, Result>({ limit, runBatch, runOne }: BatchOptions<Item, Result>) {
  const queues = new Map<string, Waiting<Item, Result>[]>()

  const run = async (batch: Waiting<Item, Result>[], queue: Waiting<Item, Result>[]): Promise<void> => {
    const results = await runBatch(batch.map(({ item }) => item)).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) return []
      for (const { reject } of [...batch, ...queue.splice(0)]) reject(error)
      return undefined
    })
    if (!results) return
    for (const [n, { item, resolve, reject }] of batch.entries()) {
      const result = results[n]
      if (result === undefined) runOne(item).then(resolve, reject)
      else resolve(result)
    }
  }

  const drain = async (key: string, queue: Waiting<Item, Result>[]): Promise<void> => {
    while (queue.length > 0) await run(queue.splice(0, limit), queue)
    queues.delete(key)
  }

  return (key: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key)
      const waiting = { item, resolve, reject }
      if (queue) queue.push(waiting)
      else {
        const batch = [waiting]
        queues.set(key, batch)
        setImmediate(() => void drain(key, batch)) // so that what else has arrived by now joins the batch
      }
    })
}
