/** The options of `npm test` itself; the rest goes to Vitest. */
export type RunOptions = {
  /** The seed of the order in which files and tests run; null for the usual order. */
  seed: number | null
  /** The moment at which the tests run. */
  clock: string | null
  /** Whether only files run that import what has changed since main. */
  changed: boolean
  /** Whether only the files run whose areas have changed since main, with a few that always do. */
  gate: boolean
  /** Whether the files run that play long processes. */
  long: boolean
  /** Whether the durations of a green run are recorded. */
  record: boolean
  /** Arguments for Vitest. */
  rest: string[]
}

/**
 * Reads `--shuffle [seed]`, `--clock <moment>`, `--changed`, `--gate`, `--long` and `--record`. Throws for a clock
 * without a moment.
 */
export function readOptions(args: readonly string[]): RunOptions {
  const options: RunOptions = {
    seed: null,
    clock: null,
    changed: false,
    gate: false,
    long: false,
    record: false,
    rest: []
  }
  for (let n = 0; n < args.length; n++) {
    const argument = args[n] ?? ''
    const next = args[n + 1] ?? ''
    if (argument === '--changed') options.changed = true
    else if (argument === '--gate') options.gate = true
    else if (argument === '--long') options.long = true
    else if (argument === '--record') options.record = true
    else if (argument === '--shuffle') {
      const hasSeed = /^\d{1,15}$/.test(next)
      options.seed = hasSeed ? Number(next) : Date.now()
      if (hasSeed) n++
    } else if (argument === '--clock') {
      if (!next) throw new Error('--clock needs a moment, such as 2026-12-31T23:55:00-03:00')
      options.clock = next
      n++
    } else options.rest.push(argument)
  }
  return options
}

/** Vitest's arguments for the order of a seed. */
export const inOrderOf = (seed: number): string[] => [
  '--sequence.shuffle.files',
  '--sequence.shuffle.tests',
  '--sequence.seed',
  String(seed)
]
