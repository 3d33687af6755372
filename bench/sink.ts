import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

// A mail server in a process of its own, so that it takes nothing from what is measured. It keeps nothing. To each
// message it answers with how many mails it took; it reports the time of a mail to an address that begins with `senha`.

let taken = 0
const server = new SMTPServer({
  logger: false,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, { envelope }, done) {
    stream.resume()
    stream.on('end', () => {
      taken++
      const to = envelope.rcptTo[0]?.address ?? ''
      if (to.startsWith('senha')) process.send?.({ to, at: Date.now() })
      done(null, 'OK queued')
    })
  }
})
server.on('error', () => {})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
process.on('message', () => process.send?.({ taken }))
process.on('disconnect', () => process.exit(0))
process.send?.({ port: (server.server.address() as AddressInfo).port })
