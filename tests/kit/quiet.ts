import { setTimeout as pass } from 'node:timers/promises'
import { expect } from 'vitest'

/**
 * Asserts that the result of `probe` stays the same for that long: probed all along, so that a short change is noticed
 * too, and once more at the end.
 */
export async function nothingFor<T>(ms: number, probe: () => T | Promise<T>, expected: T): Promise<void> {
  const until = performance.now() + ms
  do {
    expect(await probe()).toEqual(expected)
    await pass(Math.min(50, ms))
  } while (performance.now() < until)
  expect(await probe()).toEqual(expected)
}

/** Delays a network or server that long, for conditions that must hold meanwhile. */
export const slow = (ms: number): Promise<void> => pass(ms)
