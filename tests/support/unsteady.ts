/** Why a test may be asked again. No other test may: `tests/architecture.test.ts` holds that, `npm test` names them. */
const reasons = {
  paint: 'whatever else the machine does makes a paint later, never sooner',
  timing: 'compares times of some milliseconds, which whatever else the machine does makes longer'
}

declare module 'vitest' {
  interface TaskMeta {
    unsteady?: string
  }
}

/** The options of a test that is asked up to three times more where it fails. */
export const unsteady = (reason: keyof typeof reasons) => ({ retry: 3, meta: { unsteady: reasons[reason] } })
