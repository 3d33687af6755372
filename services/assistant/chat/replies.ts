import { randomBytes } from 'node:crypto'
import type { Db } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Listener } from '../../core/signals.ts'

/** How often waiting questions are polled, in case a signal was lost; in milliseconds. */
const poll = 1000

/** Characters of one signal, of at most four bytes each; a notification is limited to 8000 bytes. */
const signalLength = 1500

export type Follower = {
  /** More of the reply; lost pieces come with the complete reply. */
  delta(text: string): void
  settled(): void
}

/** Delivers replies from the workers to those waiting in this process, with one listener and one poll for all. */
export class Replies {
  readonly #db: Db
  readonly #followers = new Map<string, Set<Following>>()
  readonly #stop: () => void
  readonly #timer: NodeJS.Timeout
  #closed = false

  constructor(db: Db, listener: Listener) {
    this.#db = db
    this.#stop = listener.on('chat:', signal => this.#hear(signal))
    this.#timer = setInterval(() => void this.#look(), poll)
    this.#timer.unref()
  }

  /** Calls back until stopped. Call it before the question is committed, so that nothing is missed. */
  follow(messageId: string, follower: Follower): () => void {
    if (this.#closed)
      throw new AppError('unavailable', 'O serviço está sendo reiniciado. Tente novamente em instantes.')
    const following = { ...follower, run: '', length: 0 }
    const all = this.#followers.get(messageId) ?? new Set()
    this.#followers.set(messageId, all.add(following))
    return () => {
      all.delete(following)
      if (all.size === 0 && this.#followers.get(messageId) === all) this.#followers.delete(messageId)
    }
  }

  /** Wakes all who wait: they find their question unanswered and report it. */
  close(): void {
    this.#closed = true
    this.#stop()
    clearInterval(this.#timer)
    for (const id of this.#followers.keys()) this.#settle(id)
  }

  #hear(signal: string): void {
    const [, id = '', run = '', offset = ''] = signal.split(':', 4)
    if (id === '') void this.#look()
    else if (run === '') this.#settle(id)
    else {
      const text = signal.slice(`chat:${id}:${run}:${offset}:`.length)
      for (const following of this.#followers.get(id) ?? []) {
        // A worker that takes over starts the reply again: those who saw the first part wait for the complete reply.
        if (following.run === '' && offset === '0') following.run = run
        if (following.run !== run || following.length !== Number(offset)) continue
        following.length += text.length
        following.delta(text)
      }
    }
  }

  #settle(id: string): void {
    for (const following of [...(this.#followers.get(id) ?? [])]) following.settled()
  }

  async #look(): Promise<void> {
    const ids = [...this.#followers.keys()]
    if (ids.length === 0) return
    const [found] = await this.#db
      .everyCompanyBatch([
        {
          name: 'settled-chat',
          text: `select id from chat_messages where id = any ($1::text[]) and status <> 'asked'`,
          values: [ids]
        }
      ])
      .catch(() => [])
    for (const { id } of found?.rows ?? []) this.#settle(id)
  }
}

type Following = Follower & { run: string; length: number }

/** Milliseconds between signals with more of a reply. The first words are sent at once. */
const pace = 40

/** The signal that a question is settled. */
export const settledSignal = (messageId: string): string => `chat:${messageId}`

/** Streams a reply to those who wait for it; `rest` sends what is left. */
export function streamReply(db: Db, messageId: string): { text(more: string): void; rest(): void } {
  const run = randomBytes(4).toString('hex')
  let sent = 0
  let waiting = ''
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    while (waiting !== '') {
      // A surrogate pair must not be split: half of it has no UTF-8 form.
      const whole = /[\ud800-\udbff]/.test(waiting[signalLength - 1] ?? '') ? signalLength - 1 : signalLength
      const part = waiting.slice(0, whole)
      waiting = waiting.slice(part.length)
      db.signal(`chat:${messageId}:${run}:${sent}:${part}`)
      sent += part.length
    }
  }
  return {
    text: more => {
      waiting += more
      if (timer) return
      flush()
      timer = setTimeout(() => {
        timer = undefined
        if (waiting !== '') flush()
      }, pace)
    },
    rest: () => {
      clearTimeout(timer)
      flush()
    }
  }
}
