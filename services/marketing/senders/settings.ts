import { announce } from '../../core/events.ts'
import type { App } from '../../core/http.ts'
import { type AuditActor, audit, changed } from '../../platform/audit/queries.ts'
import { checkSender } from './check.ts'
import { forgetNext, makeKey, storeKey } from './keys.ts'
import { awaitedKey, needSender, type SenderRow, type SenderWithKeys, saveSender } from './queries.ts'
import { readSender } from './reading.ts'
import type { SenderConfig } from './schema.ts'

export type Caller = { companyId: string; actor: AuditActor }
type Parts = Pick<App, 'db' | 'config'>

const objectOf = ({ id, local_part, domain }: SenderRow) => ({ type: 'sender', id, name: `${local_part}@${domain}` })

/** A sender in the audit log; its password shows only that it changed. */
const audited = (row: SenderRow) => ({
  name: row.name,
  email: `${row.local_part}@${row.domain}`,
  replyTo: row.reply_to,
  mailServer: row.smtp_host && `${row.smtp_host}:${row.smtp_port}, ${row.smtp_tls}, ${row.smtp_user ?? ''}`,
  mailPace: [row.per_second, row.per_hour, row.per_day].some(each => each !== null)
    ? `${row.per_second ?? '–'} / ${row.per_hour ?? '–'} / ${row.per_day ?? '–'}`
    : null,
  spfInclude: row.spf_include,
  mailTracking: row.tracking,
  mailAnswers: row.takes_answers
})

/** Stores the sender, and looks its records up at once where others are asked for than before. */
export async function changeSender(
  { db, config }: Parts,
  { companyId, actor }: Caller,
  input: SenderConfig
): Promise<SenderWithKeys> {
  const read = readSender(input)
  // Made before the transaction, which would wait for it; most changes do not need it.
  const key = await makeKey()
  const { after, unchecked } = await db.company(companyId, async trx => {
    const saved = await saveSender(trx, config, companyId, read, key)
    const changes = changed(saved.before ? audited(saved.before.row) : {}, audited(saved.after.row))
    if (input.smtp?.password !== undefined) changes.key = [null, 'replaced']
    else if (saved.before?.row.smtp_password && saved.after.row.smtp_password === null)
      changes.key = ['configured', null]
    if (Object.keys(changes).length > 0)
      await audit(trx, { ...actor, companyId, action: 'sender.changed', object: objectOf(saved.after.row), changes })
    await announce(trx, { companyId, kind: 'sender-changed', data: {} })
    return { after: saved.after, unchecked: saved.after.row.checked_at === null }
  })
  return unchecked ? checkSender({ db, config }, companyId) : after
}

/**
 * Makes a new key, whose record is awaited; one that is awaited already stays, unless it can no longer be opened.
 * Throws 409 without a sender.
 */
export async function renewKey({ db, config }: Parts, { companyId, actor }: Caller): Promise<SenderWithKeys> {
  const key = await makeKey()
  return db.company(companyId, async trx => {
    const sender = await needSender(trx, { lock: true })
    const { row } = sender
    if (!awaitedKey(config, sender)) {
      await forgetNext(trx, row.id)
      await storeKey(trx, config, row, 'next', key)
      await audit(trx, { ...actor, companyId, action: 'sender.key_renewed', object: objectOf(row) })
      await announce(trx, { companyId, kind: 'sender-changed', data: {} })
    }
    return needSender(trx)
  })
}
