import { type RawBuilder, sql } from 'kysely'

/** Whether a row of employees may edit leads; automatic assignment skips those who may not. */
export const editsLeads = (employees: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${employees}.role`)} = 'admin' or 'edit_leads' = any (${sql.ref(`${employees}.permissions`)}))`
