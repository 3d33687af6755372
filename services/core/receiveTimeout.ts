import type { App } from './http.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds in which the whole request must be received; routes that take files set a longer limit. */
    receiveTimeout?: number
  }
}

/** The limit for routes that set none, so that nobody holds a connection open by sending slowly. */
export const defaultReceiveTimeout = 30_000

/** The longest limit of any route: fifty megabytes over a slow line. */
export const maxReceiveTimeout = 15 * 60_000

/** Destroys requests that take too long to be received. Node.js has only one limit for the whole server. */
export function limitReceiveTime(app: App, usual: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (Number(raw.headers['content-length'] ?? 0) > 0 || raw.headers['transfer-encoding'] !== undefined) {
      const timer = setTimeout(() => raw.destroy(), request.routeOptions.config.receiveTimeout ?? usual).unref()
      const arrived = () => clearTimeout(timer)
      raw.once('end', arrived).once('close', arrived)
    }
    done()
  })
}
