import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { atEnd } from './end.ts'

/**
 * A mail server's behaviour with a mail: it takes it, refuses or puts off the person, whose mailbox may be full or
 * inactive, closes the session, shuts down (421) before the mail or after it, never answers for the whole mail, cuts
 * the connection in the middle of it, or after it took it.
 */
export type Behaviour =
  | 'take'
  | 'refuse'
  | 'refuseSender'
  | 'defer'
  | 'full'
  | 'inactive'
  | 'close'
  | 'shutDown'
  | 'shutDownLate'
  | 'hang'
  | 'cut'
  | 'takeAndCut'

export type Sunk = { from: string; to: string; raw: Buffer }

/** A mail server that behaves by recipient, and keeps what it took in the order in which it did. */
export async function openSink(behave: (to: string, attempt: number) => Behaviour = () => 'take') {
  const taken: Sunk[] = []
  const attempts = new Map<string, number>()
  const failure = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
  const socketOf = (id: string) =>
    [...(server as unknown as { connections: Set<{ id: string; _socket: Socket }> }).connections].find(
      connection => connection.id === id
    )?._socket
  const shutDown = (id: string, done: (error: Error) => void) => {
    done(failure(421, '4.3.2 System not accepting network messages'))
    setImmediate(() => socketOf(id)?.end())
  }
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, session, done) {
      const attempt = (attempts.get(address) ?? 0) + 1
      attempts.set(address, attempt)
      switch (behave(address, attempt)) {
        case 'refuse':
          return done(failure(550, '5.1.1 No such user here'))
        case 'refuseSender':
          return done(failure(550, '5.7.1 Not for us'))
        case 'defer':
          return done(failure(451, '4.7.1 Greylisted, come back later'))
        case 'full':
          return done(failure(552, '5.2.2 Mailbox full'))
        case 'inactive':
          return done(failure(450, '4.2.1 Mailbox disabled, not accepting messages'))
        case 'shutDown':
          return shutDown(session.id, done)
        case 'close':
          return void socketOf(session.id)?.destroy()
        default:
          return done()
      }
    },
    onData(stream, { id, envelope }, done) {
      const to = envelope.rcptTo[0]?.address ?? ''
      const behaviour = behave(to, attempts.get(to) ?? 1)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (behaviour === 'cut') socketOf(id)?.destroy()
      })
      stream.on('end', () => {
        if (behaviour === 'hang' || behaviour === 'cut') return
        if (behaviour === 'shutDownLate') return shutDown(id, done)
        taken.push({ from: envelope.mailFrom ? envelope.mailFrom.address : '', to, raw: Buffer.concat(chunks) })
        if (behaviour === 'takeAndCut') socketOf(id)?.destroy()
        else done(null, 'OK queued')
      })
    }
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  atEnd(() => new Promise<void>(resolve => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { port, url: `smtp://127.0.0.1:${port}`, taken, attempts }
}
