/**
 * Does the work for one item after the other. A failure does not stop the others: all failures are thrown together at
 * the end, each with its name, so that the run still counts as failed.
 */
export async function eachAlone<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  work: (item: T) => Promise<unknown>
): Promise<void> {
  const failures: Error[] = []
  for (const item of items)
    try {
      await work(item)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      failures.push(new Error(`${nameOf(item)}: ${reason}`, { cause: error }))
    }
  throwAll(failures, items.length)
}

/** Throws where there are failures, and names the first of them. */
export function throwAll(failures: readonly Error[], of: number): void {
  const [first] = failures
  if (first) throw new AggregateError(failures, `${failures.length} of ${of} failed: ${first.message}`)
}

/** The same for companies by their ids. */
export const forEachCompany = (ids: readonly string[], work: (companyId: string) => Promise<unknown>): Promise<void> =>
  eachAlone(ids, id => `company ${id}`, work)

/** Does the work for all items at once; where that fails, for each alone. */
export async function inSet<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  work: (items: readonly T[]) => Promise<unknown>
): Promise<void> {
  try {
    await work(items)
  } catch (error) {
    if (items.length <= 1) throw error
    await eachAlone(items, nameOf, item => work([item]))
  }
}
