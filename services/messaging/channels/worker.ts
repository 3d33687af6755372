import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import type { Schedule } from '../../core/features.ts'
import { currentKeyId, seal } from '../../core/secrets.ts'
import { resumeDeliveries } from './checkup.ts'
import { renewTokens } from './instagram/tokens.ts'
import { tidyPortfolios } from './portfolio.ts'
import { appSecretOf, appSecretPlace, tokenOf, tokenPlace } from './queries.ts'
import type {} from './tables.ts'
import { watchChannels } from './watch.ts'

/** Days for which what providers sent is kept as it came, to work it off again. */
const keptDays = 30
/** Days after which only the counts by outcome are left. */
const countedDays = 400

export const schedules: readonly Schedule[] = [
  {
    name: 'deliveries-resume',
    label: 'Retomar avisos da Meta que ficaram parados',
    every: 300_000,
    run: ({ db }) => resumeDeliveries(db)
  },
  {
    name: 'instagram-tokens',
    label: 'Renovar conexões do Instagram',
    every: 3_600_000,
    run: ({ db, config }) => renewTokens(db, config)
  },
  {
    name: 'channels-watch',
    label: 'Conferir os canais ligados',
    every: 3_600_000,
    run: ({ db, config }) => watchChannels(db, config)
  }
]

export const tidy = {
  /** In portions: a busy installation has many. */
  deliveries: (db: Db): Promise<unknown> =>
    db.everyCompany(async trx => {
      await sql`update deliveries set body = null where id in (
        select id from deliveries where body is not null and processed_at is not null
          and received_at < now() - ${keptDays} * interval '1 day' order by received_at limit 5000)`.execute(trx)
      await sql`delete from deliveries where id in (
        select id from deliveries where body is null and received_at < now() - ${countedDays} * interval '1 day'
        order by id limit 5000)`.execute(trx)
    }),
  portfolios: (db: Db): Promise<unknown> => db.everyCompany(tidyPortfolios)
}

export async function reseal(trx: Trx, config: Config): Promise<number> {
  const current = `${currentKeyId(config)}.%`
  const rows = await trx
    .selectFrom('channels')
    .select(['id', 'token', 'app_secret'])
    .where(({ or, eb }) => or([eb('token', 'not like', current), eb('app_secret', 'not like', current)]))
    .forUpdate()
    .execute()
  for (const row of rows) {
    const [token, appSecret] = [tokenOf(config, row), appSecretOf(config, row)]
    await trx
      .updateTable('channels')
      .set({
        ...(token !== null && { token: seal(config, token, tokenPlace(row.id)) }),
        ...(appSecret !== null && { app_secret: seal(config, appSecret, appSecretPlace(row.id)) })
      })
      .where('id', '=', row.id)
      .execute()
  }
  return rows.length
}
