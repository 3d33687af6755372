import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import type { Failure, Round } from './rounds.ts'

/** Writes the round as JSON to the file that `ROUND_FILE` names. */
export default class implements Reporter {
  #seed = 0

  onInit(vitest: Vitest): void {
    this.#seed = vitest.config.sequence.seed
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const round: Round = { seed: this.#seed, passed: 0, failed: [], skipped: [], broken: unhandled.map(message) }
    for (const module of modules) {
      const file = module.relativeModuleId
      const tests = [...module.children.allTests()]
      for (const test of tests) {
        const { state } = test.result()
        if (state === 'passed') round.passed++
        else if (state === 'failed') round.failed.push({ file, ...failure(test) })
        else round.skipped.push({ file, name: test.fullName })
      }
      // What went wrong outside of a test: the file did not load, or a hook failed.
      const [error] = [module, ...module.children.allSuites()].flatMap(part => [...part.errors()])
      if (error) round.failed.push({ file, test: 'the file itself', error: message(error) })
      if (!['passed', 'failed', 'skipped'].includes(module.state())) round.broken.push(`${file} did not end`)
    }
    writeFileSync(process.env.ROUND_FILE ?? '/dev/null', JSON.stringify(round))
  }
}

const failure = (test: TestCase): Omit<Failure, 'file'> => {
  const [error] = test.result().errors ?? []
  return { test: test.fullName, error: error ? message(error) : 'no error was told' }
}

const message = (error: { message: string }): string => error.message.slice(0, 1000)
