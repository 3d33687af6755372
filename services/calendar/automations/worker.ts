import { sql } from 'kysely'
import type { Db } from '../../core/db.ts'
import type { Schedule } from '../../core/features.ts'
import { on } from '../../core/handlers.ts'
import { sendDueAutomations } from './due.ts'
import { buttonPressed } from './jobs.ts'
import { heedPress } from './press.ts'

/** Days for which it is kept what was decided of an occasion. */
const keptDays = 400

export const handlers = [on(buttonPressed, ({ companyId, messageId }, parts) => heedPress(parts, companyId, messageId))]

export const schedules: readonly Schedule[] = [
  {
    name: 'automations',
    label: 'Mensagens automáticas do WhatsApp',
    every: 30_000,
    run: parts => sendDueAutomations(parts)
  }
]

export const tidy = {
  automation_runs: (db: Db): Promise<unknown> =>
    db.everyCompany(trx =>
      sql`delete from automation_runs where (company_id, kind, subject) in (
        select company_id, kind, subject from automation_runs where at < now() - ${keptDays} * interval '1 day'
        order by at limit 5000)`.execute(trx)
    )
}
