import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from './db.ts'

/** Rows of one statement, which must end within the statement timeout. */
export const portionSize = 20_000

/** Repeats until a portion is not full. */
export const inPortions = (portion: (trx: Trx) => Promise<number>) => async (db: Db) => {
  while ((await db.everyCompany(portion)) === portionSize);
}

/** Deletes one portion of the rows that meet the condition; returns how many. */
export const deleteWhere =
  (table: string, condition: RawBuilder<unknown>) =>
  async (trx: Trx): Promise<number> => {
    const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${condition} limit ${sql.lit(portionSize)}))`.execute(trx)
    return Number(numAffectedRows)
  }

export const past = (days: number) => sql`now() - ${sql.lit(days)} * interval '1 day'`
