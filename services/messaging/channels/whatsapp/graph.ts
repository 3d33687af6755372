import type { Connection } from '../adapter.ts'
import { callAs, type GraphCall } from '../meta/graph.ts'

/** Calls the Graph API for a company's number. */
export const ask = (connection: Connection, call: Omit<GraphCall, 'server' | 'token'>) =>
  callAs(connection.config.meta.graphUrl, connection, call)
