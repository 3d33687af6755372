import type { Db } from '../services/core/db.ts'
import type { Schedule } from '../services/core/features.ts'
import { loadParts } from './parts.ts'

/**
 * Runs the clean-up steps of all features: expired data are deleted and kept counts consolidated. Any number of workers
 * may do so at once. A failing step does not keep the others from running; then it throws.
 */
export async function tidy(db: Db): Promise<void> {
  const failures: Error[] = []
  for (const part of await loadParts())
    for (const [name, step] of Object.entries(part.tidy ?? {}))
      await step(db).catch(error => failures.push(new Error(`${name} not tidied`, { cause: error })))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join(', '))
}

export const tidying: Schedule = {
  name: 'tidy',
  label: 'Remover o que venceu',
  every: 3600_000,
  run: ({ db }) => tidy(db)
}
