import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs at the end of the current test or, outside of one, of the file. */
export function atEnd(work: () => unknown): void {
  // An afterAll hook added by a running test would never be called.
  if (TestRunner.getCurrentTest() === undefined) afterAll(async () => void (await work()))
  else onTestFinished(async () => void (await work()))
}
