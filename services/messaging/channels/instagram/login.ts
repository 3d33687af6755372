import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../../../core/config.ts'
import type { Trx } from '../../../core/db.ts'
import { AppError } from '../../../core/errors.ts'
import { callGraph, callLogin, GraphError, GraphUnreachableError } from '../meta/graph.ts'
import { type Channel, saveChannel } from '../queries.ts'
import { type Caller, type Parts, recordChange, switchChannel, tryChannel } from '../settings.ts'
import { appOf, loginReturn } from './app.ts'
import { loginTexts } from './rules.ts'
import { readToken } from './tokens.ts'

/** The permissions that the product needs of an account, and the kinds of webhooks that it subscribes to. */
const scopes = ['instagram_business_basic', 'instagram_business_manage_messages']
const webhookFields = ['messages', 'messaging_postbacks', 'messaging_seen', 'message_reactions', 'message_edit']

/** Minutes that a person may stay at Instagram. */
const patience = 15

const hash = (state: string): Buffer => createHash('sha256').update(state).digest()

/**
 * The address at Instagram where a person lets the product in (OAuth 2.0, with a state that only this person of this
 * company can bring back, once). Throws 409 where the installation has no app at Instagram.
 */
export async function beginLogin(
  { db, config }: Parts,
  { companyId, userId }: { companyId: string; userId: string }
): Promise<string> {
  const { id } = appOf(config)
  const state = randomBytes(32).toString('base64url')
  await db.company(companyId, async trx => {
    const channel = await saveChannel(trx, config, companyId, 'instagram', {})
    await trx
      .updateTable('channels')
      .set({
        login_state: hash(state),
        login_by: userId,
        login_until: sql<string>`now() + ${patience} * interval '1 minute'`
      })
      .where('id', '=', channel.id)
      .execute()
  })
  const url = new URL(`${config.meta.instagramLoginUrl}/oauth/authorize`)
  const query = {
    client_id: id,
    redirect_uri: loginReturn(config),
    response_type: 'code',
    scope: scopes.join(','),
    state
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Ends what `beginLogin` began: takes the state, exchanges the code for a token of 60 days, subscribes to the account's
 * messages, stores all that, and switches the channel on. Throws 409 with what to do.
 */
export async function finishLogin(
  parts: Parts,
  caller: Caller & { userId: string },
  { code, state }: { code: string; state: string }
): Promise<void> {
  const { db, config } = parts
  const { companyId } = caller
  appOf(config)
  await db.company(companyId, trx => takeState(trx, caller.userId, state))
  // `#_` stands at the end of the address that Instagram sends people back to.
  const granted = await explained(() => exchange(config, code.replace(/#_$/, '')))
  await db.company(companyId, trx => storeToken(trx, config, caller, granted))
  await tryChannel(parts, companyId, 'instagram')
  await switchChannel(parts, caller, 'instagram', true)
}

async function takeState(trx: Trx, userId: string, state: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('channels')
    .set({ login_state: null, login_by: null, login_until: null })
    .where('kind', '=', 'instagram')
    .where('login_state', '=', hash(state))
    .where('login_by', '=', userId)
    .where('login_until', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict', loginTexts.stale)
}

type Granted = { account: string; token: string; seconds: number }

async function exchange(config: Config, code: string): Promise<Granted> {
  const { id, secret } = appOf(config)
  const first = await callLogin({
    method: 'POST',
    url: `${config.meta.instagramApiUrl}/oauth/access_token`,
    form: {
      client_id: id,
      client_secret: secret,
      grant_type: 'authorization_code',
      redirect_uri: loginReturn(config),
      code
    }
  })
  // Both forms are documented.
  const short = (Array.isArray(first.data) ? first.data[0] : first) as Record<string, unknown>
  const permissions = Array.isArray(short.permissions) ? short.permissions : String(short.permissions ?? '').split(',')
  if (scopes.some(scope => !permissions.includes(scope))) throw new AppError('conflict', loginTexts.scopes)
  const long = await callLogin({
    method: 'GET',
    url: `${config.meta.instagramUrl}/access_token`,
    form: { grant_type: 'ig_exchange_token', client_secret: secret, access_token: String(short.access_token) }
  })
  const token = readToken(long)
  const me = await callGraph(config, {
    server: config.meta.instagramUrl,
    token: token.token,
    path: 'me',
    query: { fields: 'user_id,username' }
  })
  await callGraph(config, {
    server: config.meta.instagramUrl,
    token: token.token,
    method: 'POST',
    path: 'me/subscribed_apps',
    query: { subscribed_fields: webhookFields.join(',') }
  })
  return { ...token, account: String(me.user_id ?? me.id) }
}

async function storeToken(trx: Trx, config: Config, caller: Caller, granted: Granted): Promise<void> {
  const { id } = await saveChannel(trx, config, caller.companyId, 'instagram', {
    account: granted.account,
    token: granted.token
  })
  const channel = await keepExpiry(trx, id, granted.seconds)
  const changes = { account: [null, granted.account] as [null, string], key: [null, 'replaced'] as [null, string] }
  await recordChange(trx, caller, 'channel.changed', channel, changes)
}

const keepExpiry = (trx: Trx, id: string, seconds: number): Promise<Channel> =>
  trx
    .updateTable('channels')
    .set({ token_expires_at: new Date(Date.now() + seconds * 1000), token_tried_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Turns a refusal of Instagram into a conflict of ours, in Portuguese. */
async function explained<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof GraphUnreachableError) throw new AppError('conflict', error.text, { cause: error })
    if (error instanceof GraphError) throw new AppError('conflict', loginTexts.refused, { cause: error })
    throw error
  }
}
