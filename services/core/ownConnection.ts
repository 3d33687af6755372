import pg from 'pg'

/** A connection of its own, for work that takes longer than those of the pools may. */
export type OwnConnection = {
  query: pg.Client['query']
  /** Ends it; at once where `broken` says that an answer is still under way. */
  close(broken?: boolean): Promise<void>
}

const settings = [
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'bytea_output=hex',
  'extra_float_digits=1',
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
  'jit=off'
]

export async function openConnection(url: string, name: string): Promise<OwnConnection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    options: settings.map(setting => `-c ${setting}`).join(' ')
  })
  // One that breaks fails its query; without this it would also end the process.
  client.on('error', () => {})
  await client.connect()
  return {
    query: client.query.bind(client) as pg.Client['query'],
    close: async broken => {
      if (broken) (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      else await client.end().catch(() => {})
    }
  }
}
