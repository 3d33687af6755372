import type {} from '../auth/plugin.ts'
import type { App } from '../core/http.ts'

const heartbeat = 20_000

/** Streams that one person may have open in one process. */
const streamsEach = 12

/** `GET /api/events`: the company's events as server-sent events, after `Last-Event-ID` if the client sends one. */
export function register(app: App): void {
  const open = new Map<() => void, string>()
  // Streams never end by themselves, and a closing server waits for them.
  app.addHook('preClose', async () => {
    for (const end of open.keys()) end()
  })

  app.get(
    '/api/events',
    { config: { access: 'company' }, schema: { summary: 'Live events (text/event-stream)' } },
    async (request, reply) => {
      const companyId = request.companyId()
      const from = request.headers['last-event-id']
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
        const alive = await app.sessions.alive(request.sessionId, companyId).catch(() => true)
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
        stop = await app.events.follow(companyId, typeof from === 'string' ? from : undefined, {
          event: row =>
            write(
              `id: ${row.cursor}\nevent: ${row.kind}\ndata: ${JSON.stringify({ kind: row.kind, ...row.data })}\n\n`
            ),
          resync: () => write('event: resync\ndata: {}\n\n')
        })
        if (raw.destroyed || raw.writableEnded) stop()
      } catch (error) {
        request.log.warn({ err: error }, 'live events could not be followed')
        finish()
        raw.end()
      }
    }
  )
}
