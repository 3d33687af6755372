import { setTimeout as pass } from 'node:timers/promises'
import { expect } from 'vitest'

/**
 * That what `probe` finds stays as it is for so long: asked all along, so that what comes and goes is seen as well, and
 * once more at the end.
 */
export async function nothingFor<T>(ms: number, probe: () => T | Promise<T>, expected: T): Promise<void> {
  const until = performance.now() + ms
  do {
    expect(await probe()).toEqual(expected)
    await pass(Math.min(50, ms))
  } while (performance.now() < until)
  expect(await probe()).toEqual(expected)
}

/** A network or a server that takes so long, for what must hold meanwhile. */
export const slow = (ms: number): Promise<void> => pass(ms)
