import autocannon from 'autocannon'

export type Sample = { perSecond: number; p50: number; p95: number; p99: number; meanMs: number; failures: number }

export type Call = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

/**
 * Sends requests over a number of connections, each as soon as the one before it is answered: for some seconds, or so
 * many in all.
 *
 * @param next makes the next request
 * @returns requests a second; median and 99th percentile of their times in milliseconds; answers that were not 2xx
 */
export async function load(
  port: number,
  options: { connections: number } & ({ seconds: number } | { amount: number }),
  next: () => Call
): Promise<Sample> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: options.connections,
    ...('amount' in options ? { amount: options.amount } : { duration: options.seconds }),
    requests: [
      {
        setupRequest: request => {
          const { method, path, headers, body } = next()
          const json = body === undefined ? {} : { 'content-type': 'application/json' }
          return { ...request, method, path, headers: { ...headers, ...json }, ...(body !== undefined && { body }) }
        }
      }
    ]
  })
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p95: result.latency.p97_5, // the nearest that autocannon keeps
    p99: result.latency.p99,
    // Percentiles come in whole milliseconds; with one connection the mean is more precise.
    meanMs: (1000 * options.connections * result.duration) / result.requests.total,
    failures: result.non2xx + result.errors + result.timeouts
  }
}

/** The middle value of each figure over several runs: single runs on a shared machine vary. */
export function median(samples: Sample[]): Sample {
  const middle = (figure: keyof Sample) =>
    samples.map(sample => sample[figure]).toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0
  return {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p95: middle('p95'),
    p99: middle('p99'),
    meanMs: middle('meanMs'),
    failures: samples.reduce((sum, sample) => sum + sample.failures, 0)
  }
}

/** The median, the 95th and the 99th percentile of times, in their own unit. */
export function percentiles(times: number[]): { p50: number; p95: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** One answer, read to its end; throws where it is no success. */
export async function ask(port: number, path: string, { headers }: { headers: Record<string, string> }): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

/** Milliseconds of each of several things, done in turn, so that a slow moment of the machine meets all. */
export async function turnByTurn(
  things: Record<string, (round: number) => Promise<unknown>>,
  rounds = 500
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(things).map(name => [name, []]))
  for (let round = -20; round < rounds; round++)
    for (const [name, act] of Object.entries(things)) {
      const started = performance.now()
      await act(round)
      // The first rounds warm both up.
      if (round >= 0) times[name]?.push(performance.now() - started)
    }
  return times
}
