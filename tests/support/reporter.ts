import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** What `npm test` reports in addition to Vitest. */
export type Round = {
  passed: number
  failed: number
  /** Skipped tests. */
  skipped: { file: string; name: string }[]
  /** Tests that may be retried, why, and how often each was. */
  unsteady: { name: string; reason: string; again: number }[]
}

/** Writes the round as JSON to the file that `ROUND_FILE` names. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const round: Round = { passed: 0, failed: 0, skipped: [], unsteady: [] }
    for (const { children, relativeModuleId } of modules)
      for (const test of children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') round.passed++
        else if (state === 'failed') round.failed++
        else round.skipped.push({ file: relativeModuleId, name: test.fullName })
        const again = test.diagnostic()?.retryCount ?? 0
        const reason = test.meta().unsteady ?? (again > 0 ? 'nobody knows yet' : undefined)
        if (reason) round.unsteady.push({ name: test.fullName, reason, again })
      }
    writeFileSync(process.env.ROUND_FILE ?? '/dev/null', JSON.stringify(round))
  }
}
