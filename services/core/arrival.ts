import type { App } from './http.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds in which a request must have arrived whole, where files take longer than what people type. */
    arrival?: number
  }
}

/** In which a request must have arrived whole unless its route says otherwise: nobody holds a connection by sending slowly. */
export const usualArrival = 30_000

/** What no route exceeds: fifty megabytes over a slow line. */
export const longestArrival = 15 * 60_000

/** Cuts requests off that take too long to arrive. Node.js has one limit for a whole server only. */
export function limitArrival(app: App, usual: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (Number(raw.headers['content-length'] ?? 0) > 0 || raw.headers['transfer-encoding'] !== undefined) {
      const timer = setTimeout(() => raw.destroy(), request.routeOptions.config.arrival ?? usual).unref()
      const arrived = () => clearTimeout(timer)
      raw.once('end', arrived).once('close', arrived)
    }
    done()
  })
}
