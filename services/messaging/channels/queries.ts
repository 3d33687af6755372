import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { seal, unseal } from '../../core/secrets.ts'
import type { Tables } from '../../core/tables.ts'
import { type BusinessHours, type ChannelKind, channelTexts, stateOf } from './rules.ts'
import type { ChannelSettings } from './schema.ts'
import type {} from './tables.ts'

export type Channel = Selectable<Tables['channels']>

/** The places that secrets are sealed for. */
export const tokenPlace = (row: string) => ({ field: 'channels.token', row })
export const appSecretPlace = (row: string) => ({ field: 'channels.app_secret', row })

/** The token of a channel; null without one, and where it was sealed with a secret that is gone. */
export const tokenOf = (config: Config, { id, token }: Pick<Channel, 'id' | 'token'>): string | null =>
  readable(config, token, tokenPlace(id))

/** The same for the secret of the company's own app. */
export const appSecretOf = (config: Config, { id, app_secret }: Pick<Channel, 'id' | 'app_secret'>): string | null =>
  readable(config, app_secret, appSecretPlace(id))

function readable(config: Config, sealed: string | null, place: { field: string; row: string }): string | null {
  try {
    return sealed === null ? null : unseal(config, sealed, place)
  } catch {
    return null
  }
}

export const findChannel = (trx: Trx, kind: ChannelKind): Promise<Channel | undefined> =>
  trx.selectFrom('channels').selectAll().where('kind', '=', kind).executeTakeFirst()

/** The channel, locked until the transaction ends. Throws 409 where none is configured. */
export const lockChannel = (trx: Trx, kind: ChannelKind): Promise<Channel> =>
  trx
    .selectFrom('channels')
    .selectAll()
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('conflict', channelTexts.notConfigured))

/** A channel as it is shown, without its secrets; an undefined channel shows the first steps. */
export function toSettings(
  { publicUrl, demoProviderUrl }: Pick<Config, 'publicUrl' | 'demoProviderUrl'>,
  kind: ChannelKind,
  channel: Channel | undefined,
  mayManage: boolean
): ChannelSettings {
  return {
    id: channel?.id ?? null,
    kind,
    state: stateOf({
      account: channel?.account ?? null,
      configured: channel?.token != null,
      active: channel?.active ?? false,
      problem: channel?.problem ?? null,
      quality: channel?.quality ?? null
    }),
    active: channel?.active ?? false,
    account: channel?.account ?? null,
    address: channel?.address ?? null,
    name: channel?.name ?? null,
    token: channel?.token ? `••••${channel.token_last4 ?? ''}` : null,
    tokenExpiresAt: channel?.token_expires_at ?? null,
    appSecretSet: channel?.app_secret != null,
    verifyToken: mayManage ? (channel?.verify_token ?? null) : null,
    callbackUrl: `${publicUrl}/webhooks/${kind}`,
    businessHours: channel?.business_hours ?? null,
    awayMessage: channel?.away_message ?? null,
    confirmsReading: channel?.confirms_reading ?? true,
    demo: demoProviderUrl !== undefined,
    problem: channel?.problem ?? null,
    problemText: channel?.problem_text ?? null,
    problemAt: channel?.problem_at ?? null,
    quality: channel?.quality ?? null,
    messagingLimit: channel?.messaging_limit ?? null,
    throughput: channel?.throughput ?? null,
    checkedAt: channel?.checked_at ?? null,
    checkError: channel?.check_error ?? null,
    verifiedAt: channel?.verified_at ?? null,
    receivedAt: channel?.received_at ?? null,
    forged: channel?.forged ?? 0,
    forgedAt: channel?.forged_at ?? null
  }
}

/** A change of a channel; a missing property stays, and null takes a value away. */
export type ChannelChange = {
  account?: string
  token?: string
  appSecret?: string | null
  verifyToken?: string
  wabaId?: string | null
  businessHours?: BusinessHours | null
  awayMessage?: string | null
  confirmsReading?: boolean
}

/**
 * Stores what is given of a company's channel, which is made if there is none. A new account or token has to be tested
 * again, and a token is not kept for an account other than the one that it was entered for.
 */
export async function saveChannel(
  trx: Trx,
  config: Config,
  companyId: string,
  kind: ChannelKind,
  change: ChannelChange
): Promise<Channel> {
  await trx
    .insertInto('channels')
    .values({ company_id: companyId, kind, verify_token: randomBytes(18).toString('base64url') })
    .onConflict(conflict => conflict.columns(['company_id', 'kind']).doNothing())
    .execute()
  const before = await lockChannel(trx, kind)
  const { id } = before
  const moved = change.account !== undefined && change.account !== before.account
  const token = change.token ?? (moved ? null : undefined)
  const untested = moved || change.token !== undefined
  return trx
    .updateTable('channels')
    .set({
      ...(change.account !== undefined && { account: change.account }),
      ...(change.wabaId !== undefined && { waba_id: change.wabaId }),
      ...(change.verifyToken !== undefined && { verify_token: change.verifyToken }),
      ...(change.awayMessage !== undefined && { away_message: change.awayMessage }),
      ...(change.confirmsReading !== undefined && { confirms_reading: change.confirmsReading }),
      ...(change.businessHours !== undefined && {
        business_hours: change.businessHours && JSON.stringify(change.businessHours)
      }),
      ...(change.appSecret !== undefined && {
        app_secret: change.appSecret && seal(config, change.appSecret, appSecretPlace(id))
      }),
      ...(token !== undefined && {
        token: token && seal(config, token, tokenPlace(id)),
        token_last4: token && token.length > 11 ? token.slice(-4) : null,
        token_at: token === null ? null : sql<string>`now()`,
        token_expires_at: null
      }),
      ...(moved && { ...nothingReported, address: null, name: null, active: false, proved_at: null }),
      ...(untested && { checked_at: null, check_error: null }),
      // A new token ends no block of its account.
      ...(untested && (moved || before.problem !== 'blocked') && noProblem),
      updated_at: sql<string>`now()`
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The provider's answer in a live test of a channel, or its refusal. */
export type Tested =
  | {
      address: string | null
      name: string | null
      quality?: string | null
      messagingLimit?: string | null
      throughput?: string | null
      /** The account that the provider says it belongs to. */
      parentAccount?: string | null
      /** Why the provider takes no messages, in Portuguese; null: it takes them; undefined where it does not say. */
      blocked?: string | null
    }
  /** `foreign`: the token is of another account. */
  | { error: string; problem: Channel['problem']; foreign?: true }

/** Reports do not carry over to another account. */
const nothingReported = { quality: null, messaging_limit: null, parent_account: null, reported: '{}' }
const noProblem = { problem: null, problem_text: null, problem_at: null }

/** Hours for which a block is believed where the provider does not say whether it has ended. */
const blockBelieved = 24

/** The provider takes messages again. */
export const noteFreed = (trx: Trx, { id }: Pick<Channel, 'id'>): Promise<unknown> =>
  trx.updateTable('channels').set(noProblem).where('id', '=', id).execute()

/** The problem after a passed test: a good token proves nothing about a block. */
const problemAfter = ({ blocked }: Exclude<Tested, { error: string }>) => {
  if (blocked)
    return {
      problem: 'blocked' as const,
      problem_text: blocked,
      problem_at: sql<string>`case when problem = 'blocked' then problem_at else now() end`
    }
  if (blocked === null) return noProblem
  const kept = sql`problem = 'blocked' and problem_at > now() - ${blockBelieved} * interval '1 hour'`
  return {
    problem: sql<Channel['problem']>`case when ${kept} then problem end`,
    problem_text: sql<string | null>`case when ${kept} then problem_text end`,
    problem_at: sql<string | null>`case when ${kept} then problem_at end`
  }
}

/** Stores what came out of a live test. A block stays until the provider says that it has ended, or for a day. */
export async function noteTest(trx: Trx, channelId: string, tested: Tested): Promise<Channel> {
  const failed = 'error' in tested
  return trx
    .updateTable('channels')
    .set(
      failed
        ? {
            check_error: tested.error,
            ...(tested.problem && {
              problem: tested.problem,
              problem_text: tested.error,
              problem_at: sql<string>`now()`
            })
          }
        : {
            address: tested.address,
            name: tested.name,
            ...(tested.quality !== undefined && { quality: tested.quality }),
            ...(tested.messagingLimit !== undefined && { messaging_limit: tested.messagingLimit }),
            ...(tested.throughput !== undefined && { throughput: tested.throughput }),
            checked_at: sql<string>`now()`,
            proved_at: sql<string>`coalesce(proved_at, now())`,
            ...(tested.parentAccount !== undefined && { parent_account: tested.parentAccount }),
            check_error: null,
            ...problemAfter(tested)
          }
    )
    .where('id', '=', channelId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
