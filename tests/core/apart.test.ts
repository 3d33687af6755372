import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { WorkLimit } from '../../services/core/apart.ts'
import { nothingFor } from '../kit/quiet.ts'

function watch(source: string, limits: { processor: number; patience: number }) {
  const thread = new Worker(source, { eval: true })
  const over: string[] = []
  const limit = new WorkLimit(thread, limits, reason => over.push(reason))
  onTestFinished(async () => {
    limit.end()
    await thread.terminate()
  })
  limit.begin()
  return over
}

const hour = 3_600_000

test('a thread that computes for too long is found out by the processor time that it took', async () => {
  const over = watch('for (;;);', { processor: 300, patience: hour })
  await expect.poll(() => over).toEqual(['tooMuch'])
  await nothingFor(500, () => over.length, 1)
})

test('a thread that only waits is never too much, and its machine is busy once nobody waits any longer', async () => {
  const sleep = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'
  const patient = watch(sleep, { processor: 50, patience: hour })
  const impatient = watch(sleep, { processor: 50, patience: 300 })
  await expect.poll(() => impatient).toEqual(['busy'])
  await nothingFor(1000, () => patient, [])
})
