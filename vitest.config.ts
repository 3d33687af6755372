import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: 'tests/support/environment.ts',
    include: ['tests/**/*.test.ts'],
    // Each test makes its own company, so files share one database and run at the same time.
    maxWorkers: 2,
    // Browsers, databases and queues share two cores: what fails once is asked again, and fails for good the third time.
    retry: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    reporters: ['default']
  }
})
