import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { atEnd } from '../../kit/end.ts'

export type Taken = { from: string; to: string[]; raw: Buffer; user: string | undefined }

/** A mail server that keeps what it takes; closed at the end of the test or file. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<{ port: number; taken: Taken[] }> {
  const taken: Taken[] = []
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    onAuth({ username, password }, _session, done) {
      if (password === 'certa') done(null, { user: username })
      else done(Object.assign(new Error('5.7.8 Bad credentials'), { responseCode: 535 }))
    },
    onData(stream, { envelope, user }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        taken.push({ from, to, raw: Buffer.concat(chunks), user: user as string | undefined })
        done(null, 'OK queued as 4bXYZ')
      })
    },
    ...options
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  atEnd(() => new Promise<void>(resolve => server.close(resolve)))
  return { port: (server.server.address() as AddressInfo).port, taken }
}

/** A port at which somebody listens and says nothing. */
export async function openSilence(): Promise<number> {
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
