import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/kit/longestFirst.ts'
import { patience } from './tests/kit/patience.ts'

export default defineConfig({
  test: {
    globalSetup: 'tests/kit/environment.ts',
    include: ['tests/**/*.test.ts'],
    // Each test makes its own company, so files share one database and run at the same time.
    // Three for two cores: a fifth of what two do is waiting, for what is due in a moment or for a process that starts.
    maxWorkers: 3,
    // Files that follow each other in a worker share its modules and its browser; loading both for each file took a
    // third of the time.
    isolate: false,
    // An order by a seed is Vitest's own.
    sequence: process.argv.includes('--sequence.shuffle.files') ? {} : { sequencer: LongestFirst },
    testTimeout: patience.test,
    hookTimeout: patience.hook,
    expect: { poll: { timeout: patience.look } },
    reporters: ['default']
  }
})
