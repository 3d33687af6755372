import { type Static, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { providerId } from '../audit/rules.ts'
import type {} from '../auth/plugin.ts'
import type { App } from '../core/http.ts'

const heartbeat = 20_000

/** Streams that one person may have open in one process. */
const streamsEach = 12

const Since = Type.Object(
  { ago: Type.Optional(Type.String({ pattern: '^\\d{1,5}$' })) },
  { additionalProperties: false }
)

/**
 * `GET /api/events`: the company's events as server-sent events, after `Last-Event-ID` if the client sends one, else those
 * of the last `ago` milliseconds and what follows. `GET /api/admin/events`: those of the provider's staff.
 */
export function register(app: App): void {
  const open = new Map<() => void, string>()
  // Streams never end by themselves, and a closing server waits for them.
  app.addHook('preClose', async () => {
    for (const end of open.keys()) end()
  })

  app.get(
    '/api/events',
    { config: { access: 'company' }, schema: { summary: 'Live events (text/event-stream)', querystring: Since } },
    (request, reply) => stream(request, reply, request.companyId())
  )

  app.get(
    '/api/admin/events',
    {
      config: { access: 'staff' },
      schema: { summary: 'Live events for staff (text/event-stream)', querystring: Since }
    },
    (request, reply) => stream(request, reply, providerId)
  )

  /** Sends the events of a company, or of the provider, until the reader goes or is signed out. */
  async function stream(
    request: FastifyRequest<{ Querystring: Static<typeof Since> }>,
    reply: FastifyReply,
    of: string
  ) {
    const from =
      request.headers['last-event-id'] ?? (request.query.ago === undefined ? undefined : Number(request.query.ago))
    const refreshed = reply.getHeader('x-refreshed-token')
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      ...(refreshed !== undefined && { 'x-refreshed-token': refreshed })
    })
    raw.write('retry: 1000\n\n')

    // A client that does not keep up is disconnected; it reconnects and reads what it missed.
    const write = (text: string) => {
      if (raw.writableEnded) return
      if (raw.writableLength > 1024 * 1024) raw.destroy()
      else raw.write(text)
    }
    const beat = setInterval(async () => {
      const alive = await app.sessions.alive(request.sessionId, request.actor.companyId).catch(() => true)
      if (alive) write(': \n\n')
      else {
        finish()
        raw.end()
      }
    }, heartbeat)

    let stop = () => {}
    const end = () => raw.destroy()
    const [oldest, ...others] = [...open].filter(([, userId]) => userId === request.actor.userId)
    if (oldest && others.length + 1 >= streamsEach) oldest[0]()
    open.set(end, request.actor.userId)
    const finish = () => {
      open.delete(end)
      clearInterval(beat)
      stop()
    }
    raw.on('close', finish)
    try {
      stop = await app.events.follow(of, Array.isArray(from) ? undefined : from, {
        event: row =>
          write(`id: ${row.cursor}\nevent: ${row.kind}\ndata: ${JSON.stringify({ kind: row.kind, ...row.data })}\n\n`),
        resync: () => write('event: resync\ndata: {}\n\n')
      })
      if (raw.destroyed || raw.writableEnded) stop()
    } catch (error) {
      request.log.warn({ err: error }, 'live events could not be followed')
      finish()
      raw.end()
    }
  }
}
