/**
 * Why a test may be retried. No other test may: `tests/architecture.test.ts` checks that, and `npm test` lists them.
 */
const reasons = {
  paint: 'whatever else the machine does makes a paint later, never sooner',
  timing: 'compares times of some milliseconds, which whatever else the machine does makes longer'
}

declare module 'vitest' {
  interface TaskMeta {
    unsteady?: string
  }
}

/** Options for a test that is retried up to three times. */
export const unsteady = (reason: keyof typeof reasons) => ({ retry: 3, meta: { unsteady: reasons[reason] } })
