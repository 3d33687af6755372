import { sql } from 'kysely'
import { eachAlone } from '../../../core/alone.ts'
import type { Config } from '../../../core/config.ts'
import type { Db, Trx } from '../../../core/db.ts'
import { seal } from '../../../core/secrets.ts'
import { callLogin, GraphError, GraphUnreachableError } from '../meta/graph.ts'
import { type Channel, tokenOf, tokenPlace } from '../queries.ts'
import { tokenWarnedBefore } from '../rules.ts'
import { notifyOfTrouble } from '../trouble.ts'
import { tokenDays, tokenRenewedAfter } from './rules.ts'

/** Channels whose token is renewed by one run. */
const maxRows = 500

/**
 * Renews the Instagram tokens that are 45 of their 60 days old, and those that were pasted, of which only a renewal
 * shows when they end. Failures are retried the next day; people are notified in the last week, or at once where the
 * token is refused. Returns how many were renewed.
 */
export async function renewTokens(db: Db, config: Config): Promise<number> {
  let renewed = 0
  await eachAlone(
    await db.everyCompany(takeDue),
    ({ id, company_id }) => `channel ${id} of company ${company_id}`,
    async channel => {
      if (await renew(db, config, channel)) renewed++
    }
  )
  return renewed
}

/** False where Instagram did not renew it. */
async function renew(db: Db, config: Config, channel: Channel): Promise<boolean> {
  const token = tokenOf(config, channel)
  if (token === null) return false
  try {
    const answer = readToken(
      await callLogin({
        method: 'GET',
        url: `${config.meta.instagramUrl}/refresh_access_token`,
        form: { grant_type: 'ig_refresh_token', access_token: token }
      })
    )
    await db.everyCompany(trx => storeToken(trx, config, channel, answer))
    return true
  } catch (error) {
    if (!(error instanceof GraphError || error instanceof GraphUnreachableError)) throw error
    await db.everyCompany(trx => noteFailure(trx, channel, error))
    return false
  }
}

/** Marks the channels whose token is due as tried, so that each is tried once a day whichever worker runs. */
async function takeDue(trx: Trx): Promise<Channel[]> {
  const { rows } = await sql<Channel>`
    update channels set token_tried_at = now() where id in (
      select id from channels where kind = 'instagram' and token is not null and problem is null
        -- A token of less than a day is not renewed.
        and token_at < now() - interval '1 day'
        and (token_expires_at is null or token_expires_at < now() + ${tokenDays - tokenRenewedAfter} * interval '1 day')
        and (token_tried_at is null or token_tried_at < now() - interval '1 day')
      order by token_expires_at nulls last limit ${maxRows} for update skip locked)
    returning *`.execute(trx)
  return rows
}

/** A token of 60 days as Instagram answers it. Throws where the answer has another form. */
export function readToken(answer: Record<string, unknown>): { token: string; seconds: number } {
  const { access_token: token, expires_in: seconds } = answer
  if (typeof token !== 'string' || token === '' || typeof seconds !== 'number' || !(seconds > 0))
    throw new GraphUnreachableError('Instagram answered a token in another form', true)
  return { token, seconds }
}

/** Stores a renewed token, unless somebody has entered another one meanwhile. */
async function storeToken(
  trx: Trx,
  config: Config,
  channel: Channel,
  { token, seconds }: { token: string; seconds: number }
): Promise<void> {
  await trx
    .updateTable('channels')
    .set({
      token: seal(config, token, tokenPlace(channel.id)),
      token_last4: token.slice(-4),
      token_at: sql<string>`now()`,
      token_expires_at: new Date(Date.now() + seconds * 1000),
      token_tried_at: null
    })
    .where('id', '=', channel.id)
    .where('token', '=', channel.token)
    .execute()
}

const day = 86_400_000

async function noteFailure(trx: Trx, channel: Channel, error: GraphError | GraphUnreachableError): Promise<void> {
  if (error instanceof GraphError && error.problem === 'token') {
    const { numUpdatedRows } = await trx
      .updateTable('channels')
      .set({ problem: 'token', problem_text: error.text, problem_at: sql<string>`now()` })
      .where('id', '=', channel.id)
      .where('token', '=', channel.token)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await notifyOfTrouble(trx, channel, 'O Instagram parou de funcionar', error.text)
    return
  }
  if (channel.token_expires_at === null) return
  const left = Math.max(0, Math.ceil((Date.parse(channel.token_expires_at) - Date.now()) / day))
  if (left > tokenWarnedBefore) return
  const title =
    left === 1 ? 'A conexão com o Instagram vence em 1 dia' : `A conexão com o Instagram vence em ${left} dias`
  await notifyOfTrouble(trx, channel, title, `Não foi possível renová-la. Conecte o Instagram de novo. ${error.text}`)
}
