import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: 'tests/support/environment.ts',
    include: ['tests/**/*.test.ts'],
    // Each test makes its own company, so files share one database and run at the same time. Many wait more than they
    // work, for a page or a worker: three of them keep two processors busy.
    maxWorkers: 3,
    // What fails is not asked again, but for what tests/support/unsteady.ts names.
    retry: 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    reporters: ['default']
  }
})
