/** Response times and error rate of a process over the last minutes. */
export type Pace = { count: number; p50: number | null; p95: number | null; errorRate: number; minutes: number }

const minutes = 5
/** Upper bounds of the histogram in milliseconds, each a fifth above the one before. */
const bounds = Array.from({ length: 60 }, (_, step) => 1.2 ** step)

type Minute = { at: number; classes: Uint32Array; count: number; failed: number }

/** Counts responses in a histogram, so that memory does not grow with traffic. */
export class PaceMeter {
  readonly #minutes: Minute[] = []

  observe(milliseconds: number, failed: boolean, now = Date.now()): void {
    const at = Math.floor(now / 60_000)
    let minute = this.#minutes.at(-1)
    if (minute?.at !== at) {
      minute = { at, classes: new Uint32Array(bounds.length), count: 0, failed: 0 }
      this.#minutes.push(minute)
      if (this.#minutes.length > minutes) this.#minutes.shift()
    }
    const place = bounds.findIndex(bound => milliseconds <= bound)
    const index = place === -1 ? bounds.length - 1 : place
    minute.classes[index] = (minute.classes[index] ?? 0) + 1
    minute.count++
    if (failed) minute.failed++
  }

  read(now = Date.now()): Pace {
    const recent = this.#minutes.filter(({ at }) => at > Math.floor(now / 60_000) - minutes)
    const count = recent.reduce((sum, minute) => sum + minute.count, 0)
    const failed = recent.reduce((sum, minute) => sum + minute.failed, 0)
    const below = (share: number): number | null => {
      if (count === 0) return null
      let seen = 0
      for (const [index, bound] of bounds.entries()) {
        for (const { classes } of recent) seen += classes[index] ?? 0
        if (seen >= count * share) return Math.round(bound * 10) / 10
      }
      return null
    }
    return { count, p50: below(0.5), p95: below(0.95), errorRate: count === 0 ? 0 : failed / count, minutes }
  }
}
