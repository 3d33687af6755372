import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Transporter } from 'nodemailer'
import type { Config } from '../../core/config.ts'
import { checkedLookup, refuseForbidden } from '../../core/outside.ts'
import { unseal } from '../../core/secrets.ts'
import { privateKeyOf } from './keys.ts'
import { passwordPlace, type SenderRow, type SenderWithKeys } from './queries.ts'

/** Milliseconds: a server that says nothing must keep nobody waiting. */
const timeouts = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 10_000 }

/** Bytes of one answer of a server. */
const maxResponseSize = 64 * 1024

type SenderTransport = {
  /** Signs with the key of the sender. */
  transporter: Transporter
  /** Ends every connection, also one that is under way. */
  close(): void
}

/**
 * Opens the way of a sender's mail: through the company's server, or the installation's. A company's server is called
 * by TLS alone and at a public address, or at one that the installation allows (`SMTP_INTERNAL`): at the very address
 * that was checked. Throws where the installation has no server, or a secret was sealed with a key that is gone.
 */
export async function openTransport(config: Config, { row, keys }: SenderWithKeys): Promise<SenderTransport> {
  const { createTransport } = await import('nodemailer')
  const key = keys.find(({ state }) => state === 'signing')
  if (!key) throw new Error('The sender has no key')
  const dkim = { domainName: row.domain, keySelector: key.selector, privateKey: privateKeyOf(config, key) }
  const sockets = new Set<Socket>()
  const server = row.smtp_host === null ? { url: config.smtpUrl } : companyServer(config, row, sockets)
  const transporter = createTransport({ ...server, ...timeouts, maxResponseSize, dkim } as never)
  return {
    transporter,
    close: () => {
      transporter.close()
      for (const socket of sockets) socket.destroy()
    }
  }
}

/**
 * How to connect to the sender's server, for `SMTPConnection`: with a socket that is open already where it is the
 * company's. Throws where the installation has none, a name may not be called, or the password cannot be read.
 */
export async function connectionOf(config: Config, row: SenderRow) {
  const common = { ...timeouts, maxResponseSize }
  if (row.smtp_host === null) {
    if (config.smtpUrl === undefined) throw new Error('The installation has no mail server')
    const { parseConnectionUrl } = await import('nodemailer/lib/shared')
    return { ...common, ...parseConnectionUrl(config.smtpUrl) }
  }
  const server = serverOf(config, row)
  return { ...common, ...server, connection: await openSocket(server, isTrusted(config, row)) }
}

const isTrusted = (config: Config, { smtp_host, smtp_port }: SenderRow): boolean =>
  config.smtpInternal.includes(`${smtp_host}:${smtp_port}`)

function serverOf(config: Config, row: SenderRow) {
  const { smtp_host: host, smtp_port: port, smtp_tls: tls, smtp_user: user, smtp_password: password } = row
  const auth = user !== null && password !== null && { user, pass: unseal(config, password, passwordPlace(row.id)) }
  return {
    host: String(host),
    port: Number(port),
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ...(auth && { auth })
  }
}

function companyServer(config: Config, row: SenderRow, sockets: Set<Socket>) {
  const server = serverOf(config, row)
  return {
    ...server,
    // The name is resolved here and not by the library, which would call any address.
    getSocket: (_options: unknown, done: (error: Error | null, socket?: { connection: Socket }) => void) => {
      openSocket(server, isTrusted(config, row), sockets).then(connection => done(null, { connection }), done)
    }
  }
}

type Address = { host: string; port: number }

async function openSocket({ host, port }: Address, trusted: boolean, sockets = new Set<Socket>()): Promise<Socket> {
  refuseForbidden(host, trusted)
  const socket = connect({ host, port, lookup: checkedLookup(trusted) })
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
  // The mail library listens a moment later.
  socket.on('error', () => {})
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeouts.connectionTimeout) })
  } catch (error) {
    socket.destroy()
    throw error
  }
  return socket
}
