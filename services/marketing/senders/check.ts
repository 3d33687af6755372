import { sql } from 'kysely'
import { notify } from '../../account/notifications/queries.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import { channelManagers } from '../../messaging/channels/trouble.ts'
import { promoteKey } from './keys.ts'
import { openLookups } from './lookups.ts'
import { needSender, recordsOf, type SenderWithKeys } from './queries.ts'
import { checkRecord, isProved } from './records.ts'
import type { RecordCheck } from './tables.ts'

type Parts = { db: Db; config: Config }

/**
 * Looks every record of the company's sender up, outside a transaction, and stores how they stood when it began:
 * whether the domain is proved, and whether a new key can sign. Among overlapping checks, the one that began last
 * counts. Throws 409 where the company has no sender.
 */
export async function checkSender({ db, config }: Parts, companyId: string): Promise<SenderWithKeys> {
  const { sender, began } = await db.company(companyId, async trx => ({
    sender: await needSender(trx),
    began: await now(trx)
  }))
  const lookups = openLookups(config)
  const expected = recordsOf(config, sender)
  const checks = await Promise.all(expected.map(each => checkRecord(lookups, sender.row.domain, each)))
  return db.company(companyId, async trx => {
    const present = await needSender(trx, { lock: true })
    // Somebody may have changed it meanwhile, and a check that began later knows better.
    const same = JSON.stringify(recordsOf(config, present)) === JSON.stringify(expected)
    const newest = present.row.checked_at === null || Date.parse(present.row.checked_at) <= Date.parse(began)
    return same && newest ? store(trx, present, checks, began) : present
  })
}

/** The time of the database, which is the same for all that check. */
async function now(trx: Trx): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now()`.execute(trx)
  return rows[0]?.now ?? ''
}

async function store(trx: Trx, { row }: SenderWithKeys, all: RecordCheck[], began: string): Promise<SenderWithKeys> {
  const checks = await takeNewKey(trx, row.id, all)
  const before = row.proved_at !== null
  const proved = isProved(checks, before)
  await trx
    .updateTable('email_senders')
    .set({
      checks: JSON.stringify(checks),
      checked_at: began,
      tried_at: sql<string>`now()`,
      ...(proved !== before && { proved_at: proved ? began : null }),
      ...(before && !proved && { pending_since: sql<string>`now()` })
    })
    .where('id', '=', row.id)
    .execute()
  if (before && !proved) await notifyOfLoss(trx, row.company_id, row.domain)
  await announce(trx, { companyId: row.company_id, kind: 'sender-changed', data: {} })
  return needSender(trx)
}

/** Has a new key sign once its record is found; its record is then the one that is shown. */
async function takeNewKey(trx: Trx, senderId: string, checks: RecordCheck[]): Promise<RecordCheck[]> {
  const found = checks.find(({ kind, state }) => kind === 'next_dkim' && state === 'right')
  if (!found) return checks
  await promoteKey(trx, senderId)
  return checks
    .filter(({ kind }) => kind !== 'dkim')
    .map(check => (check === found ? { ...check, kind: 'dkim' as const } : check))
}

async function notifyOfLoss(trx: Trx, companyId: string, domain: string): Promise<void> {
  const employees = await channelManagers(trx, companyId)
  const news = {
    companyId,
    kind: 'channel_trouble' as const,
    leadId: null,
    title: 'O domínio do seu e-mail deixou de ser comprovado',
    body: `Um registro de ${domain} sumiu ou mudou no DNS. Até que volte, os e-mails vão só para a sua equipe.`,
    link: '/email?aba=sender'
  }
  await notify(trx, news, { employees })
}
