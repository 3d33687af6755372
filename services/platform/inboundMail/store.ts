import { createHash } from 'node:crypto'
import type { Db, Statement } from '../../core/db.ts'
import { mailsReceived } from './jobs.ts'
import type { InboundSource, MailState } from './rules.ts'

/** A mail as it came. `raw` is null where it is larger than what is taken in. */
type ReceivedMail = {
  source: InboundSource
  raw: Buffer | null
  size: number
  /** The envelope, where it is known; `from` is empty for a mail that nobody is to answer. */
  envelope?: { from: string; recipients: readonly string[]; peer?: string | null }
  /** Where it lies in a mailbox. */
  place?: { mailbox: string; uidValidity: number; uid: number }
}

/** Bytes of a mail that is taken in. */
export const largestMail = 25 * 1024 * 1024

/**
 * The same mail to the same people has the same hash, whichever way it comes. A mail that is too large goes by its
 * place.
 */
function hashOf({ raw, envelope, place }: ReceivedMail): Buffer {
  const hash = createHash('sha256')
  for (const recipient of envelope?.recipients.toSorted() ?? []) hash.update(`${recipient}\n`)
  return (raw ? hash.update(raw) : hash.update(JSON.stringify(place))).digest()
}

/**
 * Milliseconds: a mail of 25 MB takes long to store and to read on a slow machine, and its sender waits for minutes
 * (RFC 5321, 4.5.3.2).
 */
const patience = 240_000

/**
 * Stores mails and the job that reads them, and resolves once both are committed. Mails that were stored before are
 * left as they are.
 */
export async function storeMails(db: Db, mails: readonly ReceivedMail[]): Promise<void> {
  await db.everyCompanyBatch([storing(mails)], { patience })
  db.signal('outbox')
}

const storing = (mails: readonly ReceivedMail[]): Statement => ({
  name: 'store-inbound-mails',
  text: `with stored as (
      insert into inbound_mails (source, raw, size, hash, recipients, envelope_from, peer, mailbox, uid_validity, uid, state, handled_at)
      select source, raw, size, hash, array(select jsonb_array_elements_text(recipients)), envelope_from, peer, mailbox, uid_validity, uid,
        case when raw is null then 'too_large' else 'waiting' end, case when raw is null then now() end
      from unnest($1::text[], $2::bytea[], $3::integer[], $4::bytea[], $5::jsonb[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::bigint[])
        as m (source, raw, size, hash, recipients, envelope_from, peer, mailbox, uid_validity, uid)
      on conflict (hash) do nothing returning id, source, state),
    seen as (
      insert into mail_sources (name, mail_at) select distinct source, now() from stored
      on conflict (name) do update set mail_at = now())
    insert into outbox (queue, name, data)
    select $11, $12, jsonb_build_object('mailIds', jsonb_agg(id)) from stored where state = 'waiting' having count(*) > 0`,
  values: [
    mails.map(({ source }) => source),
    mails.map(({ raw }) => raw),
    mails.map(({ size }) => size),
    mails.map(hashOf),
    mails.map(({ envelope }) => JSON.stringify(envelope?.recipients ?? [])),
    mails.map(({ envelope }) => envelope?.from ?? null),
    mails.map(({ envelope }) => envelope?.peer ?? null),
    mails.map(({ place }) => place?.mailbox ?? null),
    mails.map(({ place }) => place?.uidValidity ?? null),
    mails.map(({ place }) => place?.uid ?? null),
    mailsReceived.queue,
    mailsReceived.name
  ]
})

type RawMail = {
  raw: Buffer | null
  state: MailState
  recipients: string[]
  envelope_from: string | null
  peer: string | null
  sender: string | null
  received_at: string
}

/** A mail as it came; `raw` is null once it is no longer kept. */
export async function rawMail(db: Db, id: string): Promise<RawMail | undefined> {
  const text =
    'select raw, state, recipients, envelope_from, peer, sender, received_at from inbound_mails where id = $1'
  const [found] = await db.everyCompanyBatch([{ text, values: [id] }], { patience })
  return found?.rows[0]
}
