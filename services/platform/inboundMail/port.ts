import { once } from 'node:events'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import type { SMTPServerEnvelope, SMTPServerOptions } from 'smtp-server'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import type { MailClaim } from '../../core/mail.ts'
import { readReplyAddress } from './addresses.ts'
import { noteAway, noteConnected } from './sources.ts'
import { largestMail, storeMails } from './store.ts'

type Services = { db: Db; config: Config; log: Logger; claims?: readonly MailClaim[] }

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

/** The refusal of a recipient; null where it is taken. A sender whose mails are too many now is to try again later. */
async function refuses(
  { db, config, log, claims = [] }: Services,
  recipient: string,
  sender: string
): Promise<Error | null> {
  const about = readReplyAddress(config, recipient)
  if (about === null) return refusal(550, 'No such recipient here')
  if (about !== 'plain' || sender === '') return null
  for (const { defers } of claims)
    try {
      const reason = (await defers?.(sender, { db, config })) ?? null
      if (reason !== null) return refusal(450, `4.7.1 ${reason}`)
    } catch (error) {
      // The mail is stored, or that says that it cannot be.
      log.warn({ err: error }, 'limits of mail not read')
    }
  return null
}

const senderOf = ({ mailFrom }: SMTPServerEnvelope): string => (mailFrom ? mailFrom.address.toLowerCase() : '')

const handlers = ({ db, config, log, claims }: Services): SMTPServerOptions => ({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  rejectOversized: true,
  logger: false,
  onRcptTo: ({ address }, { envelope }, done) =>
    void refuses({ db, config, log, claims }, address, senderOf(envelope)).then(done),
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
      const from = senderOf(envelope)
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
