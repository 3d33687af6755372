import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Status logged when the client disconnects before it is answered (nginx's 499); no client ever sees it. */
export const clientClosedRequest = 499

/**
 * Keeps the client's address readable after it disconnects: limits, sessions and records still need it then. Node.js
 * returns `remoteAddress` only while the connection is open, unless it was read before.
 */
export function handleDisconnects(app: Pick<FastifyInstance, 'server' | 'addHook'>): void {
  app.server.on('connection', socket => void socket.remoteAddress)
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (request.ip === undefined) reply.status(clientClosedRequest).send()
    else done()
  })
  // An aborted request never completes, so this is its only log line.
  app.addHook('onRequestAbort', async ({ log, method, routeOptions }) =>
    log.debug({ method, route: routeOptions.url, status: clientClosedRequest }, 'the visitor has left')
  )
}

/** True where the request was cut off while it was being received. */
export const isDisconnect = ({ raw }: FastifyRequest): boolean => raw.destroyed && raw.complete === false
