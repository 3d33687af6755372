import { afterAll, expect, onTestFinished } from 'vitest'

/** Runs at the end of the current test or, outside of one, of the file. */
export function atEnd(work: () => unknown): void {
  // An afterAll hook added by a running test would never be called.
  if (expect.getState().currentTestName === undefined) afterAll(async () => void (await work()))
  else onTestFinished(async () => void (await work()))
}
