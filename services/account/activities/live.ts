import type { FastifyReply, FastifyRequest } from 'fastify'
import { openEventStream } from '../../core/eventStream.ts'
import type { EventRow } from '../../core/events.ts'
import type { App } from '../../core/http.ts'
import type { Listener } from '../../core/signals.ts'
import { providerId } from '../../platform/audit/rules.ts'
import type {} from '../auth/plugin.ts'
import { openOwnerLookup, shownTo, subjectOf } from './view.ts'

const heartbeat = 20_000

/** Streams that one person may have open in one process. */
const streamsEach = 12

type Stream = { userId: string; sessionId: string; end(): void; check(): Promise<unknown> }

/**
 * `GET /api/events`: the company's events as server-sent events, after `Last-Event-ID` if the client sends one, else
 * what follows. `GET /api/admin/events`: those of the provider's staff.
 */
export function register(app: App, { listener }: { listener: Listener }): void {
  const open = new Set<Stream>()
  const ownersOf = openOwnerLookup(app.db)
  // Streams never end by themselves, and a closing server waits for them.
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })
  // A session that ended or changed is signalled; a signal that was lost is made up for by the next heartbeat.
  listener.on('session:', signal => {
    const id = signal.split(':')[1]
    for (const stream of open) if (id && stream.sessionId === id) void stream.check()
  })

  app.get(
    '/api/events',
    { config: { access: 'company' }, schema: { summary: 'Live events (text/event-stream)' } },
    (request, reply) => stream(request, reply, request.companyId())
  )

  app.get(
    '/api/admin/events',
    {
      config: { access: 'staff' },
      schema: { summary: 'Live events for staff (text/event-stream)' }
    },
    (request, reply) => stream(request, reply, providerId)
  )

  /** Sends the events of a company, or of the provider, until the reader goes or is signed out. */
  async function stream(request: FastifyRequest, reply: FastifyReply, of: string) {
    const from = request.headers['last-event-id']
    const raw = openEventStream(reply)
    raw.write('retry: 1000\n\n')

    // A client that does not keep up is disconnected; it reconnects and reads what it missed.
    const write = (text: string) => {
      if (raw.writableEnded) return
      if (raw.writableLength > 1024 * 1024) raw.destroy()
      else raw.write(text)
    }
    let { owners } = request
    /** Takes over the current rights; ends the stream with its session. */
    const check = async (): Promise<boolean> => {
      const { sessionId, companyId } = request.actor
      const session = await app.sessions.follower(sessionId, companyId).catch(() => ({ owners }))
      if (session) owners = session.owners
      else {
        finish()
        raw.end()
      }
      return session !== undefined
    }
    const beat = setInterval(async () => {
      if (await check()) write(': \n\n')
    }, heartbeat)

    let stop = () => {}
    const { userId, sessionId } = request.actor
    const self: Stream = { userId, sessionId, check, end: () => raw.destroy() }
    const [oldest, ...others] = [...open].filter(each => each.userId === userId)
    if (oldest && others.length + 1 >= streamsEach) oldest.end()
    open.add(self)
    const finish = () => {
      open.delete(self)
      clearInterval(beat)
      stop()
    }
    raw.on('close', finish)

    // Without data only the cursor moves on.
    const send = ({ cursor, kind }: EventRow, data: Record<string, unknown> | null) =>
      write(`id: ${cursor}\n${data ? `event: ${kind}\ndata: ${JSON.stringify({ kind, ...data })}\n` : ''}\n`)
    const resync = () => write('event: resync\ndata: {}\n\n')

    let waiting: EventRow[] = []
    let sending = false
    /** Sends what waits, in its order, as far as this reader may know of it. */
    async function sendWaiting(): Promise<void> {
      if (sending) return
      sending = true
      // The events of one read come one after the other.
      await new Promise<void>(resolve => setImmediate(resolve))
      while (waiting.length > 0 && (await check())) {
        const rows = waiting
        waiting = []
        try {
          const viewer = owners && { employeeId: request.user.companyEmployee?.id, owners }
          const subjects = rows.flatMap(({ data }) => subjectOf(data) ?? [])
          const ownerOf = viewer && subjects.length > 0 ? await ownersOf(of, subjects) : new Map()
          for (const row of rows) send(row, viewer ? shownTo(viewer, row, ownerOf) : row.data)
        } catch (error) {
          request.log.warn({ err: error }, 'owners of live events not read')
          resync()
        }
      }
      sending = false
    }

    try {
      stop = await app.events.follow(of, Array.isArray(from) ? undefined : from, {
        event: row => {
          // Waiting events go first, also when rights were widened meanwhile.
          if (owners === null && !sending) return send(row, row.data)
          waiting.push(row)
          void sendWaiting()
        },
        resync
      })
      if (raw.destroyed || raw.writableEnded) stop()
    } catch (error) {
      request.log.warn({ err: error }, 'live events could not be followed')
      finish()
      raw.end()
    }
  }
}
