import type { Worker } from 'node:worker_threads'
import { AppError } from './errors.ts'

/** Milliseconds between two looks at what a thread has used. */
const lookEvery = 200

/** Nobody is to blame for it: the machine has more to do than it can. */
export class BusyError extends AppError {
  constructor() {
    super('unavailable', 'O servidor está ocupado. Tente de novo em instantes.', { retryAfter: 2 })
  }
}

type Limits = {
  /** Milliseconds of processor time: more says that the work itself is too much. */
  processor: number
  /** Milliseconds that somebody waits for it, whatever the reason. */
  patience: number
}

/**
 * Watches the work of a thread. Only processor time judges the work: on a busy machine a thread may wait for minutes,
 * whatever its input.
 */
export class WorkLimit {
  readonly #thread: Pick<Worker, 'cpuUsage'>
  readonly #limits: Limits
  readonly #over: (reason: 'tooMuch' | 'busy') => void
  #used: number | undefined
  #since = performance.now()
  #looks: NodeJS.Timeout | undefined

  /** @param over called once, with what has run out: the processor time, or the patience */
  constructor(thread: Pick<Worker, 'cpuUsage'>, limits: Limits, over: (reason: 'tooMuch' | 'busy') => void) {
    this.#thread = thread
    this.#limits = limits
    this.#over = over
  }

  /**
   * Counts from here on: called at the first word of a thread, as its loading is nobody's fault, and at each step
   * forward.
   */
  begin(): void {
    this.#used = undefined
    this.#since = performance.now()
    this.#looks ??= setInterval(() => void this.#look(), lookEvery)
  }

  end(): void {
    clearInterval(this.#looks)
    this.#looks = undefined
  }

  async #look(): Promise<void> {
    const { user, system } = await this.#thread.cpuUsage().catch(() => ({ user: 0, system: 0 }))
    if (this.#looks === undefined) return
    const used = (user + system) / 1000
    this.#used ??= used
    const tooMuch = used - this.#used > this.#limits.processor
    if (!tooMuch && performance.now() - this.#since < this.#limits.patience) return
    this.end()
    this.#over(tooMuch ? 'tooMuch' : 'busy')
  }
}
