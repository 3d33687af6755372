import { Worker } from 'node:worker_threads'
import mjml2html from 'mjml'
import { type Answer, overTime, type Task } from './mjmlTask.ts'

// The process that runs MJML: `mjml.ts` starts it, and ends it when no mail comes any more. It ends itself where a mail takes
// too much of the processor: time on the wall would blame a mail for a busy machine, and loading MJML is no mail's fault.

/** The microseconds of processor time at which the process ends; 0 while it has nothing to do. */
const deadline = new BigInt64Array(new SharedArrayBuffer(8))

// A thread of its own, as this one is busy with the mail.
const watch = `
  const { workerData: deadline } = require('node:worker_threads')
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    const end = Atomics.load(deadline, 0)
    if (end > 0n && BigInt(user + system) > end) process.kill(process.pid, '${overTime}')
  }, 100)`
new Worker(watch, { eval: true, workerData: deadline, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()

process.on('message', async ({ source, processor }: Task) => {
  const { user, system } = process.cpuUsage()
  Atomics.store(deadline, 0, BigInt(user + system + processor * 1000))
  let answer: Answer
  try {
    const { html } = await mjml2html(source, { validationLevel: 'strict', keepComments: false, fonts: {} })
    answer = { html }
  } catch (error) {
    answer = { failure: error instanceof Error ? error.message : 'unknown' }
  }
  Atomics.store(deadline, 0, 0n)
  process.send?.(answer)
})
