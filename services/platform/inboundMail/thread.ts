import { parentPort, workerData } from 'node:worker_threads'
import { cut, type SenderProof } from '../../core/rules.ts'
import type { Own } from './kinds.ts'
import { type Envelope, parseMail, type ReadMail } from './parse.ts'
import { type Means, proveSender } from './proof.ts'

// The thread that reads mail: `reading.ts` starts it, and ends it where one takes too long.

/** `prove`: whether the sender is to be proved, which may ask DNS. */
export type Ask = { raw: Uint8Array; envelope: Envelope; prove: boolean }
export type Answer = { mail: ReadMail; senderProof: SenderProof } | { unreadable: string }
export type Message = Answer | { begun: true }

const own = workerData as Own & Means

/** A verification that fails proves nothing. */
async function proofOf(raw: Uint8Array, { from, headers }: ReadMail, envelope: Envelope): Promise<SenderProof> {
  const named = headers.map(({ name, value }) => ({ key: name.toLowerCase(), value }))
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const delivery = { peer: envelope.peer ?? null, from: envelope.from }
  return proveSender(bytes, named, from?.address ?? null, delivery, own).catch(() => 'none' as const)
}

parentPort?.on('message', async ({ raw, envelope, prove }: Ask) => {
  parentPort?.postMessage({ begun: true } satisfies Message)
  let answer: Answer
  try {
    const mail = await parseMail(raw, envelope, own)
    answer = { mail, senderProof: prove ? await proofOf(raw, mail, envelope) : 'none' }
  } catch (error) {
    answer = { unreadable: error instanceof Error ? cut(error.message, 200) : 'unreadable' }
  }
  const bytes = 'mail' in answer ? answer.mail.files.map(({ content }) => content.buffer as ArrayBuffer) : []
  parentPort?.postMessage(answer, bytes)
})
