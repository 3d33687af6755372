import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow, ImapFlowOptions } from 'imapflow'
import type { Logger } from 'pino'
import type { Config, Mailbox } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { productName } from '../../core/rules.ts'
import { codeOf, isRefusal, MissingFolderError, sentenceOf, UnmarkableError } from './mailboxFailures.ts'
import { noteAway, noteConnected } from './sources.ts'
import { largestMail, storeMails } from './store.ts'
import type {} from './tables.ts'

type Services = { db: Db; config: Config; log: Logger }

/** Mails looked at in one batch, and bytes of them that are fetched at once; one mail alone may be larger. */
const batchLimit = { mails: 50, bytes: 8 * 1024 * 1024 }

/** Milliseconds: some servers announce no new mail; IDLE restarts before a router forgets the connection. */
const [lookEvery, idleFor, quotaEvery] = [60_000, 240_000, 600_000]

const megabyte = 1024 * 1024
const limits = {
  connectionTimeout: 30_000,
  greetingTimeout: 15_000,
  socketTimeout: 300_000,
  maxLiteralSize: largestMail + megabyte,
  maxLineLength: megabyte
}

/**
 * Milliseconds until the mailbox is tried again; a server that refuses the password may lock out a client that asks too
 * often.
 */
export const pauseAfter = (failures: number, refused: boolean): number =>
  refused ? Math.min(900_000, 60_000 * 2 ** (failures - 1)) : Math.min(60_000, 1000 * 2 ** (failures - 1))

/** Stores the mails in the mailbox, and new ones, until the signal. */
export async function readMailbox(services: Services, signal: AbortSignal): Promise<void> {
  const { db, config, log } = services
  const { mailbox } = config.inboundMail
  if (!mailbox) return
  let failures = 0
  while (!signal.aborted) {
    const began = performance.now()
    try {
      await attend(services, mailbox, signal)
    } catch (failure) {
      if (signal.aborted) break
      // A connection that held for a while was a good one.
      failures = performance.now() - began > lookEvery ? 1 : failures + 1
      const refused = isRefusal(failure)
      const error = sentenceOf(failure, mailbox)
      log.warn({ failures, refused, error, code: codeOf(failure) }, 'mailbox not read')
      await noteAway(db, 'mailbox', error).catch(() => {})
      await sleep(pauseAfter(failures, refused), undefined, { signal }).catch(() => {})
    }
  }
  await noteAway(db, 'mailbox', null).catch(() => {})
}

const isThisMachine = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** One connection, until it breaks or the signal. */
async function attend(services: Services, mailbox: Mailbox, signal: AbortSignal): Promise<void> {
  const { host, port, secure, user, password, folder } = mailbox
  const options: ImapFlowOptions = {
    ...{ host, port, secure, ...limits },
    ...(!secure && { doSTARTTLS: !isThisMachine(host) }),
    auth: { user, pass: password },
    clientInfo: { name: productName },
    maxIdleTime: idleFor,
    disableAutoIdle: true,
    logger: false
  }
  // Loaded where a mailbox is configured.
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow(options)
  const broken = new Promise<never>((_, reject) => {
    client.on('error', reject)
    client.once('close', () => reject(new Error('The connection was closed')))
  })
  broken.catch(() => {})
  const news = new Bell()
  client.on('exists', () => news.ring())
  const end = () => client.close()
  signal.addEventListener('abort', end)
  try {
    await client.connect()
    await client.mailboxOpen(folder).catch(failure => {
      throw client.usable ? new MissingFolderError('The folder cannot be opened', { cause: failure }) : failure
    })
    const taken = new Set<number>()
    let quotaAt = Number.NEGATIVE_INFINITY
    while (!signal.aborted) {
      if (performance.now() - quotaAt > quotaEvery) {
        await Promise.race([noteConnected(services.db, 'mailbox', await usedOf(client, folder)), broken])
        quotaAt = performance.now()
      }
      news.calm()
      await Promise.race([takeNew(client, services.db, mailbox, taken), broken])
      if (news.rang) continue
      // Ends with the next command.
      client.idle().catch(() => {})
      await Promise.race([news.next(), sleep(lookEvery, undefined, { ref: false }), broken])
    }
  } finally {
    signal.removeEventListener('abort', end)
    client.close()
  }
}

/** Remembers that it rang, for somebody who was not waiting. */
class Bell {
  rang = false
  #heard = () => {}

  ring(): void {
    this.rang = true
    this.#heard()
  }

  calm(): void {
    this.rang = false
  }

  next(): Promise<void> {
    return new Promise(resolve => {
      this.#heard = resolve
    })
  }
}

/** The share of the mailbox that is used, in percent; null where the server does not say. */
async function usedOf(client: ImapFlow, folder: string): Promise<number | null> {
  const quota = await client.getQuota(folder).catch(() => false as const)
  // The library's types call it `used`, and the library `usage`.
  const storage = quota ? (quota.storage as { usage?: number; limit?: number } | undefined) : undefined
  const { usage = 0, limit = 0 } = storage ?? {}
  return limit > 0 ? Math.min(999, Math.round((usage * 100) / limit)) : null
}

/**
 * Stores the mails that are not stored yet and marks them as seen in the mailbox: the unseen ones, and those newer than
 * the stored ones, should somebody have looked at them. `taken` are those of this connection.
 */
async function takeNew(client: ImapFlow, db: Db, mailbox: Mailbox, taken: Set<number>): Promise<void> {
  const open = client.mailbox
  if (!open) throw new Error('No mailbox is open')
  const uidValidity = Number(open.uidValidity)
  const last = await lastStored(db, mailbox, uidValidity)
  const query = last === null ? { seen: false } : { or: [{ seen: false }, { uid: `${last + 1}:*` }] }
  const found = await client.search(query, { uid: true })
  if (!found) throw new Error('The server does not search')
  const waiting = found.filter(uid => !taken.has(uid)).sort((a, b) => a - b)
  for (let n = 0; n < waiting.length; n += batchLimit.mails) {
    const uids = waiting.slice(n, n + batchLimit.mails)
    const stored = await take(client, db, { mailbox: nameOf(mailbox), uidValidity }, uids)
    if (stored.length === 0) continue
    if (!(await client.messageFlagsAdd(stored, ['\\Seen'], { uid: true, silent: true }))) throw new UnmarkableError()
    for (const uid of stored) taken.add(uid)
  }
}

/** How a mailbox is called in the database: another account, server or folder has UIDs of its own. */
const nameOf = ({ user, host, folder }: Mailbox): string => `${user}@${host}/${folder}`

const lastStored = (db: Db, mailbox: Mailbox, uidValidity: number): Promise<number | null> =>
  db.everyCompany(async trx => {
    const row = await trx
      .selectFrom('inbound_mails')
      .select(({ fn }) => fn.max('uid').as('last'))
      .where('mailbox', '=', nameOf(mailbox))
      .where('uid_validity', '=', uidValidity)
      .executeTakeFirst()
    return row?.last ?? null
  })

/** Stores mails, and returns those that are stored now: of one that a server does not give nothing is said. */
async function take(
  client: ImapFlow,
  db: Db,
  place: { mailbox: string; uidValidity: number },
  uids: readonly number[]
): Promise<number[]> {
  const rows = await db.everyCompany(trx =>
    trx
      .selectFrom('inbound_mails')
      .select('uid')
      .where('mailbox', '=', place.mailbox)
      .where('uid_validity', '=', place.uidValidity)
      .where('uid', 'in', uids)
      .execute()
  )
  const stored = uids.filter(uid => rows.some(row => row.uid === uid))
  const missing = uids.filter(uid => !stored.includes(uid))
  if (missing.length === 0) return stored
  const store = async (mails: readonly { uid: number; size: number; raw: Buffer | null }[]) => {
    if (mails.length === 0) return
    await storeMails(
      db,
      mails.map(({ uid, size, raw }) => ({ source: 'mailbox', raw, size, place: { ...place, uid } }))
    )
    stored.push(...mails.map(({ uid }) => uid))
  }
  const sizes = await client.fetchAll(missing, { uid: true, size: true }, { uid: true })
  const isTooLarge = ({ size = 0 }: { size?: number }) => size > largestMail
  await store(sizes.filter(isTooLarge).map(({ uid, size = 0 }) => ({ uid, size, raw: null })))
  for (const group of groupsOf(sizes.filter(mail => !isTooLarge(mail)))) {
    // Some servers only guess at the size, and one mail of which more comes than is read would end each connection.
    const query = { uid: true, source: { maxLength: largestMail + 1 } }
    const mails = await client.fetchAll(group, query, { uid: true })
    await store(
      mails.flatMap(({ uid, source }) =>
        source ? [{ uid, size: source.length, raw: source.length > largestMail ? null : source }] : []
      )
    )
  }
  return stored
}

/** UIDs in their order, as many to a group as fit into the bytes. */
function groupsOf(mails: readonly { uid: number; size?: number }[]): number[][] {
  const groups: number[][] = []
  let bytes = 0
  for (const { uid, size = 0 } of mails) {
    const group = groups.at(-1)
    if (group && bytes + size <= batchLimit.bytes) group.push(uid)
    else {
      groups.push([uid])
      bytes = 0
    }
    bytes += size
  }
  return groups
}
