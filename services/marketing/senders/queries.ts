import { type Selectable, sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import { seal } from '../../core/secrets.ts'
import type { Tables } from '../../core/tables.ts'
import { replyAddress } from '../../platform/inboundMail/addresses.ts'
import { type NewKey, opens, storeKey } from './keys.ts'
import type { ReadSender } from './reading.ts'
import { type Expected, expectedRecords, registeredDomain, toStrings, valueToEnter } from './records.ts'
import { type AnswerWay, senderTexts } from './rules.ts'
import type { DnsRecord, SenderSettings } from './schema.ts'
import { spfTermOf } from './spf.ts'
import type { RecordCheck } from './tables.ts'

export type SenderRow = Selectable<Tables['email_senders']>
type KeyRow = Selectable<Tables['email_sender_keys']>
/** A company's sender with its keys, the one that signs first. */
export type SenderWithKeys = { row: SenderRow; keys: KeyRow[] }

/** The place that the password of a company's server is sealed for. */
export const passwordPlace = (row: string) => ({ field: 'email_senders.smtp_password', row })

/** The company's sender; `lock` keeps it from changing until the transaction ends. */
export async function findSender(trx: Trx, { lock = false } = {}): Promise<SenderWithKeys | undefined> {
  const row = await trx
    .selectFrom('email_senders')
    .selectAll()
    .$if(lock, query => query.forUpdate())
    .executeTakeFirst()
  return row && { row, keys: await keysOf(trx, row.id) }
}

export const keysOf = (trx: Trx, senderId: string): Promise<KeyRow[]> =>
  trx.selectFrom('email_sender_keys').selectAll().where('sender_id', '=', senderId).orderBy('state', 'desc').execute()

/** The same. Throws 409 where the company has none yet. */
export async function needSender(trx: Trx, options: { lock?: boolean } = {}): Promise<SenderWithKeys> {
  const sender = await findSender(trx, options)
  if (!sender) throw new AppError('conflict', senderTexts.missing)
  return sender
}

/** The key whose record is awaited. One that can no longer be opened could never sign, and counts as none. */
export const awaitedKey = (config: Config, { keys }: SenderWithKeys): KeyRow | undefined =>
  keys.find(key => key.state === 'next' && opens(config, key))

export function recordsOf(config: Config, sender: SenderWithKeys): Expected[] {
  const next = awaitedKey(config, sender)
  const needed = sender.keys.filter(key => key.state === 'signing' || key === next)
  const keys = needed.map(({ state, selector, public_key: publicKey }) => ({ state, selector, publicKey }))
  return expectedRecords(sender.row.domain, spfTermOf(config, sender.row), keys)
}

/**
 * Where mails that are refused come back to: the installation's address, where it takes mail in and sends itself, else
 * the sender's own. A company's server seldom takes another address as the envelope's.
 */
export const bounceAddress = (config: Config, row: SenderRow): string =>
  (row.smtp_host === null ? replyAddress(config, 'bounce', row.id) : null) ?? `${row.local_part}@${row.domain}`

/**
 * Where answers to the sender's mails go. The installation takes them only where it can pass them on; a company without
 * a sender reads what a new one does.
 */
export function answerWay(
  { smtpUrl, inboundMail }: Pick<Config, 'smtpUrl' | 'inboundMail'>,
  row: Pick<SenderRow, 'takes_answers'> | undefined
): AnswerWay {
  if (smtpUrl === undefined || !inboundMail.address) return 'unavailable'
  return (row?.takes_answers ?? true) ? 'here' : 'own'
}

/** The company's address for answers. */
export const answersTo = (row: Pick<SenderRow, 'reply_to' | 'local_part' | 'domain'>): string =>
  row.reply_to ?? `${row.local_part}@${row.domain}`

const shownRecord = (expected: Expected, checks: readonly RecordCheck[]): DnsRecord => {
  const { kind, name } = expected
  const check = checks.find(each => each.kind === kind && each.name === name)
  const value = valueToEnter(expected, check)
  return {
    kind,
    name,
    value,
    strings: toStrings(value ?? ''),
    state: check?.state ?? 'unchecked',
    problem: check?.problem ?? null,
    found: check?.found ?? [],
    checkedAt: check?.at ?? null
  }
}

/** A company's sender as it is shown, without its secrets. */
export function toSettings(config: Config, sender: SenderWithKeys | undefined): SenderSettings {
  const installationSends = config.smtpUrl !== undefined
  const answers = answerWay(config, sender?.row)
  if (!sender) return { sender: null, installationSends, answers }
  const { row } = sender
  const { smtp_host: host, smtp_port: port, smtp_tls: tls } = row
  return {
    installationSends,
    answers,
    sender: {
      name: row.name,
      address: `${row.local_part}@${row.domain}`,
      domain: row.domain,
      zone: registeredDomain(row.domain),
      replyTo: row.reply_to,
      proved: row.proved_at !== null,
      provedAt: row.proved_at,
      checkedAt: row.checked_at,
      smtp:
        host === null || port === null || tls === null
          ? null
          : {
              host,
              port,
              tls,
              user: row.smtp_user,
              spfInclude: row.spf_include,
              passwordSet: row.smtp_password !== null
            },
      pace: { perSecond: row.per_second, perHour: row.per_hour, perDay: row.per_day },
      tracking: row.tracking,
      takesAnswers: row.takes_answers,
      renewing: awaitedKey(config, sender) !== undefined,
      bounces: bounceAddress(config, row),
      records: recordsOf(config, sender).map(record => shownRecord(record, row.checks))
    }
  }
}

/** Columns of what was read; the password is apart, as it is sealed for the row. */
const columnsOf = ({ name, local, domain, replyTo, smtp, pace, tracking, takesAnswers }: ReadSender) => ({
  name,
  local_part: local,
  domain,
  reply_to: replyTo,
  smtp_host: smtp?.host ?? null,
  smtp_port: smtp?.port ?? null,
  smtp_tls: smtp?.tls ?? null,
  smtp_user: smtp?.user ?? null,
  spf_include: smtp?.spfInclude ?? null,
  per_second: pace.perSecond,
  per_hour: pace.perHour,
  per_day: pace.perDay,
  ...(tracking !== undefined && { tracking }),
  ...(takesAnswers !== undefined && { takes_answers: takesAnswers })
})

/**
 * Stores the company's sender. Another domain must be proved again, with `key`, and another server with the keys there
 * are; a password is kept for the server and user that it was entered for, and for no other.
 */
export async function saveSender(
  trx: Trx,
  config: Config,
  companyId: string,
  read: ReadSender,
  key: NewKey
): Promise<{ before: SenderWithKeys | undefined; after: SenderWithKeys }> {
  await takeLocks(trx, companyId, 'sender')
  const before = await findSender(trx, { lock: true })
  const values = columnsOf(read)
  const row = before
    ? await trx
        .updateTable('email_senders')
        .set({ ...values, updated_at: sql<string>`now()` })
        .where('id', '=', before.row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await trx
        .insertInto('email_senders')
        .values({ ...values, company_id: companyId })
        .returningAll()
        .executeTakeFirstOrThrow()
  await storePassword(trx, config, before?.row, row, read.smtp?.password)
  if (before?.row.domain !== row.domain) {
    await trx.deleteFrom('email_sender_keys').where('sender_id', '=', row.id).execute()
    await storeKey(trx, config, row, 'signing', key)
    await beginProof(trx, row.id)
  } else if (spfTermOf(config, before.row) !== spfTermOf(config, row)) await beginProof(trx, row.id)
  return { before, after: await needSender(trx) }
}

async function storePassword(
  trx: Trx,
  config: Config,
  before: SenderRow | undefined,
  row: SenderRow,
  password: string | undefined
): Promise<void> {
  const place = ({ smtp_host, smtp_port, smtp_user }: SenderRow) => JSON.stringify([smtp_host, smtp_port, smtp_user])
  const moved = before !== undefined && place(before) !== place(row)
  if (password === undefined && !moved) return
  const unfit = row.smtp_host !== null && row.smtp_user !== null && before?.smtp_password != null
  if (password === undefined && unfit) throw invalid({ password: senderTexts.password })
  await trx
    .updateTable('email_senders')
    .set({ smtp_password: password === undefined ? null : seal(config, password, passwordPlace(row.id)) })
    .where('id', '=', row.id)
    .execute()
}

/** Results for other records say nothing about these. */
const beginProof = (trx: Trx, senderId: string) =>
  trx
    .updateTable('email_senders')
    .set({
      pending_since: sql<string>`now()`,
      proved_at: null,
      checked_at: null,
      tried_at: null,
      checks: '[]',
      kept: false
    })
    .where('id', '=', senderId)
    .execute()

/**
 * Which of these addresses the company may write to as its sender. Until its domain is proved, its own people alone:
 * what is sent in the name of a domain that is somebody else's would reach strangers. Addresses are compared as
 * `readEmail` spells them; without a sender none may be written to.
 */
export async function mayWriteTo(trx: Trx, addresses: readonly string[]): Promise<Set<string>> {
  const sender = await trx.selectFrom('email_senders').select('proved_at').executeTakeFirst()
  if (!sender) return new Set()
  return sender.proved_at === null ? ownPeople(trx, addresses) : new Set(addresses)
}

/** Which of these addresses belong to people of the company who have confirmed theirs. */
export async function ownPeople(trx: Trx, addresses: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`
    select distinct a.address from unnest(${[...addresses]}::text[]) as a (address)
    join employees e on lower(e.email) = lower(a.address) and e.active and e.email_confirmed`.execute(trx)
  return new Set(rows.map(({ address }) => address))
}
