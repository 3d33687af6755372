import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { isOpen } from './open.ts'
import type { InboundSource } from './rules.ts'

/** Notes that mail can come in this way; `used` is the share of the mailbox in percent, where the server reports it. */
export async function noteConnected(db: Db, name: InboundSource, used: number | null = null): Promise<void> {
  const now = new Date()
  await db.everyCompany(trx =>
    trx
      .insertInto('mail_sources')
      .values({ name, connected_at: now, error: null, used })
      .onConflict(conflict =>
        conflict.column('name').doUpdateSet({
          connected_at: sql<string>`coalesce(mail_sources.connected_at, excluded.connected_at)`,
          error: null,
          error_at: null,
          used
        })
      )
      .execute()
  )
}

/** Notes why no mail comes in this way, in a sentence for the staff; null where it was ended on purpose. */
export async function noteAway(db: Db, name: InboundSource, error: string | null): Promise<void> {
  const away = { connected_at: null, error, error_at: error === null ? null : new Date() }
  await db.everyCompany(trx =>
    trx
      .insertInto('mail_sources')
      .values({ name, ...away, used: null })
      .onConflict(conflict => conflict.column('name').doUpdateSet(away))
      .execute()
  )
}

type InboundState = {
  sources: {
    name: InboundSource
    connected: boolean
    mailAt: string | null
    error: string | null
    used: number | null
  }[]
  /** Mails that are to be read still, and those that nothing took and nobody decided on. */
  waiting: number
  open: number
}

/** How mail comes in; null where the installation takes none. */
export async function readInbound(db: Db, { inboundMail }: Config): Promise<InboundState | null> {
  const wanted = [inboundMail.mailbox && ('mailbox' as const), inboundMail.port && ('port' as const)]
  const names = wanted.filter(name => name !== undefined)
  if (names.length === 0) return null
  return db.everyCompany(async trx => {
    // Without a lease nobody looks any more, whatever was noted last.
    const rows = await trx
      .selectFrom('mail_sources as s')
      .leftJoin('worker_leases as l', join =>
        join.on('l.name', '=', sql<string>`'inbound ' || s.name`).on('l.held_until', '>', sql<string>`now()`)
      )
      .selectAll('s')
      .select('l.holder')
      .where('s.name', 'in', names)
      .execute()
    const { rows: counts } = await sql<Pick<InboundState, 'waiting' | 'open'>>`
      select (select count(*) from inbound_mails where state = 'waiting')::integer as waiting,
        (select count(*) from inbound_mails m where ${isOpen})::integer as open`.execute(trx)
    return {
      sources: names.map(name => {
        const row = rows.find(each => each.name === name)
        return {
          name,
          connected: row?.connected_at != null && row.holder !== null,
          mailAt: row?.mail_at ?? null,
          error: row?.error ?? null,
          used: row?.used ?? null
        }
      }),
      ...(counts[0] ?? { waiting: 0, open: 0 })
    }
  })
}
