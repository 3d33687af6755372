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
    // For what a busy machine makes late; the report names each test that needed it (tests/support/reporter.ts).
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    reporters: ['default']
  }
})
