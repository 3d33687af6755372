import { sql } from 'kysely'
import { addActivity } from '../../account/activities/queries.ts'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { App } from '../../core/http.ts'
import { publish } from '../../core/jobs.ts'
import { takeLocks } from '../../core/locks.ts'
import { seal } from '../../core/secrets.ts'
import type { Author } from '../../core/viewer.ts'
import { type AuditActor, type AuditChanges, audit, changed } from '../../platform/audit/queries.ts'
import { adapters } from './adapters.ts'
import { testChannel } from './connection.ts'
import { channelConnected } from './jobs.ts'
import {
  type Channel,
  type ChannelChange,
  findChannel,
  lockChannel,
  noteTest,
  saveChannel,
  type Tested,
  tokenPlace,
  toSettings
} from './queries.ts'
import { type ChannelKind, channelNames, channelTexts } from './rules.ts'

export type Caller = { companyId: string; by: AuditActor }
export type Parts = Pick<App, 'db' | 'config'>

const objectOf = ({ id, kind }: Channel) => ({ type: 'channel', id, name: channelNames[kind] })

/** Writes a change of a channel to the audit log, and announces it to the pages that depend on the channel. */
export async function recordChange(
  trx: Trx,
  { companyId, by }: Caller,
  action: 'channel.changed' | 'channel.on' | 'channel.off',
  channel: Channel,
  changes: AuditChanges
): Promise<void> {
  await audit(trx, { ...by, companyId, action, object: objectOf(channel), changes })
  await announce(trx, { companyId, kind: 'channel-changed', data: {} })
}

/** A channel in the audit log; its secrets show only that they changed. */
const audited = ({ account, waba_id, away_message, business_hours, confirms_reading }: Channel) => ({
  account,
  wabaId: waba_id,
  awayMessage: away_message,
  confirmsReading: confirms_reading,
  businessHours: business_hours
})

/** The settings of a company's channel, as the calls of its kind show them. */
export async function readSettings(
  trx: Trx,
  config: Config,
  kind: ChannelKind,
  { mayManage }: { mayManage: boolean }
): Promise<object> {
  const channel = await findChannel(trx, kind)
  return adapters[kind].settings.show(toSettings(config, kind, channel, mayManage), channel, config)
}

/**
 * Stores the settings, and tests the channel at once where it has a new token or account. Throws 409, and stores
 * nothing, where the new token is of another account.
 */
export async function changeChannel(
  { db, config }: Parts,
  { companyId, by }: Caller,
  kind: ChannelKind,
  change: ChannelChange
): Promise<void> {
  const tested = await testToken({ db, config }, companyId, kind, change)
  if (tested && 'error' in tested && tested.foreign) throw new AppError('conflict', tested.error)
  const saved = await db.company(companyId, async trx => {
    const before = await findChannel(trx, kind)
    const after = await saveChannel(trx, config, companyId, kind, change)
    const changes = changed(before ? audited(before) : {}, audited(after))
    if (change.token !== undefined || change.appSecret !== undefined) changes.key = [null, 'replaced']
    if (Object.keys(changes).length > 0) await recordChange(trx, { companyId, by }, 'channel.changed', after, changes)
    return after
  })
  if (saved.token === null || saved.checked_at !== null) return
  if (tested) await noteTestOf(db, companyId, saved, tested)
  else await tryChannel({ db, config }, companyId, kind)
}

/** Tests a token before it is stored; undefined where there is none, or no account for it. */
async function testToken(
  { db, config }: Parts,
  companyId: string,
  kind: ChannelKind,
  { token, account }: ChannelChange
): Promise<Tested | undefined> {
  if (token === undefined) return undefined
  const before = await db.company(companyId, trx => findChannel(trx, kind))
  const id = before?.id ?? companyId
  const of = account ?? before?.account ?? null
  if (of === null) return undefined
  return testChannel(config, { id, kind, account: of, token: seal(config, token, tokenPlace(id)) })
}

/** Stores what came out of a test, unless somebody entered another token or account meanwhile. */
const noteTestOf = (db: Parts['db'], companyId: string, { kind, token, account }: Channel, tested: Tested) =>
  db.company(companyId, async trx => {
    const now = await lockChannel(trx, kind)
    return now.token === token && now.account === account ? noteTest(trx, now.id, tested) : now
  })

/** Tests the channel, outside a transaction, and stores what came out. Throws 409 where none is configured. */
export async function tryChannel({ db, config }: Parts, companyId: string, kind: ChannelKind): Promise<Channel> {
  const channel = await db.company(companyId, trx => findChannel(trx, kind))
  if (!channel) throw new AppError('conflict', channelTexts.notConfigured)
  return noteTestOf(db, companyId, channel, await testChannel(config, channel))
}

/**
 * Switches a channel on or off. Switched on it must pass a live test, since the provider's webhooks name the account
 * alone: only who can read a number may receive for it. Throws 409 with the reason.
 */
export async function switchChannel(
  { db, config }: Parts,
  { companyId, by }: Caller,
  kind: ChannelKind,
  active: boolean
): Promise<void> {
  if (active) {
    const tested = await tryChannel({ db, config }, companyId, kind)
    if (tested.check_error !== null || tested.checked_at === null)
      throw new AppError('conflict', tested.check_error ?? channelTexts.notTested)
  }
  // Through the door to every company: another one may receive for the account.
  await db.everyCompany(async trx => {
    const channel = await trx
      .selectFrom('channels')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('conflict', channelTexts.notConfigured))
    if (channel.active === active) return
    if (active) await refuseTaken(trx, channel)
    await trx.updateTable('channels').set({ active, updated_at: sql`now()` }).where('id', '=', channel.id).execute()
    await recordChange(trx, { companyId, by }, active ? 'channel.on' : 'channel.off', channel, {})
    if (active) await publish(trx, channelConnected, { companyId, channelId: channel.id })
  })
}

/** Throws 409 where another company receives for the account; of two that switch on at once the second is refused. */
async function refuseTaken(trx: Trx, { id, kind, account }: Channel): Promise<void> {
  await takeLocks(trx, null, `channel ${kind} ${account}`)
  const other = await trx
    .selectFrom('channels')
    .select('id')
    .where('kind', '=', kind)
    .where('account', '=', account)
    .where('active', '=', true)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw new AppError('conflict', channelTexts.taken)
}

/** Notes in the company's history that a channel was set up. */
export const recordSetUp = (trx: Trx, companyId: string, kind: ChannelKind, author: Author): Promise<unknown> =>
  addActivity(trx, {
    companyId,
    type: 'message',
    description: `${channelNames[kind]} configurado`,
    data: { channel: kind, actorId: author.id, actorName: author.name }
  })

/** How many companies have a channel of the kind switched on. */
export async function countConnected(trx: Trx, kind: ChannelKind): Promise<number> {
  const { n } = await trx
    .selectFrom('channels')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('kind', '=', kind)
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return n
}
