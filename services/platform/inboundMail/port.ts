import { once } from 'node:events'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import type { SMTPServerOptions } from 'smtp-server'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { readReplyAddress } from './addresses.ts'
import { noteAway, noteConnected } from './sources.ts'
import { largestMail, storeMails } from './store.ts'

type Services = { db: Db; config: Config; log: Logger }

const limits = { size: largestMail, maxClients: 8, maxRecipients: 50, socketTimeout: 300_000, closeTimeout: 5000 }

/**
 * Takes mail from a mail server, by SMTP or LMTP, until the signal. Only what is for this installation: nothing is
 * passed on. A mail is accepted once it is stored.
 */
export async function listenForMail(services: Services, signal: AbortSignal): Promise<void> {
  const { db, config, log } = services
  const { port } = config.inboundMail
  if (!port) return
  // Loaded where a port is configured.
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({ ...limits, ...handlers(services), lmtp: port.lmtp })
  // A client that breaks off resets its connection.
  server.on('error', error => log.info({ code: (error as NodeJS.ErrnoException).code }, 'mail connection lost'))
  server.listen(port.port, port.host)
  try {
    await once(server.server, 'listening', { signal })
    await noteConnected(db, 'port')
    log.info({ port: port.port }, 'mail port open')
    if (!signal.aborted) await once(signal, 'abort')
    await noteAway(db, 'port', null).catch(() => {})
  } catch (error) {
    if (signal.aborted) return
    await noteAway(db, 'port', `A porta ${port.port} não pode ser aberta.`).catch(() => {})
    throw error
  } finally {
    await new Promise<void>(resolve => server.close(resolve))
  }
}

/** An answer of SMTP, with its code. */
const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** The address of a client that is no machine of the installation's own network, whose mail another server took. */
const strangerAt = (address: string): string | null =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast' ? ipaddr.process(address).toString() : null

const handlers = ({ db, config, log }: Services): SMTPServerOptions => ({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  rejectOversized: true,
  logger: false,
  onRcptTo: ({ address }, _session, done) =>
    done(readReplyAddress(config, address) === null ? refusal(550, 'No such recipient here') : null),
  onData: (stream, { envelope, remoteAddress }, done) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => {
      // A mail that is too large is read to its end and refused.
      if (stream.sizeExceeded) parts.length = 0
      else parts.push(part)
    })
    stream.once('error', () => done(refusal(451, 'The message did not arrive whole')))
    stream.once('end', () => {
      if (stream.sizeExceeded) return done()
      const raw = Buffer.concat(parts)
      const recipients = envelope.rcptTo.map(({ address }) => address.toLowerCase())
      const from = envelope.mailFrom ? envelope.mailFrom.address.toLowerCase() : ''
      storeMails(db, [
        { source: 'port', raw, size: raw.length, envelope: { from, recipients, peer: strangerAt(remoteAddress) } }
      ]).then(
        () => done(),
        error => {
          log.warn({ err: error }, 'mail not stored')
          done(refusal(451, 'The message cannot be stored now'))
        }
      )
    })
  }
})
