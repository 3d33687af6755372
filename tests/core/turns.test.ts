import { expect, test } from 'vitest'
import { NotYet } from '../../services/core/queues.ts'
import { companyTurns } from '../../services/core/turns.ts'

test('a company has so many turns at once, others have their own, and a turn is given back whatever happens', async () => {
  const inTurn = companyTurns(2)
  const { promise: slow, resolve: end } = Promise.withResolvers<void>()
  const under = [inTurn('a', () => slow), inTurn('a', () => slow)]
  await expect(inTurn('a', async () => 'third')).rejects.toBeInstanceOf(NotYet)
  expect(await inTurn('b', async () => 'at once')).toBe('at once')
  end()
  await Promise.all(under)
  await expect(inTurn('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn('a', async () => 'again')).toBe('again')
})

test('those that find no turn come back at different times, each within a minute', async () => {
  const inTurn = companyTurns(1)
  const { promise: slow, resolve: end } = Promise.withResolvers<void>()
  const under = inTurn('a', () => slow)
  const waits = []
  for (let n = 0; n < 300; n++) {
    const refusal = await inTurn('a', async () => {}).catch((error: unknown) => error)
    waits.push(refusal instanceof NotYet ? refusal.wait : Number.NaN)
  }
  expect(new Set(waits.slice(0, 100)).size).toBe(100)
  expect(Math.max(...waits)).toBe(60_000)
  end()
  await under
})
