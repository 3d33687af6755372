import { sql } from 'kysely'
import type { Db } from '../../core/db.ts'
import type { ChannelKind } from './rules.ts'
import type {} from './tables.ts'

/** Milliseconds for which refused bodies are counted in memory: a flood of them writes no more than this. */
const pause = 1000
/** Accounts remembered at once. */
const maxAccounts = 100

/** Counts bodies that were refused for their signature, with the channels that they name. */
export function forgeries(db: Db) {
  let counted = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const write = async (): Promise<void> => {
    timer = undefined
    const seen = [...counted].map(([key, n]) => ({ ...(JSON.parse(key) as { kind: string; account: string }), n }))
    counted = new Map()
    await db.everyCompany(trx =>
      sql`update channels c set forged = c.forged + s.n, forged_at = now()
        from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as s (kind text, account text, n integer)
        where c.kind = s.kind and c.account = s.account`.execute(trx)
    )
  }

  return {
    count(kind: ChannelKind, accounts: readonly string[]): void {
      for (const account of accounts) {
        const key = JSON.stringify({ kind, account })
        if (counted.size < maxAccounts || counted.has(key)) counted.set(key, (counted.get(key) ?? 0) + 1)
      }
      if (counted.size > 0) timer ??= setTimeout(() => void write().catch(() => {}), pause)
    },
    async close(): Promise<void> {
      if (!timer) return
      clearTimeout(timer)
      await write().catch(() => {})
    }
  }
}
