import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What is noted of a request whose visitor has left before it was answered; nobody reads it. */
export const departed = 499

/**
 * Keeps requests answerable whose visitor leaves meanwhile. The address of a connection can be asked for only while it
 * stands, and is kept from then on: limits, sessions and records read it later, when the visitor may be gone.
 */
export function expectDepartures(app: Pick<FastifyInstance, 'server' | 'addHook'>): void {
  app.server.on('connection', socket => void socket.remoteAddress)
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (request.ip === undefined) reply.status(departed).send()
    else done()
  })
  // No answer is finished then, so nothing else tells of it.
  app.addHook('onRequestAbort', async ({ log, method, routeOptions }) =>
    log.debug({ method, route: routeOptions.url, status: departed }, 'the visitor has left')
  )
}

/** Whether an error comes of a request that was cut off while it arrived. */
export const isDeparture = ({ raw }: FastifyRequest): boolean => raw.destroyed && raw.complete === false
