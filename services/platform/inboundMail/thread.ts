import { parentPort, workerData } from 'node:worker_threads'
import { cut } from '../../core/rules.ts'
import type { Own } from './kinds.ts'
import { type Envelope, parseMail, type ReadMail } from './parse.ts'

// The thread that reads mail: `reading.ts` starts it, and ends it where one takes too long.

export type Ask = { raw: Uint8Array; envelope: Envelope }
export type Answer = { mail: ReadMail } | { unreadable: string }
export type Message = Answer | { begun: true }

const own = workerData as Own

parentPort?.on('message', async ({ raw, envelope }: Ask) => {
  parentPort?.postMessage({ begun: true } satisfies Message)
  let answer: Answer
  try {
    answer = { mail: await parseMail(raw, envelope, own) }
  } catch (error) {
    answer = { unreadable: error instanceof Error ? cut(error.message, 200) : 'unreadable' }
  }
  const bytes = 'mail' in answer ? answer.mail.files.map(({ content }) => content.buffer as ArrayBuffer) : []
  parentPort?.postMessage(answer, bytes)
})
