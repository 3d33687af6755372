import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/**
 * Begins an answer of server-sent events (HTML standard, 9.2). From here on the caller writes to the response and ends
 * it; what hooks would send as headers of the answer (the request's id, a renewed token) has gone with its head.
 */
export function openEventStream(reply: FastifyReply): ServerResponse {
  const refreshed = reply.getHeader('x-refreshed-token')
  reply.hijack()
  reply.raw.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    'X-Request-Id': reply.request.id,
    ...(refreshed !== undefined && { 'x-refreshed-token': refreshed })
  })
  return reply.raw
}
