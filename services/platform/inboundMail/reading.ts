import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { BusyError, WorkLimit } from '../../core/apart.ts'
import type { Config } from '../../core/config.ts'
import { loopMark } from '../../core/mail.ts'
import type { Own } from './kinds.ts'
import type { Envelope } from './parse.ts'
import type { Means } from './proof.ts'
import type { Answer, Ask, Message } from './thread.ts'

// Mail is untrusted, so it is read in a thread: docs/decisions/0022-files-are-read-apart.md. Unlike a file it is small, and
// there may be many: the thread stays for the next one, and for a while.

/** Milliseconds, and megabytes, that reading one mail may take; and milliseconds for which a thread waits for more. */
const limits = {
  processor: 20_000,
  patience: 600_000,
  memory: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
}
const idle = 10_000

/** TypeScript when run from the sources, else the built file. */
const entry = import.meta.url.endsWith('.ts')
  ? path.join(import.meta.dirname, 'thread.ts')
  : path.join(findPackageJSON(import.meta.url) ?? '', '../dist/services/mailThread.js')

/** Reads one mail after the other in a thread, and in a new one after a mail that it did not survive. */
export class MailReader {
  readonly #own: Own & Means
  #thread: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #waiting = 0

  constructor(config: Pick<Config, 'secret' | 'publicUrl' | 'dnsServers' | 'inboundMail'>) {
    this.#own = {
      mark: loopMark(config),
      host: new URL(config.publicUrl).hostname,
      authservId: config.inboundMail.authservId,
      dnsServers: config.dnsServers
    }
  }

  /**
   * The parsed mail; `unreadable` with the reason where it is broken, or takes too much of the processor or of memory.
   * Throws 503 where the machine is too busy. `prove`: whether the sender is proved, which may ask DNS.
   */
  read(raw: Buffer, envelope: Envelope, { prove = false } = {}): Promise<Answer> {
    clearTimeout(this.#idle)
    this.#waiting++
    const turn = this.#last.then(() => this.#ask(raw, envelope, prove))
    this.#last = turn
      .catch(() => {})
      .then(() => {
        if (--this.#waiting === 0) this.#idle = setTimeout(() => this.close(), idle).unref()
      })
    return turn
  }

  close(): void {
    clearTimeout(this.#idle)
    void this.#thread?.terminate()
    this.#thread = undefined
  }

  #open(): Worker {
    // Without the environment, which holds the secrets.
    const thread = new Worker(entry, { workerData: this.#own, resourceLimits: limits.memory, env: {} })
    // It must not keep the process from ending.
    thread.unref()
    // A failure between two mails would end the process; the next mail gets another thread.
    thread.on('error', () => {})
    thread.once('exit', () => this.#forget(thread))
    this.#thread = thread
    return thread
  }

  #forget(thread: Worker): void {
    if (this.#thread === thread) this.#thread = undefined
  }

  async #ask(raw: Buffer, envelope: Envelope, prove: boolean): Promise<Answer> {
    const thread = this.#thread ?? this.#open()
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const limit = new WorkLimit(thread, limits, reason =>
      reason === 'tooMuch' ? resolve({ unreadable: 'too slow' }) : reject(new BusyError())
    )
    const hear = (message: Message) => {
      if ('begun' in message) limit.begin()
      else resolve(message)
    }
    const end = (code: number) => reject(new Error(`The thread that read a mail ended with ${code}`))
    const fail = (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ unreadable: 'too much memory' }) : reject(error)
    thread.on('message', hear)
    thread.once('error', fail)
    thread.once('exit', end)
    let answered = false
    try {
      // A copy of its own, which is handed over.
      const bytes = Uint8Array.from(raw)
      thread.postMessage({ raw: bytes, envelope, prove } satisfies Ask, [bytes.buffer])
      const answer = await promise
      answered = 'mail' in answer || !answer.unreadable.startsWith('too ')
      return answer
    } finally {
      limit.end()
      thread.off('message', hear).off('error', fail).off('exit', end)
      if (!answered) {
        void thread.terminate()
        this.#forget(thread)
      }
    }
  }
}

const readers = new WeakMap<Config, MailReader>()

/** The reader of this process. */
export function readerOf(config: Config): MailReader {
  const reader = readers.get(config) ?? new MailReader(config)
  readers.set(config, reader)
  return reader
}
