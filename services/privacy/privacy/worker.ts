import { sql } from 'kysely'
import { eachAlone } from '../../core/alone.ts'
import type { Db } from '../../core/db.ts'
import type { Schedule } from '../../core/features.ts'
import { on } from '../../core/handlers.ts'
import { resealErasureKey } from '../../leads/erased/people.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { requestAnswered } from './jobs.ts'
import { outcomeMail } from './mails.ts'
import { companyNamed } from './outcome.ts'
import { personUrl } from './person.ts'
import { notifyTeam } from './requests.ts'
import { runRetention } from './retention.ts'
import { type RequestKind, requestLabels, warningDays } from './rules.ts'

/** Notifies the person of the outcome of their request, where an address is known. */
export const notifyPerson = on(requestAnswered, async ({ companyId, requestId }, { db, config, jobId }) => {
  await db.everyCompany(async trx => {
    const row = await trx
      .selectFrom('privacy_requests')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', requestId)
      .executeTakeFirst()
    if (!row?.email) return
    const company = await companyNamed(trx, companyId)
    const mail = outcomeMail(row.email, company, row, personUrl(config, companyId))
    await sendAccountMail(trx, config, { ...mail, cause: jobId })
  })
})

/** Reminds the privacy team, once, of each request whose term is near. Returns how many requests. */
export async function warnOfTerms(db: Db): Promise<number> {
  const isDue = sql<boolean>`r.status = 'open' and r.warned_at is null and r.due_at < now() + ${warningDays} * interval '1 day'`
  const { rows: due } = await db.everyCompany(trx =>
    sql<{ company_id: string; id: string }>`select r.company_id, r.id from privacy_requests r where ${isDue}`.execute(
      trx
    )
  )
  let warned = 0
  const warn = ({ company_id, id }: (typeof due)[number]) =>
    db.everyCompany(async trx => {
      const { rows } = await sql<{ kind: RequestKind; day: string }>`
        update privacy_requests r set warned_at = now() from companies c
        where r.company_id = ${company_id} and r.id = ${id} and c.id = r.company_id and ${isDue}
        returning r.kind, to_char(r.due_at at time zone c.time_zone, 'DD/MM') as day`.execute(trx)
      for (const { kind, day } of rows)
        await notifyTeam(trx, company_id, id, `${requestLabels[kind]} de dados: responda até ${day}`)
      warned += rows.length
    })
  await eachAlone(due, ({ company_id, id }) => `request ${id} of company ${company_id}`, warn)
  return warned
}

export const handlers = [notifyPerson]

export const schedules: readonly Schedule[] = [
  {
    name: 'privacy-terms',
    label: 'Avisar de prazos de privacidade',
    every: 3600_000,
    run: ({ db }) => warnOfTerms(db)
  },
  {
    name: 'retention',
    label: 'Excluir leads fora do prazo de guarda',
    every: 3600_000,
    run: ({ db, config }) => runRetention(db, config)
  }
]

export const reseal = resealErasureKey
