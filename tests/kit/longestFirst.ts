import path from 'node:path'
import { BaseSequencer, type TestSpecification, type Vitest } from 'vitest/node'
import { type Durations, readDurations, secondsOf } from './durations.ts'
import { needsPages } from './lists.ts'

/** Starts the files that take longest first, so that no worker is left with a long one at the end. */
export class LongestFirst extends BaseSequencer {
  readonly #durations: Durations

  constructor(ctx: Vitest, durations = readDurations()) {
    super(ctx)
    this.#durations = durations
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const seconds = new Map(files.map(spec => [spec, secondsOf(this.#durations, path.relative(root, spec.moduleId))]))
    const of = (spec: TestSpecification): number => seconds.get(spec) ?? 0
    // Two without a record are equal: Infinity less Infinity is no number.
    const sorted = files.toSorted((a, b) => (of(a) === of(b) ? 0 : of(b) - of(a)))
    // While the pages are built each worker has a file that needs none of them.
    const early = sorted
      .filter(spec => !needsPages(path.relative(root, spec.moduleId)))
      .slice(0, this.ctx.config.maxWorkers)
    return [...early, ...sorted.filter(spec => !early.includes(spec))]
  }
}
