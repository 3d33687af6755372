import { readFile } from 'node:fs/promises'
import { setTimeout as pass } from 'node:timers/promises'

/**
 * Resolves once the product is built: `npm test` builds it while the files that need none of it run already. Throws
 * where the build failed.
 */
export async function built(): Promise<void> {
  const file = process.env.BUILD_OUTCOME
  if (file === undefined) return
  for (;;) {
    const outcome = await readFile(file, 'utf8').catch(() => undefined)
    if (outcome === 'built') return
    if (outcome) throw new Error(outcome)
    await pass(100)
  }
}
