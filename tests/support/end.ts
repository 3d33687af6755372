import { afterAll, expect, onTestFinished } from 'vitest'

/** Runs when the test is over that this is called in, or the file where it is called outside of one. */
export function atEnd(work: () => unknown): void {
  // A hook that a running test adds to its file is never called.
  if (expect.getState().currentTestName === undefined) afterAll(async () => void (await work()))
  else onTestFinished(async () => void (await work()))
}
