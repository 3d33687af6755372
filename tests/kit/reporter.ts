import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import type { Measured } from './durations.ts'
import type { Failure, Round } from './rounds.ts'

/** Writes the round as JSON to the file that `ROUND_FILE` names. */
export default class implements Reporter {
  #seed = 0
  #began = 0

  onInit(vitest: Vitest): void {
    this.#seed = vitest.config.sequence.seed
  }

  onTestRunStart(): void {
    this.#began = Date.now()
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const round: Round = {
      seed: this.#seed,
      passed: 0,
      failed: [],
      skipped: [],
      broken: unhandled.map(message),
      measured: modules.map(measure),
      seconds: (Date.now() - this.#began) / 1000
    }
    for (const module of modules) {
      const file = module.relativeModuleId
      const tests = [...module.children.allTests()]
      for (const test of tests) {
        const { state } = test.result()
        if (state === 'passed') round.passed++
        else if (state === 'failed') round.failed.push({ file, ...failure(test) })
        else round.skipped.push({ file, name: test.fullName })
      }
      // Failures outside of a test: the file did not load, or a hook failed.
      const [error] = [module, ...module.children.allSuites()].flatMap(part => [...part.errors()])
      if (error) round.failed.push({ file, test: 'the file itself', error: message(error) })
      if (!['passed', 'failed', 'skipped'].includes(module.state())) round.broken.push(`${file} did not end`)
    }
    writeFileSync(process.env.ROUND_FILE ?? '/dev/null', JSON.stringify(round))
  }
}

/** The set-up is the loading of the file, and its hooks. */
const measure = (module: TestModule): Measured => {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration, concurrencyId } =
    module.diagnostic()
  const tests = [...module.children.allTests()].map(test => [test.fullName, (test.diagnostic()?.duration ?? 0) / 1000])
  const inTests = tests.reduce((total, [, seconds]) => total + Number(seconds), 0)
  const loading = prepareDuration + environmentSetupDuration + setupDuration + collectDuration
  return {
    file: module.relativeModuleId,
    worker: concurrencyId,
    // Tests that run at the same time take longer together than the file.
    setup: loading / 1000 + Math.max(0, duration / 1000 - inTests),
    tests: Object.fromEntries(tests)
  }
}

const failure = (test: TestCase): Omit<Failure, 'file'> => {
  const [error] = test.result().errors ?? []
  return { test: test.fullName, error: error ? message(error) : 'no error was reported' }
}

const message = (error: { message: string }): string => error.message.slice(0, 1000)
