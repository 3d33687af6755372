import pg from 'pg'

const channel = 'prosa'

/** Milliseconds between two notifications of one process. */
const minInterval = 10

/**
 * Notifies every listening process that there is something to read: `outbox`, `events`, `session:<id>`. A signal
 * carries no data and may be lost, so readers also poll. The first is sent at once, those that follow within moments
 * together. They are sent outside the transactions that cause them: NOTIFY in a transaction takes a lock that
 * serialises all commits (PostgreSQL source, async.c, PreCommit_Notify).
 */
export function sendSignals(pool: pg.Pool): (...signals: string[]) => void {
  const waiting = new Set<string>()
  let busy = false

  const flush = async () => {
    busy = true
    while (waiting.size > 0) {
      const signals = [...waiting]
      waiting.clear()
      await pool
        .query({
          name: 'signal',
          text: 'select pg_notify($1, s) from unnest($2::text[]) as s',
          values: [channel, signals]
        })
        .catch(() => {})
      await new Promise(resolve => setTimeout(resolve, minInterval))
    }
    busy = false
  }

  return (...signals) => {
    for (const signal of signals) waiting.add(signal)
    if (!busy) void flush()
  }
}

export type Listener = {
  /** Calls back for every signal with this prefix, and with the bare prefix after a reconnection. */
  on(prefix: string, callback: (signal: string) => void): () => void
  /** Calls back as if the signal had arrived. */
  dispatch(signal: string): void
  /** True while connected. */
  connected(): boolean
  close(): Promise<void>
}

/** One LISTEN connection for the whole process, which reconnects automatically. */
export function listen(url: string, onError: (error: Error) => void): Listener {
  const callbacks = new Set<{ prefix: string; callback: (signal: string) => void }>()
  let client: pg.Client | undefined
  let connected = false
  let closed = false

  const dispatch = (signal: string) => {
    for (const { prefix, callback } of callbacks) if (signal.startsWith(prefix)) callback(signal)
  }

  const connect = async () => {
    if (closed) return
    const next = new pg.Client({
      connectionString: url,
      application_name: 'prosa listen',
      keepAlive: true,
      connectionTimeoutMillis: 4000
    })
    client = next
    let lost = false
    const lose = (error?: Error) => {
      if (lost) return
      lost = true
      connected = false
      if (closed) return
      if (error) onError(error)
      setTimeout(() => void connect(), 500)
    }
    next.on('error', lose)
    next.on('end', () => lose(new Error('the database closed the connection')))
    next.on('notification', ({ payload }) => payload && dispatch(payload))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      connected = true
      for (const { prefix, callback } of callbacks) callback(prefix)
    } catch (error) {
      lose(error as Error)
      next.end().catch(() => {})
    }
  }

  void connect()
  return {
    on: (prefix, callback) => {
      const entry = { prefix, callback }
      callbacks.add(entry)
      return () => callbacks.delete(entry)
    },
    dispatch,
    connected: () => connected,
    close: async () => {
      closed = true
      await client?.end().catch(() => {})
    }
  }
}
