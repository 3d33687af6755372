import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: 'tests/support/environment.ts',
    include: ['tests/**/*.test.ts'],
    // Each test makes its own company, so files share one database and run at the same time.
    maxWorkers: 2,
    // Files that follow each other in a worker share its modules and its browser; a third of their time went into
    // loading both anew.
    isolate: false,
    // What hangs ends; how long something takes is asked where it matters, and no busy machine fails a test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default']
  }
})
